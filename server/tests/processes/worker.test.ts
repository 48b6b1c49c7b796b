// What the worker does by itself.
import { readFacts } from '@cardwright/server/oversight/status/facts.ts';
import { judge } from '@cardwright/server/oversight/status/judge.ts';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sealerOf } from '../sealer-of.ts';
import { PATIENCE_MS } from '../until.ts';
import { startWorld, type World } from '../world.ts';

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

/** Asks for a job now, as the daily schedule does, and waits for its end. */
async function endOf<Output>(queue: string, state: 'completed' | 'failed'): Promise<Output> {
  const id = await boss.send(queue, {});
  return vi.waitFor(
    async () => {
      const { rows } = await world.admin.query('select state, output from pgboss.job where id = $1', [id]);
      expect(rows[0]?.state).toBe(state);
      return rows[0].output;
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );
}
const verification = (state: 'completed' | 'failed') => endOf<{ message: string }>('verify-ledger', state);

const outcomes = async () =>
  (
    await world.admin.query(
      'select subject, books, entries, compared_with_heads, bad from history_verifications order by id',
    )
  ).rows;
const status = async () => {
  const facts = await readFacts(world.tools.db);
  return { verified: facts.verified, problems: judge(facts).map(({ problem }) => problem) };
};

describe('verification', () => {
  test('stores its outcome, and status shows it', async () => {
    await world.company({ available: '100.00' });
    expect((await status()).verified).toMatchObject([
      { subject: 'ledger', has_run: false, bad: null },
      { subject: 'audit', has_run: false, bad: null },
    ]);
    await verification('completed');
    expect(await outcomes()).toEqual([
      { subject: 'ledger', books: expect.any(BigInt), entries: 1n, compared_with_heads: true, bad: null },
      { subject: 'audit', books: null, entries: expect.any(BigInt), compared_with_heads: true, bad: null },
    ]);
    const { verified, problems } = await status();
    expect(verified).toMatchObject([{ subject: 'ledger', has_run: true, entries: 1n, bad: null }, { has_run: true }]);
    expect(problems).not.toContain('The ledger does not add up');
  });

  test('that finds a wrong row fails, is not repeated, and is told until a later one is clean', async () => {
    const before = (await outcomes()).length;
    const company = await world.company({ available: '100.00' });
    const move = (by: number) =>
      world.admin.query(
        "update ledger.accounts set balance = balance + $2 where company_id = $1 and environment = 'sandbox' and account = 'fees'",
        [company.scope.companyId, by],
      );
    await move(1);
    const { message } = await verification('failed');
    expect(message).toMatch(/ledger: an account is the sum of its lines.*ledger-mismatch\.md/);
    expect((await outcomes()).slice(before)).toMatchObject([
      { subject: 'ledger', bad: { rule: 'an account is the sum of its lines', company: company.id } },
      { subject: 'audit', bad: null },
    ]);
    expect((await status()).problems[0]).toBe('The ledger does not add up');
    const dead = await world.admin.query("select from pgboss.job where name = 'dead-letters'");
    expect(dead.rows).toHaveLength(1);
    await move(-1);
    await verification('completed');
    expect((await status()).problems).not.toContain('The ledger does not add up');
  });

  test('that finds a changed audit entry is told in the same way', async () => {
    await world.company(); // writes an audit entry
    const sealer = sealerOf(world.stack);
    await sealer.seal();
    await sealer.close();
    await world.admin.query('alter table audit_log disable trigger user');
    await world.admin.query(
      `update audit_log set subject = subject || 'x' where sequence = (select min(sequence) from audit_log)`,
    );
    await verification('failed');
    const { verified, problems } = await status();
    expect(verified[1]).toMatchObject({ subject: 'audit', bad: { rule: expect.any(String) } });
    expect(problems).toContain('The audit log was changed');
    expect(problems).not.toContain('The ledger does not add up');
  });

  test('is missed after a day and a half', async () => {
    await world.admin.query('alter table history_verifications disable trigger user');
    await world.admin.query("update history_verifications set finished_at = finished_at - interval '37 hours'");
    expect((await status()).problems).toEqual(
      expect.arrayContaining(['The ledger has not been verified', 'The audit log has not been verified']),
    );
  });

  test('keeps its outcomes: no process changes or deletes them', async () => {
    for (const role of ['cardwright_worker', 'cardwright_admin', 'cardwright_api', 'cardwright_posting']) {
      for (const change of ['update history_verifications set bad = null', 'delete from history_verifications'])
        await expect(world.admin.query(`begin; set local role ${role}; ${change}`), role).rejects.toThrow(/permission/);
      await world.admin.query('rollback');
    }
  });
});

test('the verification is scheduled once for the cell, however many workers there are', async () => {
  await world.stack.spawn('worker');
  const { rows } = await world.admin.query("select cron, timezone from pgboss.schedule where name = 'verify-ledger'");
  expect(rows).toEqual([{ cron: '17 3 * * *', timezone: 'UTC' }]);
});

test('the worker reconciles when it is time, once for the cell, and the run is recorded', async () => {
  const { run } = await endOf<{ run: string }>('reconcile', 'completed');
  await vi.waitFor(
    async () => {
      const { rows } = await world.admin.query('select asked_by, books from reconciliation_runs where id = $1', [run]);
      expect(rows).toMatchObject([{ asked_by: null, books: expect.anything() }]);
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );
  const { rows } = await world.admin.query("select cron, timezone from pgboss.schedule where name = 'reconcile'");
  expect(rows).toEqual([{ cron: '47 4 * * *', timezone: 'UTC' }]);
});
