// Provokes second sends: too many wake-ups, and senders that seem dead while they wait.
import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATION_WORK } from '@cardwright/server/operations/read/sql.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { WORK_CHANNEL } from '@cardwright/server/platform/work/wake-up.ts';
import { slowScenarios } from './menu.ts';

/** Interval of the meddling. */
const EVERY_MS = 200;

/** Operations whose id ends in one of these appear to lose their sender. */
const SILENCED = ['0', '5', 'a'];

export type Meddler = {
  counts: { wakeUps: number; silenced: number };
  /** The operations whose sender was only made to look lost. */
  silenced: Set<string>;
  stop(): Promise<void>;
};

/** Meddles until it is stopped. */
export function startMeddling(db: Db): Meddler {
  const counts = { wakeUps: 0, silenced: 0 };
  const silenced = new Set<string>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      for (const id of await silence(db)) silenced.add(id);
      counts.silenced = silenced.size;
      await db.query(sql`select pg_notify(${WORK_CHANNEL}, ${OPERATION_WORK})`);
      counts.wakeUps++;
      await sleep(EVERY_MS);
    }
  })();
  return {
    counts,
    silenced,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Ends claims early, so that others take the sender for dead. It is alive, and its answer still comes. */
const silence = async (db: Db): Promise<string[]> => {
  const silenced = await db.query<{ id: string }>(sql`
    update operations set next_at = clock_timestamp()
     where status = 'processing' and scenario = any (${slowScenarios}::text[]) and right(id::text, 1) = any (${SILENCED}::text[])
       and attempt = lease_token and next_at > clock_timestamp()
    returning id`);
  return silenced.map(({ id }) => id);
};
