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
): Promise<{ sequence: bigint; balance: bigint }> {
  const [row] = await tx.query<{ sequence: bigint; balance: bigint }>(sql`
    select sequence, available_after + held_after as balance
      from ledger.entries
     where ${inScope(scope)} and created_at < ${moment}
     order by created_at desc, sequence desc
     limit 1`);
  return row ?? { sequence: 0n, balance: 0n };
}

/** The name on the statement. */
export async function findCompanyName(tx: Tx, scope: Scope): Promise<string> {
  const [row] = await tx.query<{ name: string }>(sql`select name from companies where id = ${scope.companyId}`);
  return row?.name ?? '';
}
