// Stalls: workers that stop between their claim and their send, for longer than their lease.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '@cardwright/server/foundation/crash-points.ts';
import { toId } from '@cardwright/server/foundation/ids.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { RunningProcess } from '@cardwright/stack/processes.ts';
import { watchStall } from '@cardwright/stack/stalls.ts';
import { type Context, sizeOf } from './proof.ts';

/** After the claim, where the process notices its stall; and after its own check, where only the issuer can. */
const POINTS: readonly CrashPoint[] = ['after-claim', 'before-send'];

/** All are longer than a claim, which ends after 20 s. */
const STALL_MS = [30_000, 90_000, 150_000];

/** A worker under load reaches its point in seconds; on a busy machine it takes longer. */
const STALLED_WITHIN_MS = 60_000;

/** Maximum number of stalls until one proves something. Most orders have no fault. */
const MOST_TRIES = 4;

/** Passes of a point before it stalls, so that some work has succeeded before. */
const MOST_PASSES = 6;

/** Other workers take an expired claim for lost within seconds, unless they are killed or the machine is busy. */
const LOST_WITHIN_MS = 120_000;

/** A resumed worker acts on its old claim within this time. */
const GOES_ON_MS = 5_000;

const TRIES = 60;
const AGAIN_MS = 500;

export type Stalls = { counts: { stalls: number }; over: Promise<unknown> };

/**
 * Stalls extra workers at random points, side by side; `stalls` of them, the first ones for the shortest time. Each
 * resumes once others have taken its claim for lost. A stall proves something when its order would have reached the
 * issuer: otherwise another one follows.
 */
export function startStalls(context: Context, db: Db): Stalls {
  const random = context.random.fork('stalls');
  const counts = { stalls: 0 };
  const stall = async (index: number) => {
    const point = POINTS[index % POINTS.length] ?? 'after-claim';
    const milliseconds = STALL_MS[Math.floor(index / POINTS.length) % STALL_MS.length] ?? 0;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      // A worker that has sent nothing yet opens a connection when it resumes. Its issuer may have been restarted.
      const passes = index === 0 ? 1 : random.integer(1, MOST_PASSES);
      const stalled = await stallOnce(context, db, { point, passes, milliseconds });
      if (stalled.length > 0) counts.stalls++;
      if (await untilKnown(() => isTelling(db, stalled))) return;
    }
  };
  const over = Promise.all(Array.from({ length: sizeOf(context.sizes, 'stalls') }, (_, index) => stall(index)));
  over.catch(() => undefined); // the caller awaits it later, or has ended by then
  return { counts, over };
}

type Stall = { point: CrashPoint; passes: number; milliseconds: number };

/** Stalls and resumes a worker. Returns the operations marked as sent when it stalled; none when it did not stall. */
async function stallOnce(context: Context, db: Db, { point, passes, milliseconds }: Stall): Promise<string[]> {
  const worker = await startWorker(context, { CARDWRIGHT_STALL_AT: `${point}:${passes}` });
  const stall = watchStall(worker.child, point);
  const until = performance.now() + STALLED_WITHIN_MS;
  while (!stall.hasBegun() && performance.now() < until) await sleep(50);
  let underWay: string[] = [];
  if (stall.hasBegun()) {
    underWay = await untilKnown(() => listUnderWay(db));
    await sleep(milliseconds);
    const lostBy = performance.now() + LOST_WITHIN_MS;
    const isOpen = async () => (await listUnderWay(db)).some((id) => underWay.includes(id));
    while ((await untilKnown(isOpen)) && performance.now() < lostBy) await sleep(100);
    await stall.goOn();
    await sleep(GOES_ON_MS);
  }
  await worker.stop();
  return underWay;
}

/** Whether one of these was taken for lost and had no fault: a late send would have had its effect. */
async function isTelling(db: Db, ids: readonly string[]): Promise<boolean> {
  const rows = await db.query(sql`
    select from operations o join operation_attempts a on a.operation_id = o.id and a.company_id = o.company_id
     where o.id = any (${ids}::uuid[]) and o.scenario = '' and a.kind = 'lost' limit 1`);
  return rows.length > 0;
}

const startWorker = ({ stack }: Context, env: Record<string, string>): Promise<RunningProcess> =>
  untilKnown(() => stack.spawn('worker', undefined, env));

/** Operations that are marked as sent and not settled, including the stalled worker's. */
async function listUnderWay(db: Db): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`select id from operations where status = 'processing'`);
  return rows.map(({ id }) => id);
}

/** Retries while the database is down. */
async function untilKnown<Result>(ask: () => Promise<Result>, tries = TRIES): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (tries === 1) throw error;
    await sleep(AGAIN_MS);
    return untilKnown(ask, tries - 1);
  }
}

/**
 * No order takes effect at the issuer after others took its claim for lost. Senders that were only made to look lost
 * are excluded: their request was under way.
 */
export async function checkLateEffects({ violation }: Context, db: Db, except = new Set<string>()): Promise<void> {
  const lost = await db.query<{ id: string; at: Date }>(
    sql`select operation_id as id, min(at) as at from operation_attempts where kind = 'lost' group by operation_id`,
  );
  const lostAt = new Map(lost.filter(({ id }) => !except.has(id)).map(({ id, at }) => [toId('operation', id), at]));
  const done = await db.query<{ reference: string; created_at: Date }>(sql`
    select reference, created_at from issuer_sandbox.orders where status = 'done' and reference = any (${[...lostAt.keys()]})`);
  for (const { reference, created_at } of done) {
    const at = lostAt.get(reference);
    if (at !== undefined && created_at > at)
      violation('an order took effect after its claim was taken for lost', {
        reference,
        lostAt: at,
        doneAt: created_at,
      });
  }
}
