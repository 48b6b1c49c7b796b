// Everything that carries events to endpoints by itself: handing them on, and serving endpoints in two rows, so that
// those that are slow or dead never stand in front of those that answer.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../foundation/clock.ts';
import type { SealingKeys } from '../../foundation/config.ts';
import { untilStored } from '../../operations/run/settle.ts';
import { openBatcher } from '../../platform/db/batcher.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Sender } from '../../platform/guard/send.ts';
import type { StopFile } from '../../platform/work/stop.ts';
import { fanOut } from './fan-out.ts';
import { openSemaphore } from './semaphore.ts';
import { LEASE_SECONDS, type ServeDeps, serve } from './serve.ts';
import { type AttemptOutcome, cancelDeliveries, noteAttempts, stepReplay, takeWebhooks } from './sql.ts';
import { openWakeSignal, type WakeSignal } from './wake-signal.ts';

/** An idle process looks so often for events to hand on, and for deliveries that are due later. */
const POLL_EVERY_MS = 500;

/** The next poll when the last one may have left something, and the shortest time between two, however often woken. */
const POLL_AGAIN_MS = 50;

/** Endpoints that are served at once, in each of the two rows. */
const MOST_SERVED = { quick: 64, slow: 32 };

/** Requests to endpoints that answer quickly, all together; slow ones have two for each place in their row. */
const MOST_SENDS = 256;

/** Endpoints that turn out not to answer while they are served make room for others in their row, up to so many. */
const MOST_LATE = 256;

/** Deliveries that one commit cancels: about 50 ms, for which it holds their endpoint. */
const CANCELED_AT_ONCE = 1_000;

/** Events that one step of a replay reads: about 50 ms, for which it holds the endpoint. */
const REPLAYED_AT_ONCE = 500;

/** An attempt whose endpoint is locked is noted after this pause: locks last for one commit, about 50 ms. */
const LOCKED_MS = 100;

/** What is under way gets so long to end by itself when the process is told to stop. */
const STOP_WITHIN_MS = 7_000;

export type Deliverer = {
  db: Db;
  stop: StopFile;
  clock: Clock;
  sealingKeys: SealingKeys;
  sender: Sender;
  random: () => number;
  onError: (error: unknown) => void;
};

export type Delivering = {
  /** Says that there may be a new event. */
  wake(): void;
  /** Takes up nothing more and waits for the attempts under way. */
  stop(): Promise<void>;
};

/** Starts carrying events to endpoints. */
export function startDelivering(deliverer: Deliverer): Delivering {
  const stopping = new AbortController();
  const ending = new AbortController();
  const serving = openServing(deliverer, { stopping: stopping.signal, ending: ending.signal });
  const signals = {
    events: openWakeSignal(),
    behind: openWakeSignal(),
    quick: openWakeSignal(),
    slow: openWakeSignal(),
  };
  const wake = () => {
    signals.quick.raise();
    signals.slow.raise();
  };
  const handOn = async (): Promise<number> => {
    const books = await fanOut(deliverer);
    if (books > 0) wake();
    await sleep(POLL_AGAIN_MS); // events of this time are handed on together
    return books > 0 ? 0 : POLL_EVERY_MS - POLL_AGAIN_MS;
  };
  const replayAndCancel = async (): Promise<number> => {
    const { replayed, canceled } = await stepBehind(deliverer);
    if (replayed) wake();
    return replayed || canceled ? POLL_AGAIN_MS : POLL_EVERY_MS;
  };
  const serveRow = (isSlow: boolean) => async (): Promise<number> => {
    // Whoever was let go may be due again at once, or belong in the other row now.
    await serving.takeAndServe(isSlow, wake);
    return POLL_EVERY_MS;
  };
  const repeat = async (signal: WakeSignal, look: () => Promise<number>) => {
    while (!stopping.signal.aborted) {
      const again = deliverer.stop.isOn()
        ? POLL_EVERY_MS
        : await look().catch((error: unknown) => {
            deliverer.onError(error);
            return POLL_EVERY_MS;
          });
      await signal.wait(again);
    }
  };
  const driving = [
    repeat(signals.events, handOn),
    repeat(signals.behind, replayAndCancel),
    repeat(signals.quick, serveRow(false)),
    repeat(signals.slow, serveRow(true)),
  ];
  return {
    wake: () => signals.events.raise(),
    async stop() {
      stopping.abort();
      for (const signal of Object.values(signals)) signal.raise();
      await Promise.all(driving);
      const late = setTimeout(() => ending.abort(), STOP_WITHIN_MS);
      await serving.over();
      clearTimeout(late);
    },
  };
}

/** Hands on and serves until nothing is due at this moment of the clock. For whoever drives the clock. */
export async function deliverAll(deliverer: Deliverer): Promise<void> {
  const never = new AbortController().signal;
  const serving = openServing(deliverer, { stopping: never, ending: never });
  for (let taken = 1; taken > 0; ) {
    while ((await fanOut(deliverer)) > 0);
    for (let behind = true; behind; ) {
      const { replayed, canceled } = await stepBehind(deliverer);
      behind = replayed || canceled;
    }
    taken = (await serving.takeAndServe(false)) + (await serving.takeAndServe(true));
    await serving.over();
  }
}

/** What is done in steps behind the requests that wanted it: one of a replay, one of a cancellation. */
async function stepBehind({ db, clock }: Deliverer): Promise<{ replayed: boolean; canceled: boolean }> {
  const at = clock.now();
  const replayed = await stepReplay(db, { at, events: REPLAYED_AT_ONCE });
  const canceled = await cancelDeliveries(db, { at, most: CANCELED_AT_ONCE });
  return { replayed, canceled };
}

/** The endpoints that this process serves at a time. */
function openServing(deliverer: Deliverer, signals: Pick<ServeDeps, 'stopping' | 'ending'>) {
  const { db, clock, onError } = deliverer;
  const batcher = openBatcher<AttemptOutcome, boolean>({
    run: async (batch) => {
      const busy = new Set(await noteAttempts(db, batch));
      return batch.map(({ deliveryId }) => !busy.has(deliveryId));
    },
    ownerOf: ({ companyId, environment }) => `${companyId} ${environment}`,
    identityOf: ({ deliveryId }) => deliveryId,
  });
  const note = async (outcome: AttemptOutcome) => {
    while (!(await batcher(outcome))) await sleep(LOCKED_MS);
  };
  const permits = openSemaphore(MOST_SENDS);
  const deps: ServeDeps = {
    ...deliverer,
    ...signals,
    note: (outcome) => untilStored(() => note(outcome), onError),
    place: ({ scope }, isSlow) => (isSlow ? Promise.resolve(() => undefined) : permits.take(scope.companyId)),
  };
  const rows = { quick: new Set<Promise<void>>(), slow: new Set<Promise<void>>(), late: new Set<Promise<void>>() };
  return {
    /** Takes endpoints for which there is room and begins to serve them; answers how many. `onRoom`: there is more. */
    async takeAndServe(isSlow: boolean, onRoom: () => void = () => undefined): Promise<number> {
      const row = isSlow ? rows.slow : rows.quick;
      const most = (isSlow ? MOST_SERVED.slow : MOST_SERVED.quick) - row.size;
      if (most <= 0) return 0;
      const taking = { token: randomUUID(), at: clock.now(), leaseSeconds: LEASE_SECONDS, isSlow, most };
      const taken = await takeWebhooks(db, taking);
      for (const each of taken) {
        const onLate = () => {
          if (isSlow || rows.late.size >= MOST_LATE || !row.delete(work)) return;
          rows.late.add(work);
          onRoom();
        };
        const work: Promise<void> = serve(deps, each, { isSlow, onLate })
          .catch(onError) // its lease ends, and whoever lives then goes on
          .finally(() => {
            row.delete(work);
            rows.late.delete(work);
            onRoom();
          });
        row.add(work);
      }
      return taken.length;
    },
    async over(): Promise<void> {
      await Promise.all([...rows.quick, ...rows.slow, ...rows.late]);
    },
  };
}
