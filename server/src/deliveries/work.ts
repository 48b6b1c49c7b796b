// Everything that carries events to endpoints by itself: handing them on, and serving endpoints in two rows, so that
// those that are slow or dead never stand in front of those that answer.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { SealingKeys } from '../config.ts';
import type { Db } from '../db/db.ts';
import { openLane } from '../db/lane.ts';
import type { Sender } from '../guard/send.ts';
import { type Bell, openBell } from '../running/bell.ts';
import { untilStored } from '../running/settle.ts';
import { fanOut } from './fan-out.ts';
import { openPlaces } from './places.ts';
import { LEASE_SECONDS, type ServeDeps, serve } from './serve.ts';
import { type AttemptNews, noteAttempts, takeWebhooks } from './sql.ts';

/** An idle process looks so often for events to hand on, and for deliveries that are due later. */
const LOOK_EVERY_MS = 500;

/** What was handed on may not have been all: looked for again so soon. */
const LOOK_AGAIN_MS = 50;

/** Endpoints that are served at once, in each of the two rows. */
const MOST_SERVED = { quick: 64, slow: 32 };

/** Requests to endpoints that answer quickly, all together; slow ones have two for each place in their row. */
const MOST_SENDS = 256;

/** Endpoints that turn out not to answer while they are served make room for others in their row, up to so many. */
const MOST_LATE = 256;

/** What is under way gets so long to end by itself when the process is told to stop. */
const STOP_WITHIN_MS = 7_000;

export type Deliverer = {
  db: Db;
  clock: Clock;
  sealingKeys: SealingKeys;
  sender: Sender;
  random: () => number;
  onError: (error: unknown) => void;
};

/** Starts carrying events to endpoints. What it answers stops it, behind whatever is under way. */
export function startDelivering(deliverer: Deliverer): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const ending = new AbortController();
  const serving = openServing(deliverer, { stopping: stopping.signal, ending: ending.signal });
  const bells = { events: openBell(), quick: openBell(), slow: openBell() };
  const wake = () => {
    bells.quick.ring();
    bells.slow.ring();
  };
  const handOn = async (): Promise<number> => {
    const books = await fanOut(deliverer);
    if (books > 0) wake();
    return books > 0 ? LOOK_AGAIN_MS : LOOK_EVERY_MS;
  };
  const serveRow = (isSlow: boolean) => async (): Promise<number> => {
    // Whoever was let go may be due again at once, or belong in the other row now.
    await serving.takeAndServe(isSlow, wake);
    return LOOK_EVERY_MS;
  };
  const repeat = async (bell: Bell, look: () => Promise<number>) => {
    while (!stopping.signal.aborted) {
      const again = await look().catch((error: unknown) => {
        deliverer.onError(error);
        return LOOK_EVERY_MS;
      });
      await bell.wait(again);
    }
  };
  const driving = [
    repeat(bells.events, handOn),
    repeat(bells.quick, serveRow(false)),
    repeat(bells.slow, serveRow(true)),
  ];
  return {
    async stop() {
      stopping.abort();
      for (const bell of Object.values(bells)) bell.ring();
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
    taken = (await serving.takeAndServe(false)) + (await serving.takeAndServe(true));
    await serving.over();
  }
}

/** The endpoints that this process serves at a time. */
function openServing(deliverer: Deliverer, signals: Pick<ServeDeps, 'stopping' | 'ending'>) {
  const { db, clock, onError } = deliverer;
  const lane = openLane<AttemptNews, undefined>({
    run: async (batch) => {
      await noteAttempts(db, batch);
      return batch.map(() => undefined);
    },
    ownerOf: ({ companyId, environment }) => `${companyId} ${environment}`,
    identityOf: ({ deliveryId }) => deliveryId,
  });
  const places = openPlaces(MOST_SENDS);
  const deps: ServeDeps = {
    ...deliverer,
    ...signals,
    note: (news) => untilStored(() => lane(news), onError),
    place: (isSlow) => (isSlow ? Promise.resolve(() => undefined) : places.take()),
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
