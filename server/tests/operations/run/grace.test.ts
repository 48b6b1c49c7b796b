// A stopping worker says that it is not ready, stores the response in progress and claims nothing more.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import { becomes, order, read, traces } from './on-its-way.ts';

/** Grace period of a worker. */
const GRACE_MS = 20_000;

/** Two seconds before the issuer's timeout. */
const ANSWERED_AFTER_MS = 8_000;

/** An issuer that executes an order long before it responds. */
const slowIssuer = createServer((request, response) => {
  pass(request, response).catch(() => response.destroy());
});

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true, metrics: true });
  slowIssuer.listen(0, '127.0.0.1');
  await once(slowIssuer, 'listening');
});
afterAll(async () => {
  slowIssuer.closeAllConnections();
  slowIssuer.close();
  await world?.stop();
});

async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request;
  const { connection: _, ...passed } = headers as Record<string, string>;
  const body = method === 'GET' ? null : await text(request);
  const answer = await fetch(`${world.stack.issuer?.url}${url}`, { method, headers: passed, body });
  const answered = await answer.text();
  if (url === '/v1/orders') await sleep(ANSWERED_AFTER_MS);
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answered);
}

const { attemptsOf, sendsOf, service } = traces(() => world);

test('settles the order in progress, leaves the next one queued, and exits without an error', async () => {
  const company = await world.company({ available: '10.00' });
  const { port } = slowIssuer.address() as AddressInfo;
  const worker = await world.stack.spawn('worker', undefined, {
    CARDWRIGHT_ISSUER_SANDBOX_URL: `http://127.0.0.1:${port}`,
  });
  const health = async (what: 'live' | 'ready') => (await fetch(new URL(`/health/${what}`, worker.metricsUrl))).status;
  expect([await health('live'), await health('ready')]).toEqual([200, 200]);
  const exited = once(worker.child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const underWay = await order(company, service(), 'late_notification');
  await until(
    () => sendsOf(underWay),
    (sends) => sends === 1,
  );
  const toldAt = performance.now();
  worker.child.kill('SIGTERM');
  const queued = await order(company, service());
  await until(
    () => health('ready'),
    (status) => status === 503,
  );
  expect(await health('live')).toBe(200);
  expect((await read(company, underWay)).body.status).toBe('processing');
  expect(await exited).toEqual([0, null]);
  expect(performance.now() - toldAt).toBeLessThan(GRACE_MS);

  expect((await read(company, underWay)).body.status).toBe('completed');
  expect(await attemptsOf(underWay)).toEqual([{ kind: 'send', outcome: 'done' }]);
  expect((await read(company, queued)).body.status).toBe('queued');
  expect(await attemptsOf(queued)).toEqual([]);

  const next = await world.stack.spawn('worker');
  await becomes(company, queued, 'completed');
  expect(await sendsOf(underWay)).toBe(1);
  await next.stop();
});
