// `certify` against a correct receiver, and against receivers with one common mistake each.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, webhooks } from '@cardwright/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../server/tests/world.ts';
import { concurrentOf, testReceiver } from '../src/certify/checks.ts';
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

/** Common mistakes, and the check that must find each. */
const mistakes = {
  'does not verify the signature': 'rejects a signature made with another secret',
  'verifies a body that it serialized again': 'verifies the raw body',
  'ignores the timestamp': 'rejects a timestamp outside the tolerance',
  'ignores the second signature': 'accepts either signature during a rotation of the secret',
  'fails on a malformed signature': 'rejects a malformed signature without crashing',
  'accepts deliveries without a signature': 'rejects a delivery without a signature',
  'rejects unknown event types': 'accepts unknown event types',
  'limits bodies to 16 kB': 'accepts a large event',
  'counts every delivery': 'counts an event once when it arrives again',
  'checks for the id before it stores it': 'counts an event once when it arrives several times concurrently',
  'applies the status of an older event': 'keeps the latest status when events arrive out of order',
  'treats a review as a failure': 'keeps the latest status when events arrive out of order',
  'rejects late events': 'keeps the latest status when events arrive out of order',
  redirects: 'accepts a valid event',
} as const;
type Mistake = keyof typeof mistakes;

/** A correct receiver, except for one mistake. */
async function openReceiver(mistake?: Mistake): Promise<{ server: Server; url: string }> {
  const handled = new Set<string>();
  const applied: string[] = [];
  const second = Promise.withResolvers<void>();
  let arrivals = 0;
  const objects = new Map<string, { status: string; sequence: number }>();

  async function verify(body: Buffer, { headers }: IncomingMessage): Promise<Event> {
    const event = JSON.parse(body.toString()) as Event;
    if (mistake === 'does not verify the signature') return event;
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
      mistake === 'ignores the second signature' ? { ...headers, 'service-signature-next': undefined } : headers;
    const bytes = mistake === 'verifies a body that it serialized again' ? JSON.stringify(event) : body;
    const options = mistake === 'ignores the timestamp' ? { toleranceSeconds: 1e9 } : {};
    await webhooks.verify(bytes, given, SECRET, options);
    return event;
  }

  async function handle(event: Event): Promise<void> {
    const { object } = event.data;
    const isKnown = handled.has(event.id) && mistake !== 'counts every delivery';
    if (mistake === 'checks for the id before it stores it' && event.id === concurrentOf({ events }).id) {
      arrivals += 1;
      if (arrivals === 2) second.resolve();
      await second.promise; // the gap lasts until another delivery is in it
    }
    if (isKnown) return;
    handled.add(event.id);
    applied.push(event.id);
    const last = objects.get(object.id)?.sequence ?? 0;
    if (event.sequence < last && mistake !== 'applies the status of an older event') return;
    const isReview = object.status === 'manual_review' && mistake === 'treats a review as a failure';
    objects.set(object.id, { status: isReview ? 'failed' : (object.status ?? ''), sequence: event.sequence });
  }

  async function statusOf(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (mistake === 'redirects') return 302;
    if (mistake === 'limits bodies to 16 kB' && body.length > 16_384) return 413;
    const event = await verify(body, request);
    if (mistake === 'rejects unknown event types' && event.type.startsWith('certify')) return 422;
    const last = objects.get(event.data.object.id)?.sequence ?? 0;
    if (mistake === 'rejects late events' && event.sequence < last) return 409;
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
    const findings = await testReceiver({ target: url, secret: SECRET, applied: url, events }, () => undefined);
    return findings.flatMap(({ check, problem }) => (problem === undefined ? [] : [check]));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('every kind of event is among those sent', () => {
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

test('a correct receiver passes every check', async () => {
  expect(await findingsOf()).toEqual([]);
});

test.each(Object.entries(mistakes))('finds a receiver that %s', async (mistake, check) => {
  expect(await findingsOf(mistake as Mistake)).toContain(check);
});

test('without --applied, the checks that need it are skipped', async () => {
  const { server, url } = await openReceiver();
  const findings = await testReceiver({ target: url, secret: SECRET, applied: undefined, events }, () => undefined);
  server.closeAllConnections();
  server.close();
  expect(findings.filter(({ isSkipped }) => isSkipped)).toHaveLength(4);
  expect(findings.filter(({ problem }) => problem !== undefined)).toEqual([]);
});
