// Background delivery: fans out events and serves endpoints in two rows, so that slow or dead endpoints never delay
// those that respond.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../foundation/clock.ts';
import type { SealingKeys } from '../../foundation/config.ts';
import { untilStored } from '../../operations/run/settle.ts';
import { openBatcher } from '../../platform/db/batcher.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Sender } from '../../platform/guard/send.ts';
import type { StopFile } from '../../platform/work/stop.ts';
import type { CountAttempt } from './count.ts';
import { fanOut } from './fan-out.ts';
import { openSemaphore } from './semaphore.ts';
import { LEASE_SECONDS, type ServeDeps, serve } from './serve.ts';
import { type AttemptOutcome, cancelDeliveries, noteAttempts, stepReplay, takeWebhooks } from './sql.ts';
import { openWakeSignal, type WakeSignal } from './wake-signal.ts';

/** Poll interval of an idle process for new events and for deliveries that become due. */
const POLL_EVERY_MS = 500;

/** The next poll when the last one may have left something, and the minimum time between two polls. */
const POLL_AGAIN_MS = 50;

/** Endpoints served concurrently, in each of the two rows. */
const MOST_SERVED = { quick: 64, slow: 32 };

/** Concurrent requests to all quick endpoints; slow ones have two for each endpoint in their row. */
const MOST_SENDS = 256;

/** Endpoints that stop responding while they are served make room for others in their row, up to this number. */
const MOST_LATE = 256;

/** Deliveries cancelled per commit: it locks their endpoint for about 50 ms. */
const CANCELED_AT_ONCE = 1_000;

/** Events read per replay step: it locks the endpoint for about 50 ms. */
const REPLAYED_AT_ONCE = 500;

/** Delay before recording an attempt whose endpoint is locked. A lock lasts for one commit, about 50 ms. */
const LOCKED_MS = 100;

/** How long attempts under way may take to end when the process is told to stop. */
const STOP_WITHIN_MS = 7_000;

export type Deliverer = {
  db: Db;
  stop: StopFile;
  clock: Clock;
  sealingKeys: SealingKeys;
  sender: Sender;
  random: () => number;
  onAttempt: CountAttempt;
  onError: (error: unknown) => void;
};

export type Delivering = {
  /** Signals that there may be a new event. */
  wake(): void;
  /** Starts nothing more and waits for the attempts under way. */
  stop(): Promise<void>;
};

/** Starts delivering events to endpoints. */
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
    const books = await fanOut(deliverer, wake); // sends what is committed while the next books are fanned out
    await sleep(POLL_AGAIN_MS); // batches the events of this time
    return books > 0 ? 0 : POLL_EVERY_MS - POLL_AGAIN_MS;
  };
  const replayAndCancel = async (): Promise<number> => {
    const { replayed, canceled } = await stepBehind(deliverer);
    if (replayed) wake();
    return replayed || canceled ? POLL_AGAIN_MS : POLL_EVERY_MS;
  };
  const serveRow = (isSlow: boolean) => async (): Promise<number> => {
    // A released endpoint may be due again immediately, or belong in the other row now.
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

/** Fans out and serves until nothing is due at the clock's current time. For callers that control the clock. */
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

/** Work that runs in steps after the request that caused it: one step of a replay and one of a cancellation. */
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
    name: 'record attempt',
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
    /**
     * Leases endpoints up to the free capacity and starts serving them; returns how many. `onRoom`: capacity was freed.
     */
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
          .catch(onError) // another process continues when its lease ends
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
