// Serves one leased endpoint: sends due deliveries, with as much concurrency as the endpoint has earned, until none is
// due or the endpoint needs a rest.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SealingKeys } from '../../foundation/config.ts';
import { toId } from '../../foundation/ids.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Channel, Sender } from '../../platform/guard/send.ts';
import type { SpanOptions } from '../../platform/trace/span.ts';
import { continueTrace } from '../../platform/trace/trace.ts';
import type { StopFile } from '../../platform/work/stop.ts';
import { type AttemptDeps, attempt, type Means, SLOW_MS, signerOf } from './attempt.ts';
import type { CountAttempt } from './count.ts';
import {
  type AttemptOutcome,
  type DueRow,
  findServed,
  keepTaken,
  listDue,
  releaseWebhook,
  type ServedRow,
  type Taken,
} from './sql.ts';

/** Longer than an attempt (15 s) and the work around it. A holder that is silent for this long is gone. */
export const LEASE_SECONDS = 45;

/** A lease is renewed after this part of it has passed, so that the attempts sent then end well within it. */
const KEEP_AFTER_MS = 15_000;

/** Slow endpoints share few permits: each sends two requests at a time. */
const SLOW_AT_ONCE = 2;

/** The highest concurrency that an endpoint can earn. */
const MOST_AT_ONCE = 32;

/** Poll interval for newly due deliveries while responses are pending. */
const POLL_EVERY_MS = 500;

/** After this time an endpoint makes room for others and queues again behind those that wait. */
const TURN_MS = 5_000;

export type ServeDeps = AttemptDeps & {
  db: Db;
  sealingKeys: SealingKeys;
  sender: Sender;
  /** While it is on, nothing more is sent; due deliveries stay due. */
  stop: StopFile;
  /** Stores the outcome of an attempt. */
  note: (outcome: AttemptOutcome) => Promise<void>;
  onAttempt: CountAttempt;
  /** Waits for a permit among all concurrent sends. The returned function releases it, once. */
  place: (taken: Taken, isSlow: boolean) => Promise<() => void>;
  /** Aborted when the process is told to stop: nothing more is started. */
  stopping: AbortSignal;
  /** Aborted when attempts under way have to end too. */
  ending: AbortSignal;
};

/** The row in which an endpoint is served. `onLate` is called when a quick endpoint's response is overdue. */
export type Row = { isSlow: boolean; onLate: () => void };

/** Serves an endpoint and releases its lease. On an error the lease stays and delays the next try. */
export async function serve(deps: ServeDeps, taken: Taken, row: Row): Promise<void> {
  const channel = deps.sender.open();
  try {
    await sendDue(deps, taken, { row, channel });
  } finally {
    channel.close();
  }
  await releaseWebhook(deps.db, taken, deps.clock.now());
}

async function sendDue(deps: ServeDeps, taken: Taken, { row, channel }: { row: Row; channel: Channel }): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const begun = performance.now();
  let keptAt = begun;
  const failures: unknown[] = [];
  const start = (means: Means, due: DueRow) => {
    const sending = sendOne(deps, taken, { means, due, row })
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
    const { served, due } = await look(deps, taken, { underWay: [...underWay.keys()], row });
    if (served === undefined || !isFit(deps, served, row)) break;
    if (due.length > 0) {
      const means = { served, sign: signerOf(deps.sealingKeys, taken, served), channel };
      for (const each of due) start(means, each);
    }
    if (underWay.size === 0) break;
    if (due.length === 0) await Promise.race([...underWay.values(), sleep(POLL_EVERY_MS)]);
    // Refill when half of them are back: a poll costs as much as a send.
    while (underWay.size > Math.min(served.at_once, mostAtOnce(row)) / 2) await Promise.race(underWay.values());
  }
  await Promise.all(underWay.values());
  if (failures.length > 0) throw failures[0];
}

/** The endpoint as it is now, because it may have changed, and as many due deliveries as it can be sent now. */
async function look(
  { db, clock }: ServeDeps,
  { scope, webhookId }: Taken,
  { underWay, row }: { underWay: readonly string[]; row: Row },
) {
  return db.read(scope, async (tx) => {
    const [served, due] = await Promise.all([
      findServed(tx, scope, webhookId),
      listDue(tx, scope, { webhookId, at: clock.now(), underWay, mostAtOnce: mostAtOnce(row) }),
    ]);
    return { served, due };
  });
}

const mostAtOnce = ({ isSlow }: Row) => (isSlow ? SLOW_AT_ONCE : MOST_AT_ONCE);

/** Whether more can be sent here: the endpoint is enabled, needs no rest, and still belongs in this row. */
const isFit = ({ clock }: ServeDeps, { status, is_slow, rest_until }: ServedRow, { isSlow }: Row): boolean =>
  status === 'enabled' && is_slow === isSlow && (rest_until === null || rest_until <= clock.now());

async function sendOne(
  deps: ServeDeps,
  taken: Taken,
  { means, due, row }: { means: Means; due: DueRow; row: Row },
): Promise<void> {
  const leave = await deps.place(taken, row.isSlow);
  if (deps.stop.isOn()) return leave(); // it may have been switched on while this waited for a permit
  // A slow response is still awaited, but it no longer blocks the others.
  const late = setTimeout(() => {
    leave();
    row.onLate();
  }, SLOW_MS);
  try {
    await continueTrace(due.traceparent, 'deliver webhook', spanOf(taken, due), async (span) => {
      const outcome = await attempt(deps, taken, { means, due, signal: deps.ending });
      if (outcome === undefined) return;
      span?.add({ 'cardwright.outcome': outcome.outcome });
      if (outcome.status !== null) span?.add({ 'http.response.status_code': outcome.status });
      deps.onAttempt(outcome, due);
      await deps.note(outcome);
    });
  } finally {
    clearTimeout(late);
    leave();
  }
}

const spanOf =
  ({ scope, webhookId }: Taken, due: DueRow) =>
  (): SpanOptions => ({
    kind: 'client',
    facts: {
      'cardwright.company': toId('company', scope.companyId),
      'cardwright.environment': scope.environment,
      'cardwright.event': toId('event', due.event_id),
      'cardwright.webhook': toId('webhook', webhookId),
      'cardwright.attempt': due.attempts + 1,
    },
  });
