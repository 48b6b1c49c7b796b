// What the worker does by itself.
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;
let boss: PgBoss;
beforeAll(async () => {
  world = await startWorld({ tampered: true });
  await world.stack.spawn('worker');
  boss = new PgBoss({
    connectionString: world.stack.databaseUrl,
    schema: 'pgboss',
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
});
afterAll(async () => {
  await boss?.stop({ graceful: false });
  await world?.stop();
});

/** Asks for a job now, as the daily schedule does, and waits for what it answers. */
async function answerOf<Answer>(queue: string): Promise<Answer> {
  const id = await boss.send(queue, {});
  return vi.waitFor(
    async () => {
      const { rows } = await world.admin.query('select state, output from pgboss.job where id = $1', [id]);
      expect(rows[0]?.state).toBe('completed');
      return rows[0].output;
    },
    { timeout: 20_000, interval: 100 },
  );
}

const verification = () => answerOf<{ books: number; bad: { rule: string } | null }>('verify-ledger');

test('the worker verifies the ledger when it is time, and says when it does not add up', async () => {
  const company = await world.company({ available: '100.00' });
  expect(await verification()).toMatchObject({ bad: null });
  await world.admin.query(
    "update ledger.accounts set balance = balance + 1 where company_id = $1 and account = 'fees'",
    [company.scope.companyId],
  );
  expect(await verification()).toMatchObject({
    bad: { rule: 'an account is the sum of its lines', company: company.id },
  });
});

test('the verification is scheduled once for the cell, however many workers there are', async () => {
  await world.stack.spawn('worker');
  const { rows } = await world.admin.query("select cron, timezone from pgboss.schedule where name = 'verify-ledger'");
  expect(rows).toEqual([{ cron: '17 3 * * *', timezone: 'UTC' }]);
});

test('the worker reconciles when it is time, once for the cell, and the run is recorded', async () => {
  const { run } = await answerOf<{ run: string }>('reconcile');
  await vi.waitFor(
    async () => {
      const { rows } = await world.admin.query('select asked_by, books from reconciliation_runs where id = $1', [run]);
      expect(rows).toMatchObject([{ asked_by: null, books: expect.anything() }]);
    },
    { timeout: 20_000, interval: 100 },
  );
  const { rows } = await world.admin.query("select cron, timezone from pgboss.schedule where name = 'reconcile'");
  expect(rows).toEqual([{ cron: '47 4 * * *', timezone: 'UTC' }]);
});
