// From POST to settled: the latency of an operation at a steady rate, and that of a commit and an issuer call
// at the same time.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, openClient } from '@cardwright/proofs/harness/ask.ts';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import type { Issuer } from '@cardwright/server/issuer/client.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import type pg from 'pg';
import { medianOf, rounded } from '../harness/bench.ts';
import { callIssuer, issuerOf } from './issuer-calls.ts';
import { type OperationWorld, type Orderer, orderBody } from './world.ts';

/** Operations per second. */
const RATE = 100;

/** Probes per second: one commit and one issuer call each, alone on their connections. */
const PROBES_A_SECOND = 10;

/** The worker settles within this, or something is wrong. */
const SETTLED_WITHIN_MS = 30_000;

type Quantiles = { p50: number; p99: number };

/** From the request to its acceptance, to the claim, to the stored answer of the issuer, to the end of its commit. */
const steps = ['accepted', 'claimed', 'answered', 'committed'] as const;
type Step = (typeof steps)[number];

export type JourneyTimes = {
  offered: number;
  accepted: number;
  settled: number;
  /** Milliseconds. */
  settledMs: Quantiles;
  /** The same time by its steps, in order. */
  stepsMs: Record<Step, Quantiles>;
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
    const times = await eventTimes(database, [...begun.keys()]);
    const stepMs = (step: Step, index: number) =>
      quantilesOf(
        times.map(
          (row) => row[step] - (index === 0 ? (begun.get(row.id) ?? Number.NaN) : row[steps[index - 1] ?? step]),
        ),
      );
    return {
      offered: RATE * seconds,
      accepted: begun.size,
      settled: times.length,
      settledMs: quantilesOf(times.map((row) => row.committed - (begun.get(row.id) ?? Number.NaN))),
      stepsMs: Object.fromEntries(steps.map((step, index) => [step, stepMs(step, index)])) as Record<Step, Quantiles>,
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

/** When each operation ended its steps, in milliseconds since 1970. */
async function eventTimes(
  database: pg.Pool,
  ids: readonly string[],
): Promise<({ id: string } & Record<Step, number>)[]> {
  const until = performance.now() + SETTLED_WITHIN_MS;
  const ms = (time: string) => `extract(epoch from ${time})::float8 * 1000`;
  for (;;) {
    const { rows } = await database.query<{ id: string } & Record<Step, number>>(
      `select o.id, ${ms('o.accepted_at')} as accepted, ${ms('o.sent_at')} as claimed, ${ms('a.at')} as answered,
              ${ms('pg_xact_commit_timestamp(o.xmin)')} as committed
         from operations o
         join lateral (select min(t.at) as at from operation_attempts t
                        where t.company_id = o.company_id and t.environment = o.environment and t.operation_id = o.id) as a on true
        where o.id = any ($1) and o.status = 'completed'`,
      [ids],
    );
    if (rows.length === ids.length) return rows;
    if (performance.now() > until) throw new Error(`${rows.length} of ${ids.length} operations were completed`);
    await sleep(100);
  }
}

/** The median and the 99th percentile, rounded for people. */
function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b);
  const part = (share: number) =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
  return { p50: part(0.5), p99: part(0.99) };
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
