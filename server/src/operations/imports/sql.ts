// The statements of imports.
import type { Usd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { type PageRequest, readPage } from '../../platform/db/lists.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Claim } from '../../platform/idempotency/sql.ts';
import type { OperationRow } from '../read/sql.ts';
import type { ImportType } from './file.ts';

export type HolderMatch = { id: string; name: string };

/** The cardholders that each text names: by id, external id, or email if its word is given. Two show ambiguity. */
export async function matchHolders(
  tx: Tx,
  scope: Scope,
  asked: readonly { id: string | null; given: string; word: string }[],
): Promise<HolderMatch[][]> {
  const rows = await tx.query<HolderMatch & { at: bigint }>(sql`
    select i.at, h.id, h.name
      from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ given }) => given)}::text[],
                  ${asked.map(({ word }) => word)}::text[]) with ordinality as i (id, given, word, at)
     cross join lateral (
       (select x.id, x.name from holders x where ${inScope(scope, 'x')} and x.id = i.id limit 1)
       union
       (select x.id, x.name from holders x where ${inScope(scope, 'x')} and x.external_id = i.given and i.given <> '' limit 2)
       union
       (select x.id, x.name
          from search_words w
         cross join lateral (select h.id, h.name, h.email from holders h where ${inScope(scope, 'h')} and h.id = w.id limit 1) as x
         where ${inScope(scope, 'w')} and w.kind = 'holder' and w.word = i.word and i.word <> '' and lower(x.email) = lower(i.given)
         limit 2)) as h`);
  return byPosition(asked, rows);
}

export type CardMatch = {
  id: string;
  name: string;
  last4: string;
  holder_id: string;
  holder_name: string;
  /** Closed or expired: it cannot be topped up. */
  ended: boolean;
};

/** The cards that each text names, by id or last four digits; of one cardholder if given. Usable ones first. */
export async function matchCards(
  tx: Tx,
  scope: Scope,
  asked: readonly { id: string | null; last4: string; holderId: string | null }[],
): Promise<CardMatch[][]> {
  const rows = await tx.query<CardMatch & { at: bigint }>(sql`
    select i.at, c.id, c.name, c.last4, c.holder_id, c.ended, h.name as holder_name
      from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ last4 }) => last4)}::text[],
                  ${asked.map(({ holderId }) => holderId)}::uuid[]) with ordinality as i (id, last4, holder_id, at)
     cross join lateral (
       (select x.id, x.name, x.last4, x.holder_id, x.status in ('closed', 'expired') as ended
          from cards x
         where ${inScope(scope, 'x')} and x.id = i.id and x.holder_id = coalesce(i.holder_id, x.holder_id)
         limit 1)
       union
       (select x.id, x.name, x.last4, x.holder_id, x.status in ('closed', 'expired') as ended
          from cards x
         where ${inScope(scope, 'x')} and x.last4 = i.last4 and i.last4 <> ''
           and x.holder_id = coalesce(i.holder_id, x.holder_id)
         order by ended
         limit 2)) as c
     cross join lateral (select x.name from holders x where ${inScope(scope, 'x')} and x.id = c.holder_id limit 1) as h`);
  return byPosition(asked, rows);
}

function byPosition<Row extends { at: bigint }>(asked: readonly unknown[], rows: readonly Row[]): Row[][] {
  const found = Map.groupBy(rows, ({ at }) => Number(at) - 1);
  return asked.map((_, index) => found.get(index) ?? []);
}

/** A row to store: uuids, and cents as text. */
export type NewRow = {
  number: number;
  operation_id: string;
  holder_id: string | null;
  card_id: string | null;
  name: string;
  amount: string;
  fee: string;
};

/** Stores an import in one commit with its key. `known`: the key was used already, and nothing happened. */
export async function insertImport(
  db: Queryable,
  stored: { claim: Claim; keyId: string; id: string; type: ImportType; productId: string | null; rows: NewRow[] },
): Promise<{ known?: true }> {
  const { claim, keyId, id, type, productId, rows } = stored;
  const [row] = await db.query<{ answer: { known?: true } }>(sql`
    select create_import(${JSON.stringify(claim)}::jsonb, ${keyId}, ${JSON.stringify({ id, type, product_id: productId })}::jsonb,
                         ${JSON.stringify(rows)}::jsonb) as answer`);
  if (row === undefined) throw new Error('create_import answered nothing');
  return row.answer;
}

export type ImportRow = {
  id: string;
  type: ImportType;
  product_id: string | null;
  rows: number;
  amount: Usd;
  fee: Usd;
  accepted: number;
  refused: number;
  created_at: Date;
};

const list = {
  table: 'imports',
  time: 'created_at',
  columns: 't.id, t.type, t.product_id, t.rows, t.amount, t.fee, t.accepted, t.refused, t.created_at',
};

/** A page of imports, newest first. */
export async function listImports(tx: Tx, scope: Scope, page: PageRequest): Promise<ImportRow[]> {
  return readPage<ImportRow>(tx, scope, list, page);
}

/** One import of this company and environment. */
export async function findImport(tx: Tx, scope: Scope, id: string): Promise<ImportRow | undefined> {
  const [row] = await tx.query<ImportRow>(sql`
    select id, type, product_id, rows, amount, fee, accepted, refused, created_at
      from imports where ${inScope(scope)} and id = ${id}`);
  return row;
}

export type StoredRow = {
  number: number;
  operation_id: string;
  holder_id: string | null;
  card_id: string | null;
  name: string;
  amount: Usd;
  fee: Usd;
  refusal: string;
  /** Null until the row is accepted. */
  status: OperationRow['status'] | null;
};

/** Rows of an import by number, with the status of their operations. */
export async function listRows(
  tx: Tx,
  scope: Scope,
  id: string,
  { after, limit, onlyRefused }: { after: number; limit: number; onlyRefused: boolean },
): Promise<StoredRow[]> {
  return tx.query<StoredRow>(sql`
    select r.number, r.operation_id, r.holder_id, r.card_id, r.name, r.amount, r.fee, r.refusal, o.status
      from import_rows r
      left join lateral (
        select x.status from operations x where ${inScope(scope, 'x')} and x.id = r.operation_id limit 1) as o on true
     where ${inScope(scope, 'r')} and r.import_id = ${id} and r.number > ${after} and (r.refusal <> '' or not ${onlyRefused})
     order by r.number
     limit ${limit}`);
}

/** The next rows to order: neither accepted nor refused. */
export async function listWaiting(tx: Tx, scope: Scope, id: string, limit: number): Promise<StoredRow[]> {
  return tx.query<StoredRow>(sql`
    select r.number, r.operation_id, r.holder_id, r.card_id, r.name, r.amount, r.fee, r.refusal, null as status
      from import_rows r
     where ${inScope(scope, 'r')} and r.import_id = ${id} and not r.accepted and r.refusal = ''
     order by r.number
     limit ${limit}`);
}

type Tally = { status: OperationRow['status']; rows: number };

/** How many orders of an import have each status, and the total of the refused rows. */
export async function tallyImport(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<{ statuses: Tally[]; refusedTotal: Usd; waitingTotal: Usd }> {
  const [statuses, [totals]] = await Promise.all([
    tx.query<Tally>(sql`
      select o.status, count(*)::integer as rows
        from import_rows r
       cross join lateral (
         select x.status from operations x where ${inScope(scope, 'x')} and x.id = r.operation_id limit 1) as o
       where ${inScope(scope, 'r')} and r.import_id = ${id} and r.accepted
       group by o.status`),
    tx.query<{ refused: Usd; waiting: Usd }>(sql`
      select coalesce(sum(r.amount + r.fee) filter (where r.refusal <> ''), 0)::bigint as refused,
             coalesce(sum(r.amount + r.fee) filter (where r.refusal = '' and not r.accepted), 0)::bigint as waiting
        from import_rows r
       where ${inScope(scope, 'r')} and r.import_id = ${id}`),
  ]);
  return { statuses, refusedTotal: totals?.refused ?? (0n as Usd), waitingTotal: totals?.waiting ?? (0n as Usd) };
}

/** Notes the outcomes of a run: an empty refusal stands for acceptance. */
export async function noteRows(
  db: Queryable,
  { companyId, environment }: Scope,
  keyId: string,
  { id, outcomes }: { id: string; outcomes: readonly { number: number; refusal: string }[] },
): Promise<void> {
  await db.query(sql`
    select note_import_rows(${companyId}, ${environment}, ${keyId}, ${id}, ${outcomes.map(({ number }) => number)}::integer[],
                            ${outcomes.map(({ refusal }) => refusal)}::text[])`);
}

/** Makes refused rows wait again; without an import it does nothing. */
export async function retryRefused(
  db: Queryable,
  { companyId, environment }: Scope,
  keyId: string,
  id: string,
): Promise<void> {
  await db.query(sql`select retry_import(${companyId}, ${environment}, ${keyId}, ${id})`);
}
