// Rows that a database loses when it is restored to an earlier time.
import { until } from './until.ts';
import type { Company, World } from './world.ts';

/** Loses everything that a company created. Only the company, its keys and its empty book are left. */
export async function loseEverythingOf(world: World, { scope: { companyId } }: Company): Promise<void> {
  await allNotificationsProcessed(world);
  const { admin } = world;
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

/** A notification that arrived after the loss would decide an operation of the same reference a second time. */
async function allNotificationsProcessed({ admin }: World): Promise<void> {
  const text = `select (select count(*) from issuer_sandbox.notifications where copies > 0 and not given_up)
                     + (select count(*) from issuer_notifications where processed_at is null) as waiting`;
  await until(
    async () => Number((await admin.query(text)).rows[0].waiting),
    (waiting) => waiting === 0,
  );
}
