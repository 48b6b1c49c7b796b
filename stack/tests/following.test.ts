// The product on a cluster whose primary is lost: nobody restarts a process, and nothing acknowledged is gone.

import { setTimeout as sleep } from 'node:timers/promises';
import { isInstalled } from '@cardwright/stack/cluster/programs.ts';
import { type Cluster, startCluster } from '@cardwright/stack/cluster/start.ts';
import { freePort, localUrl } from '@cardwright/stack/ports.ts';
import { roleUrl } from '@cardwright/stack/secrets.ts';
import { NO_RATE_LIMITS, type Stack, startStack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../server/tests/until.ts';

describe.skipIf(!isInstalled())('a cluster', () => {
  let cluster: Cluster;
  let stack: Stack;
  let pids: number[];
  /** The API by a list of hosts, and by HAProxy. */
  let doors: string[];
  let key = '';

  beforeAll(async () => {
    cluster = await startCluster();
    stack = await startStack({ adminUrl: cluster.hostsUrl, issuer: true, env: NO_RATE_LIMITS });
    const port = await freePort();
    const behindProxy = roleUrl(cluster.writerUrl, 'cardwright', 'cardwright_api');
    await stack.spawn('api', port, { CARDWRIGHT_DATABASE_URL: behindProxy });
    doors = [stack.baseUrl, localUrl(port)];
    pids = stack.processes.map(({ pid }) => pid);
    key = stack.demo?.companies[0]?.keys.sandbox ?? '';
  });
  afterAll(async () => {
    await stack?.stop();
    await cluster?.stop();
  });

  const ask = async (door: string, path: string, posted?: { key: string; body: object }) => {
    const response = await fetch(door + path, {
      headers: {
        authorization: `Bearer ${key}`,
        ...(posted === undefined ? {} : { 'idempotency-key': posted.key, 'content-type': 'application/json' }),
      },
      ...(posted === undefined ? {} : { method: 'POST', body: JSON.stringify(posted.body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  /** Credits a dollar, with the same key until it is answered. */
  const fund = async (door: string, name: string): Promise<void> => {
    for (;;) {
      const posted = { key: name, body: { amount: '1.00' } };
      const answer = await ask(door, '/api/v1/sandbox/funding', posted).catch(() => undefined);
      if (answer?.status === 200) return;
      await sleep(50);
    }
  };
  test.each(['kill', 'freeze'] as const)(
    'after a %s of the primary, both ways of addressing it work again',
    async (loss) => {
      const before = Number((await ask(doors[0] ?? '', '/api/v1/balance')).body['available']);
      const funded: Promise<void>[] = [];
      const load = setInterval(() => {
        for (const door of doors) funded.push(fund(door, `${loss}-${funded.length}`));
      }, 200);
      onTestFinished(() => clearInterval(load));
      await sleep(1_000);
      const old = await cluster.primary();
      await old[loss]();
      // How long it takes beside a bare writer is measured by `prove failover`, which runs alone.
      await Promise.all(doors.map((door) => fund(door, `${loss} at ${door}`)));
      clearInterval(load);
      await Promise.all(funded);
      old.start();
      old.thaw();
      await cluster.settled();
      for (const number of funded.keys()) {
        const kept = await ask(doors[0] ?? '', `/api/v1/idempotency-keys/${loss}-${number}`);
        expect([number, kept.status]).toEqual([number, 200]);
      }
      const after = await ask(doors[0] ?? '', '/api/v1/balance');
      expect(Number(after.body['available'])).toBe(before + funded.length + doors.length);
      for (const door of doors) expect((await ask(door, '/health/writable')).status).toBe(200);
      expect(stack.processes.map(({ pid }) => pid)).toEqual(pids);
    },
  );

  test('the worker goes on by itself, and every connection is to the primary', async () => {
    const door = doors[0] ?? '';
    const body = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
    const holder = await ask(door, '/api/v1/holders', { key: 'a holder', body });
    await until(
      () => ask(door, `/api/v1/holders/${String(holder.body['id'])}`),
      (shown) => shown.body['status'] === 'active',
    );
    const primary = await cluster.primary();
    const named = await Promise.all(cluster.nodes.map(({ url }) => namesAt(url)));
    for (const [index, node] of cluster.nodes.entries()) {
      const names = ['cardwright-api', 'cardwright-worker', 'cardwright-queue', 'cardwright-listen'];
      expect(names.filter((name) => named[index]?.includes(name))).toEqual(node.name === primary.name ? names : []);
    }
  });
});

/** The names of the connections at a server. */
async function namesAt(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select application_name as name from pg_stat_activity');
  await client.end();
  return rows.map(({ name }) => name);
}
