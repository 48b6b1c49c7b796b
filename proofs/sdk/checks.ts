// The invariants at the end: the database of the API, the stores of the program, and what the proxy has seen.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toId } from '@cardwright/server/foundation/ids.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type pg from 'pg';
import type { Context } from '../harness/proof.ts';
import type { Wish } from './orders.ts';
import type { World } from './storm.ts';

/** The follower's tables. Nothing in them prevents a second effect. */
export const FOLLOWER_TABLES = `create table effects (sequence bigint not null, event text not null);
create table positions (sequence bigint not null);
insert into positions values (0);`;

type Operations = Map<string, string[]>;

/** The ids of the operations of each intent. */
export async function operationsOf(db: Db, companyId: string): Promise<Operations> {
  const rows = await db.query<{ intent: string; ids: string[] }>(sql`
    select metadata->>'intent' as intent, array_agg(id::text) as ids
      from operations where company_id = ${companyId} and metadata->>'intent' is not null group by 1`);
  return new Map(rows.map(({ intent, ids }) => [intent, ids.map((id) => toId('operation', id))]));
}

/** Each intent has exactly one operation, and its store has the response of that one. */
export async function checkIntents(
  { context, faults, places, wishes }: World,
  { operations, program }: { operations: Operations; program: pg.Pool },
): Promise<void> {
  const answered = new Map([...(await readFiles(places)), ...(await readTable(program))]);
  for (const { id, kind } of wishes) {
    const [first, ...more] = operations.get(id) ?? [];
    const told = answered.get(id);
    if (first === undefined) context.violation('an intent is lost', { id, kind, told });
    else if (more.length > 0) context.violation('an intent has its effect more than once', { id, kind, first, more });
    else if (told !== first) context.violation('a store does not have the response of its operation', { id, told });
    checkArrivals(context, { id, kind }, faults.arrived.get(id));
  }
}

/** A key and the bytes of a request never change; those of a refused one may. */
function checkArrivals(
  { violation }: Context,
  { id, kind }: Wish,
  arrived: { keys: Set<string>; bodies: Set<string> } | undefined,
): void {
  const { keys = new Set(), bodies = new Set() } = arrived ?? {};
  if (keys.size > 1) violation('an intent was sent under more than one key', { id, kind, keys: [...keys] });
  if (bodies.size > (kind === 'requote' ? 2 : 1)) violation('an intent was sent in other bytes', [...bodies]);
}

type Saved = { status: string; body: string };

const idIn = ({ status, body }: Saved): string =>
  status === 'accepted' ? (JSON.parse(body) as { id: string }).id : status;

async function readFiles(places: World['places']): Promise<[string, string][]> {
  const [place] = places;
  if (!('directory' in place)) return [];
  const read = async <T>(folder: string, name: string) =>
    JSON.parse(await readFile(join(place.directory, folder, name), 'utf8')) as T;
  const found: [string, string][] = [];
  for (const folder of ['refused', 'accepted']) {
    for (const name of await readdir(join(place.directory, folder))) {
      if (!name.endsWith('.json')) continue; // written beside its place when its process was killed
      const { id } = await read<{ id: string }>('intents', name);
      found.push([id, idIn(await read<Saved>(folder, name))]);
    }
  }
  return found;
}

async function readTable(program: pg.Pool): Promise<[string, string][]> {
  const { rows } = await program.query<{ id: string; outcome: string | null }>(
    'select id, outcome from cardwright_intents',
  );
  return rows.map(({ id, outcome }) => [id, outcome === null ? 'open' : idIn(JSON.parse(outcome) as Saved)]);
}

/** The follower has counted every event once. */
export async function checkEvents(
  { violation }: Context,
  { db, program, companyId }: { db: Db; program: pg.Pool; companyId: string },
): Promise<number> {
  const events = await db.query<{ id: string; sequence: bigint }>(
    sql`select id, sequence from events where company_id = ${companyId} and environment = 'sandbox' order by sequence`,
  );
  const { rows } = await program.query<{ sequence: string; event: string }>('select sequence, event from effects');
  const counted = Map.groupBy(rows, ({ event }) => event);
  for (const { id, sequence } of events) {
    const times = counted.get(toId('event', id))?.length ?? 0;
    if (times === 0) violation('an event is lost', { sequence });
    if (times > 1) violation('an event counts more than once', { sequence, times });
  }
  return events.length;
}
