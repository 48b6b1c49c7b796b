// The statements of search. Each reads ranges of an index, however long the history is.

import type { Named } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Prefix } from './words.ts';

/** What has words. */
export type FoundKind = 'card' | 'holder' | 'merchant' | 'recipient';

/** Words that are read for a prefix. What has one of the others is found by typing more. */
export const MOST_WORDS = 2_000;

const ofPrefix = (kind: FoundKind, scope: Scope, { from, until }: Prefix): Sql => sql`
  ${inScope(scope, 'w')} and w.kind = ${kind} and w.word >= ${from} and w.word < ${until}`;

/** How many words begin with a prefix, counted up to a limit. */
export async function countWords(tx: Tx, scope: Scope, kind: FoundKind, prefix: Prefix): Promise<number> {
  const [row] = await tx.query<{ words: number }>(sql`
    select count(*)::integer as words
      from (select from search_words w where ${ofPrefix(kind, scope, prefix)} order by w.word, w.id limit ${MOST_WORDS}) s`);
  return row?.words ?? 0;
}

/** The ids of what has a word with the first prefix, and a word with each of the others; by their words. */
export async function listMatches(
  tx: Tx,
  scope: Scope,
  { kind, first, others, limit }: { kind: FoundKind; first: Prefix; others: readonly Prefix[]; limit: number },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select c.id
      from (select s.id, min(s.word) as word
              from (select w.id, w.word from search_words w
                     where ${ofPrefix(kind, scope, first)} order by w.word, w.id limit ${MOST_WORDS}) s
             group by s.id) c
     where not exists (
       select from unnest(${others.map(({ from }) => from)}::text[], ${others.map(({ until }) => until)}::text[]) as p (first, until)
        where not exists (
          select from search_words o
           where ${inScope(scope, 'o')} and o.kind = ${kind} and o.id = c.id and o.word >= p.first and o.word < p.until))
     order by c.word, c.id
     limit ${limit}`);
  return rows.map(({ id }) => id);
}

export type FoundCard = { id: string; name: string; last4: string; status: string; holder_name: string };

/** Cards by their ids, in that order. */
export async function listFoundCards(tx: Tx, scope: Scope, ids: readonly string[]): Promise<FoundCard[]> {
  return tx.query<FoundCard>(sql`
    select c.id, c.name, c.last4, c.status, h.name as holder_name
      from unnest(${ids}::uuid[]) with ordinality as i (id, at)
     cross join lateral (select * from cards x where ${inScope(scope, 'x')} and x.id = i.id limit 1) as c
     cross join lateral (select * from holders x where ${inScope(scope, 'x')} and x.id = c.holder_id limit 1) as h
     order by i.at`);
}

export type FoundHolder = { id: string; name: string; email: string };

/** Cardholders by their ids, in that order. */
export async function listFoundHolders(tx: Tx, scope: Scope, ids: readonly string[]): Promise<FoundHolder[]> {
  return tx.query<FoundHolder>(sql`
    select h.id, h.name, h.email
      from unnest(${ids}::uuid[]) with ordinality as i (id, at)
     cross join lateral (select * from holders x where ${inScope(scope, 'x')} and x.id = i.id limit 1) as h
     order by i.at`);
}

/** The names of merchants or recipients by their ids, in that order. */
export async function listPayees(
  tx: Tx,
  scope: Scope,
  kind: 'merchant' | 'recipient',
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    select p.name
      from unnest(${ids}::uuid[]) with ordinality as i (id, at)
     cross join lateral (
       select * from payees x where ${inScope(scope, 'x')} and x.kind = ${kind} and x.id = i.id limit 1) as p
     order by i.at`);
  return rows.map(({ name }) => name);
}

/** Those of the cards that belong to none of the cardholders. */
export async function listCardsOfOthers(
  tx: Tx,
  scope: Scope,
  cards: readonly string[],
  holders: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select c.id
      from unnest(${cards}::uuid[]) as i (id)
     cross join lateral (select * from cards x where ${inScope(scope, 'x')} and x.id = i.id limit 1) as c
     where c.holder_id <> all (${holders}::uuid[])`);
  return rows.map(({ id }) => id);
}

/** What an id may name, with a label and a status. A payment leads to its card, which shows it. */
const namedBy = {
  operation: (own: Sql) => sql`select o.type as label, o.status from operations o where ${own}`,
  card: (own: Sql) => sql`select o.name || ' ••' || o.last4 as label, o.status from cards o where ${own}`,
  holder: (own: Sql) => sql`select o.name as label, o.status from holders o where ${own}`,
  invoice: (own: Sql) => sql`select '' as label, o.status from invoices o where ${own}`,
  transaction: (own: Sql) => sql`select o.merchant as label, o.status from transactions o where ${own}`,
} as const satisfies Partial<Record<Named, (own: Sql) => Sql>>;

export type FoundById = keyof typeof namedBy;
export const foundById = Object.keys(namedBy) as readonly FoundById[];

export type NamedRow = { label: string; status: string };

/** What an id names in this company and environment. */
export async function findNamed(tx: Tx, scope: Scope, kind: FoundById, id: string): Promise<NamedRow | undefined> {
  const [row] = await tx.query<NamedRow>(namedBy[kind](sql`${inScope(scope, 'o')} and o.id = ${id}`));
  return row;
}
