// A network that fails: a proxy that drops, delays, repeats, cuts and replaces requests and responses.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Random } from '../harness/random.ts';

/** What happens to one request. All but the first four reach the API. */
export type Fault =
  | 'drop' // the connection breaks before the API has the request
  | 'busy' // refused as by an API that is overloaded, with Retry-After
  | 'suspended' // refused as by an API whose company was suspended meanwhile
  | 'maintenance' // a gateway's page with the status 200
  | 'pass'
  | 'late'
  | 'twice' // the API gets it a second time, at the same time
  | 'lose' // no response
  | 'cut' // half of the response
  | 'gateway' // a 502 in place of the response
  | 'blocked' // a firewall's 403 in place of the response
  | 'hang'; // the response never comes, and the connection stays

/** One in this many requests of the storm. */
const ONE_IN: readonly [Fault, number][] = [
  ['drop', 20],
  ['lose', 16],
  ['cut', 25],
  ['twice', 20],
  ['late', 20],
  ['gateway', 50],
  ['busy', 100],
  ['blocked', 80],
];

/** Delay of a late request. */
const LATE_MS = { low: 20, high: 400 };

/** More than the first delays of the SDK, so that ignoring it shows. */
export const RETRY_AFTER_SECONDS = 2;

const CONNECTIONS = 64;

/** Hop-by-hop headers, which are not passed on. */
const OF_A_CONNECTION = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** Requests whose line or body contains a text, with their faults in order; then they pass. */
export type Rule = { match: string; faults: Fault[]; seen: Seen[] };
export type Seen = { key: string; body: string; at: number };

/** Keys and bodies of an order, as they arrived. */
type Arrived = { keys: Set<string>; bodies: Set<string> };

export type Faults = {
  url: string;
  /** Whether requests without a rule fail at random. */
  mode: { isWild: boolean };
  /** By the id of the order. */
  arrived: Map<string, Arrived>;
  tally: Record<Fault, number>;
  close(): Promise<void>;
};

type Parts = Omit<Faults, 'url' | 'close'> & { pool: Pool; random: Random; rules: Rule[] };
type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** Opens the proxy in front of an API. */
export async function openFaults(target: string, random: Random): Promise<Faults> {
  const parts: Parts = {
    pool: new Pool(target, { connections: CONNECTIONS }),
    random,
    rules: [],
    mode: { isWild: false },
    arrived: new Map(),
    tally: {
      drop: 0,
      busy: 0,
      suspended: 0,
      maintenance: 0,
      pass: 0,
      late: 0,
      twice: 0,
      lose: 0,
      cut: 0,
      gateway: 0,
      blocked: 0,
      hang: 0,
    },
  };
  const server = createServer((request, response) => {
    serve(parts, request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: parts.mode,
    arrived: parts.arrived,
    tally: parts.tally,
    async close() {
      server.close().closeAllConnections();
      await parts.pool.destroy();
    },
  };
}

async function serve(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const { method = '', url = '' } = request;
  if (url === '/rules') return script(parts, method, body, response);
  const key = String(request.headers['idempotency-key'] ?? '');
  const rule = parts.rules.find(({ match }) => `${method} ${url} ${body}`.includes(match));
  rule?.seen.push({ key, body, at: performance.now() });
  noteArrival(parts, { method, url, key, body });
  const fault = rule === undefined ? chance(parts) : (rule.faults.shift() ?? 'pass');
  parts.tally[fault]++;
  await meet(parts, fault, { request, body, response });
}

/** `POST /rules` adds a rule; `PUT /rules` returns what the rule with a text has seen. */
function script({ rules }: Parts, method: string, body: string, response: ServerResponse): void {
  const given = JSON.parse(body) as Pick<Rule, 'match' | 'faults'>;
  if (method === 'POST') rules.unshift({ ...given, seen: [] });
  const seen = rules.find(({ match }) => match === given.match)?.seen ?? [];
  response.end(JSON.stringify(seen));
}

function noteArrival(
  { arrived }: Parts,
  { method, url, key, body }: { method: string; url: string; key: string; body: string },
): void {
  if (method !== 'POST' || url !== '/api/v1/operations') return;
  const id = idOf(body);
  const known = arrived.get(id) ?? { keys: new Set(), bodies: new Set() };
  known.keys.add(key);
  known.bodies.add(body);
  arrived.set(id, known);
}

const idOf = (body: string): string =>
  (JSON.parse(body) as { metadata?: { intent?: string } }).metadata?.intent ?? 'unnamed';

const chance = ({ mode, random }: Parts): Fault =>
  (mode.isWild ? ONE_IN.find(([, times]) => random.oneIn(times))?.[0] : undefined) ?? 'pass';

type Exchange = { request: IncomingMessage; body: string; response: ServerResponse };

async function meet({ pool, random }: Parts, fault: Fault, { request, body, response }: Exchange): Promise<void> {
  const forward = () => ask(pool, request, body);
  switch (fault) {
    case 'drop':
      return void response.destroy();
    case 'busy':
      return refuse(response, { statusCode: 503, code: 'overloaded', retry: 'same_key' });
    case 'suspended':
      return refuse(response, { statusCode: 403, code: 'company_suspended', retry: 'never' });
    case 'maintenance':
      return page(response, 200);
    case 'late':
      await sleep(random.integer(LATE_MS.low, LATE_MS.high));
      return pass(response, await forward());
    case 'twice':
      return pass(response, (await Promise.all([forward(), forward()]))[1]);
    case 'lose':
      await forward();
      return void response.destroy();
    case 'cut':
      return cut(response, await forward());
    case 'gateway':
      await forward();
      return page(response, 502);
    case 'blocked':
      await forward();
      return page(response, 403);
    case 'hang':
      return void (await forward());
    case 'pass':
      return pass(response, await forward());
  }
}

async function ask(pool: Pool, { method = '', url = '', headers }: IncomingMessage, body: string): Promise<Answer> {
  const passed = Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_A_CONNECTION.has(name)));
  const answer = await pool.request({
    method,
    path: url,
    headers: passed,
    body: body === '' ? null : body,
  });
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) };
}

function head(response: ServerResponse, { status, headers, body }: Answer): void {
  const passed = Object.entries(headers).filter(([name]) => !OF_A_CONNECTION.has(name));
  response.writeHead(status, { ...Object.fromEntries(passed), 'content-length': body.length });
}

function pass(response: ServerResponse, answer: Answer): void {
  head(response, answer);
  response.end(answer.body);
}

function cut(response: ServerResponse, answer: Answer): void {
  head(response, answer);
  response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => response.destroy());
}

function refuse(response: ServerResponse, refusal: { statusCode: number; code: string; retry: string }): void {
  const headers = { 'content-type': 'application/json', 'retry-after': String(RETRY_AFTER_SECONDS) };
  response.writeHead(refusal.statusCode, headers).end(JSON.stringify({ ...refusal, message: 'Played by the proof.' }));
}

const page = (response: ServerResponse, status: number): void =>
  void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Something in between</h1>');
