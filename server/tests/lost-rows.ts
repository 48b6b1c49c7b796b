// Rows that a database loses when it is restored to an earlier time.
import type { Company, World } from './world.ts';

/** Loses everything that a company created. Only the company, its keys and its empty book are left. */
export async function loseEverythingOf({ admin }: World, { scope: { companyId } }: Company): Promise<void> {
  const client = await admin.connect();
  try {
    for (const table of [
      'idempotency_keys',
      'operations',
      'operation_attempts',
      'invoices',
      'invoice_transfers',
      'invoice_attempts',
      'issue_quotas',
      'cards',
      'transactions',
      'holders',
      'events',
      'ledger.lines',
      'ledger.entries',
      'ledger.seals',
      'ledger.holds',
    ]) {
      await client.query(`alter table ${table} disable trigger all`); // append-only, and named by other rows
      await client.query(`delete from ${table} where company_id = $1`, [companyId]);
    }
    await client.query('update ledger.accounts set balance = 0, lines = 0 where company_id = $1', [companyId]);
    await client.query('update ledger.books set entries = 0 where company_id = $1', [companyId]);
  } finally {
    client.release(true);
  }
}
