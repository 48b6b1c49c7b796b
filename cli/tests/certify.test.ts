// `certify` against a receiver that is right, and against one with each of the mistakes that receivers make.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, webhooks } from '@cardwright/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../server/tests/world.ts';
import { tryReceiver } from '../src/certify/checks.ts';
import { makeEvents, type Tried } from '../src/certify/events.ts';

const SECRET = 'whsec_of_this_test';

let world: World;
let events: Tried[];
beforeAll(async () => {
  world = await startWorld({ issuer: true, workers: 1 });
  const { key } = await world.company();
  events = await makeEvents(createClient({ baseUrl: world.stack.baseUrl, apiKey: key }), () => undefined);
});
afterAll(() => world?.stop());

type Event = { id: string; type: string; sequence: number; data: { object: { id: string; status?: string } } };

/** What receivers get wrong, and the check that must notice it. */
const mistakes = {
  'checks no signature': 'refuses another secret',
  'checks the signature of what it parsed': 'verifies the bytes, not what it parsed from them',
  'checks no time': 'refuses an old delivery',
  'does not know the second signature': 'accepts either signature while a secret is rotated',
  'fails on a malformed signature': 'refuses a malformed signature and survives it',
  'accepts deliveries without a signature': 'refuses a delivery without a signature',
  'refuses types that it does not know': 'accepts types that it does not know',
  'limits bodies to 16 kB': 'accepts a large event',
  'counts every delivery': 'counts a repeated event once',
  'looks before it stores': 'counts an event once that comes several times at once',
  'lets an older event win': 'is not misled by disorder',
  'takes a review for a failure': 'is not misled by disorder',
  'refuses what comes late': 'is not misled by disorder',
  redirects: 'accepts an event',
} as const;
type Mistake = keyof typeof mistakes;

/** A receiver that does right by the SDK, except for one mistake. */
async function openReceiver(mistake?: Mistake): Promise<{ server: Server; url: string }> {
  const handled = new Set<string>();
  const applied: string[] = [];
  const objects = new Map<string, { status: string; sequence: number }>();

  async function verify(body: Buffer, { headers }: IncomingMessage): Promise<Event> {
    const event = JSON.parse(body.toString()) as Event;
    if (mistake === 'checks no signature') return event;
    if (mistake === 'accepts deliveries without a signature' && headers['service-signature'] === undefined)
      return event;
    if (
      mistake === 'fails on a malformed signature' &&
      !/^t=\d+,v1=[0-9a-f]{64}$/.test(String(headers['service-signature']))
    ) {
      server.closeAllConnections();
      throw new Error('the process died');
    }
    const given =
      mistake === 'does not know the second signature' ? { ...headers, 'service-signature-next': undefined } : headers;
    const bytes = mistake === 'checks the signature of what it parsed' ? JSON.stringify(event) : body;
    const options = mistake === 'checks no time' ? { toleranceSeconds: 1e9 } : {};
    await webhooks.verify(bytes, given, SECRET, options);
    return event;
  }

  async function handle(event: Event): Promise<void> {
    const { object } = event.data;
    const isKnown = handled.has(event.id) && mistake !== 'counts every delivery';
    if (mistake === 'looks before it stores') await sleep(20);
    if (isKnown) return;
    handled.add(event.id);
    applied.push(event.id);
    const last = objects.get(object.id)?.sequence ?? 0;
    if (event.sequence < last && mistake !== 'lets an older event win') return;
    const isReview = object.status === 'manual_review' && mistake === 'takes a review for a failure';
    objects.set(object.id, { status: isReview ? 'failed' : (object.status ?? ''), sequence: event.sequence });
  }

  async function statusOf(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (mistake === 'redirects') return 302;
    if (mistake === 'limits bodies to 16 kB' && body.length > 16_384) return 413;
    const event = await verify(body, request);
    if (mistake === 'refuses types that it does not know' && event.type.startsWith('certify')) return 422;
    const last = objects.get(event.data.object.id)?.sequence ?? 0;
    if (mistake === 'refuses what comes late' && event.sequence < last) return 409;
    if (!event.type.startsWith('certify')) await handle(event);
    return 204;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      const statuses = Object.fromEntries([...objects].map(([id, { status }]) => [id, status]));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ events: applied, objects: statuses }));
      return;
    }
    const status = await statusOf(request).catch(() => 400);
    if (!response.destroyed) response.writeHead(status, status === 302 ? { location: '/' } : {}).end();
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

async function findingsOf(mistake?: Mistake): Promise<string[]> {
  const { server, url } = await openReceiver(mistake);
  try {
    const findings = await tryReceiver({ target: url, secret: SECRET, applied: url, events }, () => undefined);
    return findings.flatMap(({ check, wrong }) => (wrong === undefined ? [] : [check]));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('every fault of the issuer has its events', () => {
  const types = new Set(events.map(({ type }) => type));
  for (const type of [
    'operation.completed',
    'operation.failed',
    'operation.manual_review',
    'card.created',
    'holder.updated',
  ])
    expect(types).toContain(type);
});

test('a receiver that is right passes every check', async () => {
  expect(await findingsOf()).toEqual([]);
});

test.each(Object.entries(mistakes))('one that %s is found', async (mistake, check) => {
  expect(await findingsOf(mistake as Mistake)).toContain(check);
});

test('without its own data, a receiver is tried from outside only', async () => {
  const { server, url } = await openReceiver();
  const findings = await tryReceiver({ target: url, secret: SECRET, applied: undefined, events }, () => undefined);
  server.closeAllConnections();
  server.close();
  expect(findings.filter(({ isSkipped }) => isSkipped)).toHaveLength(4);
  expect(findings.filter(({ wrong }) => wrong !== undefined)).toEqual([]);
});
