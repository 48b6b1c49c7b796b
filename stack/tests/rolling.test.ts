// A release replaces every process under load, and no client notices. CARDWRIGHT_ROLLS=20 replaces each 20 times;
// without it nothing is replaced, because beside other tests the proxy finds no process that answers in time.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHttpProxy } from '@cardwright/stack/cluster/haproxy.ts';
import { type Home, openHome } from '@cardwright/stack/cluster/home.ts';
import { HAPROXY } from '@cardwright/stack/cluster/programs.ts';
import { freePort, freePorts, localUrl } from '@cardwright/stack/ports.ts';
import type { RunningProcess } from '@cardwright/stack/processes.ts';
import { NO_RATE_LIMITS, type Stack, startStack } from '@cardwright/stack/start.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { until } from '../../server/tests/until.ts';

const ROLLS = Number(process.env['CARDWRIGHT_ROLLS'] ?? 0);

/** 50 requests a second. */
const EVERY_MS = 20;

/** The proxy needs less than a second to notice; the rest is for a busy machine. */
const DRAIN_MS = 3_000;

describe.skipIf(!existsSync(HAPROXY))('two API processes behind HAProxy', () => {
  let home: Home;
  let stack: Stack;
  let url: string;
  let key: string;
  /** The ports of the processes that the proxy uses. */
  let used: () => Promise<number[]>;

  beforeAll(async () => {
    const env = { ...NO_RATE_LIMITS, CARDWRIGHT_DRAIN_MS: String(DRAIN_MS), CARDWRIGHT_TRUSTED_PROXIES: 'loopback' };
    stack = await startStack({
      adminUrl: inject('adminUrl'),
      database: `test_${randomUUID().replaceAll('-', '').slice(0, 12)}`,
      api: 2,
      workers: 0,
      env,
    });
    home = await openHome('rolling');
    const [port = 0, statsPort = 0] = await freePorts(2);
    url = localUrl(port);
    used = await startHttpProxy(home, { port, statsPort }, stack.baseUrls.map(portOf));
    key = stack.demo?.companies[0]?.keys.sandbox ?? '';
    await until(
      () => used().catch(() => []),
      ({ length }) => length === 2,
    );
  });
  afterAll(async () => {
    for (const { child } of stack?.processes ?? []) child.kill('SIGKILL'); // nobody waits for a drain here
    await stack?.stop();
    await home?.remove();
  });

  const portOf = (address: string) => Number(new URL(address).port);

  const balance = async () => {
    const answer = await fetch(`${url}/api/v1/balance`, { headers: { authorization: `Bearer ${key}` } });
    return BigInt(((await answer.json()) as { available: string }).available.replace('.', ''));
  };

  /** One request: a read, or a cent of sandbox funds. Returns what went wrong. */
  const send = async (number: number): Promise<string | undefined> => {
    const writes = number % 5 === 0;
    try {
      const answer = await fetch(url + (writes ? '/api/v1/sandbox/funding' : '/api/v1/balance'), {
        method: writes ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${key}`,
          ...(writes ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
        },
        ...(writes ? { body: JSON.stringify({ amount: '0.01' }) } : {}),
      });
      const text = await answer.text();
      return answer.ok ? undefined : `${answer.status} ${text.slice(0, 200)}`;
    } catch (error) {
      return String((error as Error).cause ?? error);
    }
  };

  test.skipIf(ROLLS === 0)(
    'answer every request while each is replaced',
    { timeout: 60_000 * ROLLS + 240_000 },
    async () => {
      const before = await balance();
      const sent: Promise<string | undefined>[] = [];
      const rolled = new AbortController();
      const load = (async () => {
        const started = performance.now();
        while (!rolled.signal.aborted) {
          sent.push(send(sent.length));
          await sleep(Math.max(0, started + sent.length * EVERY_MS - performance.now()));
        }
      })();
      for (let roll = 0; roll < ROLLS; roll++) {
        for (const address of stack.baseUrls) {
          const old = stack.processes.find(({ said }) => (said as { url?: string }).url === address) as RunningProcess;
          await old.stop();
          expect(old.child.exitCode).toBe(0);
          await stack.spawn('api', portOf(address));
          await until(used, ({ length }) => length === 2); // an orchestrator waits for this too
        }
      }
      rolled.abort();
      await load;
      const outcomes = await Promise.all(sent);
      const failures = new Set(outcomes.filter((failure) => failure !== undefined));
      expect([...failures], await home.said('haproxy')).toEqual([]);
      const written = outcomes.filter((_, number) => number % 5 === 0).length;
      expect(await balance()).toBe(before + BigInt(written));
      console.log(`${outcomes.length} requests during ${ROLLS * stack.baseUrls.length} restarts, 0 failed`);
    },
  );

  test('drain first: not ready, connections closed after their answer, requests still served', async () => {
    const port = await freePort();
    const api = await stack.spawn('api', port, { CARDWRIGHT_DRAIN_MS: '1000' });
    const ask = (path: string) =>
      new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
        const headers = { authorization: `Bearer ${key}`, connection: 'keep-alive' };
        httpRequest({ port, host: '127.0.0.1', path, headers }, (answer) => {
          answer.resume();
          resolve({ status: answer.statusCode, connection: answer.headers.connection });
        })
          .on('error', reject)
          .end();
      });
    expect(await ask('/health/ready')).toEqual({ status: 200, connection: 'keep-alive' });
    const stopped = api.stop();
    await until(
      async () => (await ask('/health/ready')).status,
      (status) => status === 503,
    );
    expect(await ask('/health/live')).toEqual({ status: 200, connection: 'close' });
    expect(await ask('/api/v1/balance')).toEqual({ status: 200, connection: 'close' });
    await stopped;
    await expect(ask('/health/live')).rejects.toThrow('ECONNREFUSED');
  });
});
