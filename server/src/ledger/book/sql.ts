// The statements of the ledger. Nothing here inserts or updates: only functions of the `ledger` schema can.

import type { Usd } from '../../foundation/money/usd.ts';
import type { Environment, Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

export type Account = 'available' | 'held' | 'issuer' | 'fees' | 'deposits' | 'adjustments';

export type HoldRow = { reference: string; amount: Usd; reason: string; created_at: Date };

/** Arguments for calling a batch function with one book: company and environment as arrays. */
const bookOf = (scope: Scope) => sql`array[${scope.companyId}]::uuid[], array[${scope.environment}]::environment[]`;

/** Credits sandbox funds; the database refuses live. */
export const callCreditSandbox = (tx: Tx, scope: Scope, credit: { reference: string; amount: Usd }) =>
  tx.query(sql`
    select ledger.credit_sandbox(${bookOf(scope)}, array[${credit.reference}]::text[], array[${credit.amount}]::bigint[])`);

/** Holds money; false if `available` does not cover it. */
export async function callReserve(
  tx: Tx,
  scope: Scope,
  hold: { reference: string; amount: Usd; reason: string },
): Promise<boolean> {
  const [row] = await tx.query<{ posted: boolean }>(sql`
    select (ledger.reserve(${bookOf(scope)}, array[${hold.reference}]::text[], array[${hold.amount}]::bigint[],
                           array[${hold.reason}]::text[]))[1] as posted`);
  return row?.posted === true;
}

/** Turns a hold into card funds and our fee. */
export const callCapture = (tx: Tx, scope: Scope, hold: { reference: string; amount: Usd; fee: Usd }) =>
  tx.query(sql`
    select ledger.capture(${bookOf(scope)}, array[${hold.reference}]::text[], array[${hold.amount}]::bigint[],
                          array[${hold.fee}]::bigint[])`);

/** Makes a hold available again. */
export const callRelease = (tx: Tx, scope: Scope, hold: { reference: string; amount: Usd }) =>
  tx.query(sql`
    select ledger.release(${bookOf(scope)}, array[${hold.reference}]::text[], array[${hold.amount}]::bigint[])`);

/** Credits a deposit and takes our fee from it. */
export const callDeposit = (tx: Tx, scope: Scope, deposit: { reference: string; amount: Usd; fee: Usd }) =>
  tx.query(sql`
    select ledger.deposit(${scope.companyId}, ${scope.environment}, ${deposit.reference}, ${deposit.amount}, ${deposit.fee})`);

/** Corrects `available`; false if it would become negative. */
export async function callAdjust(
  tx: Tx,
  scope: Scope,
  adjustment: { reference: string; amount: Usd; description: string },
): Promise<boolean> {
  const [row] = await tx.query<{ posted: boolean }>(sql`
    select ledger.adjust(${scope.companyId}, ${scope.environment}, ${adjustment.reference}, ${adjustment.amount},
                         ${adjustment.description}) as posted`);
  return row?.posted === true;
}

/** The balance of each account of a book. */
export async function listBalances(tx: Tx, scope: Scope): Promise<{ account: Account; balance: Usd }[]> {
  return tx.query(sql`select account, balance from ledger.accounts where ${inScope(scope)}`);
}

/** The entry count that a book records. */
export async function countEntries(tx: Tx, scope: Scope): Promise<bigint> {
  const [book] = await tx.query<{ entries: bigint }>(sql`select entries from ledger.books where ${inScope(scope)}`);
  return book?.entries ?? 0n;
}

/** The open holds of a book, oldest first. */
export async function listOpenHolds(tx: Tx, scope: Scope, limit: number): Promise<HoldRow[]> {
  return tx.query<HoldRow>(sql`
    select reference, amount, reason, created_at
      from ledger.holds
     where ${inScope(scope)} and state = 'open'
     order by created_at, reference
     limit ${limit}`);
}

/** The books of the cell, in order; each is then read in its own scope. */
export async function listBooks(db: Queryable, after: Scope | undefined, limit: number): Promise<Scope[]> {
  const rows = await db.query<{ company_id: string; environment: Environment }>(sql`
    select company_id, environment from ledger.list_books(${after?.companyId ?? null}, ${after?.environment ?? null}, ${limit})`);
  return rows.map((row) => ({ companyId: row.company_id, environment: row.environment }));
}
