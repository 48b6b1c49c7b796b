// What makes a second send tempting: pokes too many, and senders that seem to be gone while they wait.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@cardwright/server/db/db.ts';
import { sql } from '@cardwright/server/db/sql.ts';
import type { Poke } from '@cardwright/server/queue/pokes.ts';
import type { PokeSender } from '@cardwright/server/queue/send.ts';
import { slowScenarios } from './fault-menu.ts';
import type { Random } from './random.ts';

/** How often it meddles, and with how many operations at most each time. */
const EVERY_MS = 200;
const POKED_AT_ONCE = 12;

/** Operations whose id ends so lose their sender, as far as anybody can tell. */
const SILENCED = ['0', '5', 'a'];

export type Meddler = { counts: { pokes: number; silenced: number }; stop(): Promise<void> };

/** Meddles until it is stopped. */
export function startMeddling(db: Db, pokes: PokeSender, random: Random): Meddler {
  const counts = { pokes: 0, silenced: 0 };
  const stopping = new AbortController();
  const { signal } = stopping;
  const poke = async (operations: readonly Poke[]) => {
    if (operations.length === 0) return;
    counts.pokes += operations.length;
    await db.writeUnscoped((tx) => pokes.send(tx, operations));
  };
  const running = (async () => {
    while (!signal.aborted) {
      const underWay = await listUnderWay(db);
      await poke(underWay.filter(() => random.oneIn(2)).flatMap((operation) => [operation, operation]));
      const silenced = await silence(db);
      counts.silenced += silenced.length;
      await poke(silenced);
      await sleep(EVERY_MS);
    }
  })();
  return {
    counts,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

const columns = sql`company_id as "companyId", environment, id as "operationId"`;

const listUnderWay = (db: Db) =>
  db.query<Poke>(sql`
    (select ${columns} from operations where status = 'processing' limit ${POKED_AT_ONCE})
    union all
    (select ${columns} from operations where status = 'queued' and scenario <> 'connection_refused' limit ${POKED_AT_ONCE})`);

/** Dates marks back, so that whoever looks takes their sender for gone. It is not: its answer still comes. */
const silence = (db: Db) =>
  db.query<Poke>(sql`
    update operations set sent_at = sent_at - interval '1 minute'
     where status = 'processing' and scenario = any (${slowScenarios}::text[]) and right(id::text, 1) = any (${SILENCED}::text[])
       and sent_at > clock_timestamp() - interval '30 seconds'
    returning ${columns}`);
