// SQL statements for account statements.

import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { type EntryRow, entryColumns } from '../book/entries.ts';

/** The entries of a half-open time range, oldest first, in ledger order. */
export async function listEntries(
  tx: Tx,
  scope: Scope,
  range: { from: Date; until: Date; limit: number },
): Promise<EntryRow[]> {
  return tx.query<EntryRow>(sql`
    select ${entryColumns}
      from ledger.entries
     where ${inScope(scope)} and created_at >= ${range.from} and created_at < ${range.until}
     order by created_at, sequence
     limit ${range.limit}`);
}

/** A book before a time: its last entry, and the card account's balance, available and held together. */
export async function findBalanceBefore(
  tx: Tx,
  scope: Scope,
  moment: Date,
): Promise<{ sequence: bigint; available: bigint; balance: bigint }> {
  const [row] = await tx.query<{ sequence: bigint; available: bigint; balance: bigint }>(sql`
    select sequence, available_after as available, available_after + held_after as balance
      from ledger.entries
     where ${inScope(scope)} and created_at < ${moment}
     order by created_at desc, sequence desc
     limit 1`);
  return row ?? { sequence: 0n, available: 0n, balance: 0n };
}

/** Entries by number: after one, through another. */
export type Run = { after: bigint; through: bigint };

/** Incoming and outgoing money of a run of entries. */
export async function sumRun(tx: Tx, scope: Scope, { after, through }: Run) {
  const [row] = await tx.query<{ incoming: bigint; outgoing: bigint }>(sql`
    select coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as incoming,
           coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::bigint as outgoing
      from (select available_delta + held_delta as amount
              from ledger.entries
             where ${inScope(scope)} and sequence > ${after} and sequence <= ${through}) as e`);
  return row ?? { incoming: 0n, outgoing: 0n };
}

/**
 * The causes whose last entry of a run comes before a number, newest first. It walks the entries backwards until it has
 * enough, with one look-up for each. `offset 0` keeps the look-up on the index of references, which has at most one
 * entry of each kind for a cause.
 */
export async function listLast(
  tx: Tx,
  scope: Scope,
  { after, through, before, limit }: Run & { before: bigint; limit: number },
): Promise<{ sequence: bigint; reference: string }[]> {
  return tx.query(sql`
    select e.sequence, e.reference
      from ledger.entries e
     where ${inScope(scope, 'e')} and e.sequence > ${after} and e.sequence < ${before}
       and e.sequence = (
         select max(l.sequence)
           from (select x.sequence from ledger.entries x
                  where ${inScope(scope, 'x')} and x.reference = e.reference offset 0) as l
          where l.sequence <= ${through})
     order by e.sequence desc
     limit ${limit}`);
}

/** The entries of some causes within a run, in ledger order. */
export async function listEntriesOf(
  tx: Tx,
  scope: Scope,
  { after, through, references }: Run & { references: readonly string[] },
): Promise<EntryRow[]> {
  return tx.query<EntryRow>(sql`
    select e.*
      from unnest(${references}::text[]) as r (reference)
     cross join lateral (
       select ${entryColumns} from ledger.entries x
        where ${inScope(scope, 'x')} and x.reference = r.reference offset 0) as e
     where e.sequence > ${after} and e.sequence <= ${through}
     order by e.sequence`);
}

/** What an operation is about. Empty or null where it has no such thing. */
export type CauseRow = {
  id: string;
  type: string;
  name: string;
  recipient: string;
  product: string | null;
  card: string | null;
  last4: string | null;
  holder: string | null;
};

/** The operations behind entries, with the current names of what they are about: a few look-ups by key for each. */
export async function listCauses(tx: Tx, scope: Scope, ids: readonly string[]): Promise<CauseRow[]> {
  return tx.query<CauseRow>(sql`
    select o.id, o.type, o.name, o.recipient, p.name as product, c.name as card, c.last4, h.name as holder
      from unnest(${ids}::uuid[]) as i (id)
     cross join lateral (
       select x.id, x.type, x.name, x.recipient, x.product_id, x.card_id, x.holder_id
         from operations x where ${inScope(scope, 'x')} and x.id = i.id limit 1) as o
      left join lateral (
        select x.name, x.last4, x.holder_id from cards x
         where ${inScope(scope, 'x')} and x.id = o.card_id limit 1) as c on true
      left join lateral (
        select x.name from holders x
         where ${inScope(scope, 'x')} and x.id = coalesce(o.holder_id, c.holder_id) limit 1) as h on true
      left join lateral (select x.name from products x where x.id = o.product_id limit 1) as p on true`);
}

/** The name on the statement. */
export async function findCompanyName(tx: Tx, scope: Scope): Promise<string> {
  const [row] = await tx.query<{ name: string }>(sql`select name from companies where id = ${scope.companyId}`);
  return row?.name ?? '';
}
