// The statements (in SQL) behind a statement (of an account).
import { inScope, type Tx } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { Usd } from '../money/usd.ts';
import type { Scope } from '../scope.ts';

export type EntryRow = {
  sequence: bigint;
  kind: string;
  reference: string;
  description: string;
  available_delta: Usd;
  held_delta: Usd;
  available_after: Usd;
  held_after: Usd;
  created_at: Date;
};

/** The entries of a half-open range of time, oldest first, in ledger order. */
export async function listEntries(
  tx: Tx,
  scope: Scope,
  range: { from: Date; until: Date; limit: number },
): Promise<EntryRow[]> {
  return tx.query<EntryRow>(sql`
    select sequence, kind, reference, description, available_delta, held_delta, available_after, held_after, created_at
      from ledger.entries
     where ${inScope(scope)} and created_at >= ${range.from} and created_at < ${range.until}
     order by created_at, sequence
     limit ${range.limit}`);
}

/** What the card account held, available and held together, before a moment. */
export async function findBalanceBefore(tx: Tx, scope: Scope, moment: Date): Promise<bigint> {
  const [row] = await tx.query<{ balance: bigint }>(sql`
    select available_after + held_after as balance
      from ledger.entries
     where ${inScope(scope)} and created_at < ${moment}
     order by created_at desc, sequence desc
     limit 1`);
  return row?.balance ?? 0n;
}

/** The name on the statement. */
export async function findCompanyName(tx: Tx, scope: Scope): Promise<string> {
  const [row] = await tx.query<{ name: string }>(sql`select name from companies where id = ${scope.companyId}`);
  return row?.name ?? '';
}
