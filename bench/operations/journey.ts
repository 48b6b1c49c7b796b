// From POST to settled: the latency of an operation at a steady rate, and that of a commit and an issuer call
// at the same time.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, openClient } from '@cardwright/proofs/harness/ask.ts';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import type { Issuer } from '@cardwright/server/issuer/client.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import type pg from 'pg';
import { medianOf } from '../harness/bench.ts';
import { callIssuer, issuerOf } from './issuer-calls.ts';
import { type OperationWorld, type Orderer, orderBody } from './world.ts';

/** Operations per second. */
const RATE = 100;

/** Probes per second: one commit and one issuer call each, alone on their connections. */
const PROBES_A_SECOND = 10;

/** The worker settles within this, or something is wrong. */
const SETTLED_WITHIN_MS = 30_000;

export type JourneyTimes = {
  offered: number;
  accepted: number;
  settled: number;
  /** Milliseconds. */
  settledMs: { p50: number; p99: number };
  commitMs: number;
  issuerCallMs: number;
};

/** Sends operations at a steady rate, answered or not, and reads when the event of each was committed. */
export async function measureJourney(
  { stack, world, database }: { stack: Stack; world: OperationWorld; database: pg.Pool },
  seconds: number,
): Promise<JourneyTimes> {
  const client = openClient(stack.baseUrl, 64);
  const issuer = issuerOf(stack);
  try {
    const begun = new Map<string, number>();
    const probes = startProbes({ database, issuer, world });
    const pending: Promise<void>[] = [];
    const started = performance.now();
    for (let at = 0; at < RATE * seconds; at++) {
      const wait = started + (at * 1_000) / RATE - performance.now();
      if (wait > 0) await sleep(wait);
      const orderer = world.orderers[at % world.orderers.length];
      if (orderer !== undefined) pending.push(order(client, world, orderer, begun));
    }
    await Promise.all(pending);
    const { commitMs, issuerCallMs } = await probes.stop();
    const committed = await eventTimes(database, [...begun.keys()]);
    const took = [...begun].map(([id, at]) => (committed.get(id) ?? Number.NaN) - at).sort((a, b) => a - b);
    const part = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN;
    return {
      offered: RATE * seconds,
      accepted: begun.size,
      settled: committed.size,
      settledMs: { p50: part(0.5), p99: part(0.99) },
      commitMs,
      issuerCallMs,
    };
  } finally {
    await client.close();
    await issuer.close();
  }
}

async function order(
  client: Client,
  world: OperationWorld,
  orderer: Orderer,
  begun: Map<string, number>,
): Promise<void> {
  const at = performance.timeOrigin + performance.now();
  const { status, text } = await client.ask({
    method: 'POST',
    path: '/api/v1/operations',
    key: orderer.key,
    headers: { 'idempotency-key': randomUUID() },
    body: orderBody(world.productId, orderer.holderId),
  });
  if (status !== 201) throw new Error(`an order was not accepted: ${status} ${text}`);
  begun.set(fromId('operation', (JSON.parse(text) as { id: string }).id) ?? '', at);
}

/** When the event of each operation was committed, in milliseconds since 1970. */
async function eventTimes(database: pg.Pool, ids: readonly string[]): Promise<Map<string, number>> {
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const { rows } = await database.query<{ id: string; at: number }>(
      `select o.id, extract(epoch from pg_xact_commit_timestamp(o.xmin))::float8 * 1000 as at
         from operations o where o.id = any ($1) and o.status = 'completed'`,
      [ids],
    );
    if (rows.length === ids.length) return new Map(rows.map(({ id, at }) => [id, at]));
    if (performance.now() > until) throw new Error(`${rows.length} of ${ids.length} operations were completed`);
    await sleep(100);
  }
}

/** One commit and one issuer call at intervals, as a yardstick. */
function startProbes({ database, issuer, world }: { database: pg.Pool; issuer: Issuer; world: OperationWorld }) {
  const commits: number[] = [];
  const calls: number[] = [];
  const stopping = new AbortController();
  const running = (async () => {
    await database.query('create table if not exists bench.probes (at timestamptz not null)');
    while (!stopping.signal.aborted) {
      const before = performance.now();
      await database.query('insert into bench.probes values (clock_timestamp())');
      const between = performance.now();
      await callIssuer(issuer, world);
      commits.push(between - before);
      calls.push(performance.now() - between);
      await sleep(1_000 / PROBES_A_SECOND);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
      return { commitMs: medianOf(commits), issuerCallMs: medianOf(calls) };
    },
  };
}
