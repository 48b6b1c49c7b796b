// Serves one leased endpoint: sends due deliveries, with as much concurrency as the endpoint has earned, until none is
// due or the endpoint needs a rest.
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
import { openWakeSignal } from './wake-signal.ts';

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

/** Deliveries and their endpoint are read again after this time: by then a client may have changed the endpoint. */
const READ_AGAIN_MS = 1_000;

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
  const sending = openSending(deps, taken, row);
  const begun = performance.now();
  let keptAt = begun;
  let ahead = 0;
  const mayGoOn = () =>
    sending.failures.length === 0 && !deps.stopping.aborted && !deps.stop.isOn() && performance.now() - begun < TURN_MS;
  while (mayGoOn()) {
    if (performance.now() - keptAt > KEEP_AFTER_MS) {
      if (!(await keepTaken(deps.db, taken, { at: deps.clock.now(), leaseSeconds: LEASE_SECONDS }))) break;
      keptAt = performance.now();
    }
    const { served, due } = await look(deps, taken, { underWay: sending.underWay(), row, ahead });
    if (served === undefined || !isFit(deps, served, row)) break;
    if (due.length === 0 && sending.underWay().length === 0) break;
    if (due.length === 0) await sending.oneEnds(POLL_EVERY_MS);
    const atOnce = Math.min(served.at_once, mostAtOnce(row));
    const means = due.length > 0 ? meansOf(deps, taken, { served, channel }) : undefined;
    const started = means === undefined ? 0 : await sending.page(means, due, { atOnce, mayGoOn });
    // Reads as many as the endpoint takes until the next read: a read costs as much as a send.
    ahead = sending.hasTrouble() ? 0 : (started === due.length ? 2 : 1) * started;
    await sending.atMost(atOnce / 2);
  }
  await sending.atMost(0);
  if (sending.failures.length > 0) throw sending.failures[0];
}

const meansOf = (
  { sealingKeys }: ServeDeps,
  taken: Taken,
  { served, channel }: { served: ServedRow; channel: Channel },
): Means => ({ url: new URL(served.url), sign: signerOf(sealingKeys, taken, served), channel });

/** Deliveries of one endpoint that are being sent. */
function openSending(deps: ServeDeps, taken: Taken, row: Row) {
  const underWay = new Set<string>();
  const failures: unknown[] = [];
  const ended = openWakeSignal();
  let hasTrouble = false;
  const onTrouble = () => {
    hasTrouble = true;
  };
  const start = (means: Means, due: DueRow) => {
    underWay.add(due.id);
    void sendOne(deps, taken, { means, due, row, onTrouble })
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        underWay.delete(due.id);
        ended.raise();
      });
  };
  return {
    failures,
    underWay: (): readonly string[] => [...underWay],
    /** An attempt of the last page failed or was slow: the endpoint may need a pause, or fewer requests at once. */
    hasTrouble: () => hasTrouble,
    oneEnds: (most: number) => ended.wait(most),
    async atMost(count: number): Promise<void> {
      while (underWay.size > count) await ended.wait(POLL_EVERY_MS);
    },
    /** Sends deliveries in order, until they have to be read again. Returns how many it has started. */
    async page(
      means: Means,
      due: readonly DueRow[],
      { atOnce, mayGoOn }: { atOnce: number; mayGoOn: () => boolean },
    ): Promise<number> {
      const endAt = performance.now() + READ_AGAIN_MS;
      hasTrouble = false;
      for (const [index, each] of due.entries()) {
        const isOver = () => hasTrouble || performance.now() >= endAt;
        while (underWay.size >= atOnce && !isOver()) await ended.wait(endAt - performance.now());
        if (underWay.size >= atOnce || isOver() || !mayGoOn()) return index;
        start(means, each);
      }
      return due.length;
    },
  };
}

/** The endpoint as it is now, because it may have changed, and its due deliveries that are not under way. */
async function look(
  { db, clock }: ServeDeps,
  { scope, webhookId }: Taken,
  { underWay, row, ahead }: { underWay: readonly string[]; row: Row; ahead: number },
) {
  return db.read(scope, async (tx) => {
    const [served, due] = await Promise.all([
      findServed(tx, scope, webhookId),
      listDue(tx, scope, { webhookId, at: clock.now(), underWay, mostAtOnce: mostAtOnce(row), ahead }),
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
  { means, due, row, onTrouble }: { means: Means; due: DueRow; row: Row; onTrouble: () => void },
): Promise<void> {
  const leave = await deps.place(taken, row.isSlow);
  if (deps.stop.isOn()) return leave(); // it may have been switched on while this waited for a permit
  // A slow response is still awaited, but it no longer blocks the others.
  const late = setTimeout(() => {
    onTrouble();
    leave();
    row.onLate();
  }, SLOW_MS);
  try {
    await continueTrace(due.traceparent, 'deliver webhook', spanOf(taken, due), async (span) => {
      const outcome = await attempt(deps, taken, { means, due, signal: deps.ending });
      if (outcome === undefined) return;
      if (outcome.outcome === 'failed' || outcome.isSlow) onTrouble();
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
