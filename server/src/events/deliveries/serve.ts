// Serving one endpoint that this process has taken: whatever is due is sent, so many side by side as the endpoint has
// shown that it can take, until nothing is due or it needs a rest.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../platform/db/db.ts';
import type { StopFile } from '../../platform/work/stop.ts';
import { type AttemptDeps, attempt, SLOW_MS } from './attempt.ts';
import {
  type AttemptOutcome,
  type DueRow,
  findServed,
  keepTaken,
  letGo,
  listDue,
  type ServedRow,
  type Taken,
} from './sql.ts';

/** Longer than an attempt (15 s) and what comes before and behind it: who is silent for so long is gone. */
export const LEASE_SECONDS = 45;

/** A lease is made anew when so much of it is over: what is sent then ends well within it. */
const KEEP_AFTER_MS = 15_000;

/** Slow endpoints share few places: each of them waits for its answers two at a time. */
const SLOW_AT_ONCE = 2;

/** While an answer is waited for, what has become due since is looked for so often. */
const POLL_EVERY_MS = 500;

/** After this long an endpoint makes room for others: it is taken again behind those that wait. */
const TURN_MS = 5_000;

export type ServeDeps = AttemptDeps & {
  db: Db;
  /** While it is on, nothing more is sent: what is due stays due. */
  stop: StopFile;
  /** Stores what came of an attempt. */
  note: (outcome: AttemptOutcome) => Promise<void>;
  /** Waits for a place among all that is sent at once; what it answers gives the place back, once. */
  place: (taken: Taken, isSlow: boolean) => Promise<() => void>;
  /** Over when the process is told to stop: nothing more is begun. */
  stopping: AbortSignal;
  /** Over when what is under way has to end too. */
  ending: AbortSignal;
};

/** The row in which an endpoint is served; `onLate` hears of an answer that a quick one should have given by now. */
export type Row = { isSlow: boolean; onLate: () => void };

/** Serves an endpoint and lets go of it. Where that fails, its lease keeps it from being tried again at once. */
export async function serve(deps: ServeDeps, taken: Taken, row: Row): Promise<void> {
  await sendDue(deps, taken, row);
  await letGo(deps.db, taken, deps.clock.now());
}

async function sendDue(deps: ServeDeps, taken: Taken, row: Row): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const begun = performance.now();
  let keptAt = begun;
  const failures: unknown[] = [];
  const start = (served: ServedRow, due: DueRow) => {
    const sending = sendOne(deps, taken, { served, due, row })
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(due.id));
    underWay.set(due.id, sending);
  };
  const mayGoOn = () => !deps.stopping.aborted && !deps.stop.isOn() && performance.now() - begun < TURN_MS;
  while (failures.length === 0 && mayGoOn()) {
    if (performance.now() - keptAt > KEEP_AFTER_MS) {
      if (!(await keepTaken(deps.db, taken, { at: deps.clock.now(), leaseSeconds: LEASE_SECONDS }))) break;
      keptAt = performance.now();
    }
    // What was under way when we looked may be over by now, and still due in what we saw: it is not sent for that.
    const seen = new Set(underWay.keys());
    const { served, due } = await look(deps, taken);
    if (served === undefined || !isFit(deps, served, row)) break;
    const atOnce = row.isSlow ? Math.min(served.at_once, SLOW_AT_ONCE) : served.at_once;
    const next = due.filter(({ id }) => !seen.has(id)).slice(0, Math.max(0, atOnce - underWay.size));
    for (const each of next) start(served, each);
    if (underWay.size === 0) break;
    if (next.length === 0) await Promise.race([...underWay.values(), sleep(POLL_EVERY_MS)]);
    // Filled up again when half of them are back: looking costs as much as sending.
    while (underWay.size > atOnce / 2) await Promise.race(underWay.values());
  }
  await Promise.all(underWay.values());
  if (failures.length > 0) throw failures[0];
}

/** The endpoint as it is now, because it may have been changed, and what is due. */
async function look({ db, clock }: ServeDeps, { scope, webhookId }: Taken) {
  return db.read(scope, async (tx) => {
    const [served, due] = await Promise.all([
      findServed(tx, scope, webhookId),
      listDue(tx, scope, { webhookId, at: clock.now(), most: MOST_LISTED }),
    ]);
    return { served, due };
  });
}

/** What can be under way, and as much again. */
const MOST_LISTED = 64;

/** Whether more can be sent from here: it is enabled, needs no rest, and is as quick or slow as those beside it. */
const isFit = ({ clock }: ServeDeps, { status, is_slow, rest_until }: ServedRow, { isSlow }: Row): boolean =>
  status === 'enabled' && is_slow === isSlow && (rest_until === null || rest_until <= clock.now());

async function sendOne(
  deps: ServeDeps,
  taken: Taken,
  { served, due, row }: { served: ServedRow; due: DueRow; row: Row },
): Promise<void> {
  const leave = await deps.place(taken, row.isSlow);
  if (deps.stop.isOn()) return leave(); // it may have waited for its place
  // Whoever does not answer soon is waited for, but does not stand in the way of the others meanwhile.
  const late = setTimeout(() => {
    leave();
    row.onLate();
  }, SLOW_MS);
  try {
    const outcome = await attempt(deps, taken, { served, due, signal: deps.ending });
    if (outcome !== undefined) await deps.note(outcome);
  } finally {
    clearTimeout(late);
    leave();
  }
}
