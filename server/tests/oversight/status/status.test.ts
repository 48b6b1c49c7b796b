// The status screen: pending and stuck work, reason, age, held funds and next step.
import { fromId, newUuid } from '@cardwright/server/foundation/ids.ts';
import { readFacts } from '@cardwright/server/oversight/status/facts.ts';
import { judge } from '@cardwright/server/oversight/status/judge.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorOf } from '../../operator-of.ts';
import { insertOperations } from '../../rows.ts';
import { sealerOf } from '../../sealer-of.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ tampered: true, desk: true }); // no worker: whatever is put into a state stays there
});
afterAll(() => world?.stop());
beforeEach(async () => {
  await sql('delete from operations');
  await sql(`update ledger.holds set state = 'released', closed_at = now() where state = 'open'`);
  await sql('delete from seal_outbox');
  await sql('delete from operator_mails'); // what the template's operators were told
});

const sql = (text: string, values: unknown[] = []) => world.admin.query(text, values);

/** Without the operators' actions that wait for their export: no worker exports here. */
const facts = async () => {
  const read = await readFacts(world.tools.db);
  return { ...read, backlogs: read.backlogs.filter(({ backlog }) => backlog !== 'actions') };
};
const problems = async () => judge(await facts());
const problemNames = async () => (await problems()).map(({ problem }) => problem);

async function order(company: Company): Promise<void> {
  const service = { type: 'service', productId: world.products.service, amount: '5.00', recipient: 'a' };
  expect(await company.post('/api/v1/operations', service)).toMatchObject({ status: 201 });
}
const ordered = async (options: Parameters<World['company']>[0] = {}) => {
  const company = await world.company({ available: '5.00', ...options });
  await order(company);
  return company;
};

const nothingHeld = { of_holds: 0n, of_operations: 0n, is_whole: true };
const isAboutNow = (moment: Date | undefined) => Math.abs((moment?.getTime() ?? 0) - Date.now()) < 60_000;

/** Makes every operation this old. */
const age = (milliseconds: number) =>
  sql(`update operations set accepted_at = now() - make_interval(secs => $1 / 1000.0)`, [milliseconds]);

describe('pending operations', () => {
  test('are none in an idle cell', async () => {
    const { waiting, sending, reviews, invoices, held } = await facts();
    expect({ waiting, sending, reviews, invoices }).toEqual({ waiting: [], sending: [], reviews: [], invoices: [] });
    expect(held).toEqual([
      { environment: 'sandbox', ...nothingHeld },
      { environment: 'live', ...nothingHeld },
    ]);
  });

  test('are shown with their reason, and with the next step once they are late', async () => {
    await ordered();
    const unreachable = await ordered();
    const suspended = await ordered();
    await sql(`update operations set refused_since = now() where company_id = $1`, [unreachable.scope.companyId]);
    await sql(`update companies set suspended_at = now(), suspension_reason = 'x' where id = $1`, [
      suspended.scope.companyId,
    ]);
    const { waiting, held } = await facts();
    const one = { environment: 'sandbox', operations: 1n, held: 5_00n };
    expect(waiting).toMatchObject(['suspended', 'unreachable', 'waiting'].map((reason) => ({ reason, ...one })));
    expect(waiting.every(({ oldest_at }) => isAboutNow(oldest_at))).toBe(true);
    expect(held[0]).toEqual({ environment: 'sandbox', of_holds: 15_00n, of_operations: 15_00n, is_whole: true });
    expect(await problemNames()).not.toContain('Operations wait in sandbox');

    await age(120_000);
    expect((await problems()).filter(({ problem }) => problem === 'Operations wait in sandbox')).toEqual([
      expect.objectContaining({ why: expect.stringContaining('suspended'), next: 'cardwright-admin company list' }),
      expect.objectContaining({ next: expect.stringContaining('pause add --environment sandbox --reason') }),
      expect.objectContaining({ next: expect.stringContaining('docs/runbooks/operations.md#operations-wait') }),
    ]);
  });

  test('is dated by its id where the previous version stored it, during an upgrade', async () => {
    const company = await world.company();
    const createdAt = new Date(Date.now() - 3_600_000);
    const id = await company.insertOperation({ status: 'queued', createdAt });
    await sql('update operations set accepted_at = null, next_at = now() where id = $1', [fromId('operation', id)]);
    const { waiting } = await facts();
    const oldest = Math.min(...waiting.map(({ oldest_at }) => oldest_at.getTime()));
    expect(oldest).toBe(createdAt.getTime());
    await sql('delete from operations where id = $1', [fromId('operation', id)]);
  });

  test('is dated by real time, also where a sandbox clock runs ahead', async () => {
    const company = await world.company({ available: '5.00' });
    await sql(`update ledger.books set clock_offset = '30 days' where company_id = $1 and environment = 'sandbox'`, [
      company.scope.companyId,
    ]);
    await order(company);
    expect(isAboutNow((await facts()).waiting[0]?.oldest_at)).toBe(true);
  });

  test('are counted up to 10000', async () => {
    const company = await world.company();
    await insertOperations(
      world.admin,
      company.scope,
      Array.from({ length: 10_050 }, () => ({ productId: world.products.card })),
    );
    await sql('update operations set next_at = now()');
    const { waiting, held } = await facts();
    expect(waiting).toMatchObject([{ operations: 10_001n }]);
    expect(held[0]).toMatchObject({ is_whole: false });
    expect(await problemNames()).not.toContain('The money held in sandbox does not match');
  });
});

describe('stuck work', () => {
  const inReview = (company: Company, { openFor, next }: { openFor: string; next: string | null }) =>
    sql(
      `update operations set status = 'manual_review', sent_at = now() - $2::interval, review_reason = 'silence',
              review_opened_at = now() - $2::interval, review_next_at = now() + $3::interval where company_id = $1`,
      [company.scope.companyId, openFor, next],
    );

  test('includes a send whose worker is silent', async () => {
    const { scope } = await ordered();
    await sql(
      `update operations set status = 'processing', attempt = gen_random_uuid(), sent_at = now() - interval '1 minute'
        where company_id = $1`,
      [scope.companyId],
    );
    const { sending, held } = await facts();
    expect(sending).toMatchObject([{ operations: 1n, silent: 1n }]);
    expect(held[0]).toMatchObject({ of_holds: 5_00n, of_operations: 5_00n });
    expect(await problemNames()).toContain('1 sent in sandbox without a response');
  });

  test('includes a review after its last check, which only operators can decide', async () => {
    await inReview(await ordered(), { openFor: '8 days', next: null });
    const { reviews, held } = await facts();
    expect(reviews).toMatchObject([{ operations: 1n, without_next: 1n, held: 5_00n, next_at: null }]);
    expect(held[0]).toMatchObject({ of_holds: 5_00n, of_operations: 5_00n });
    const found = await problems();
    expect(found.map(({ problem }) => problem)).toEqual(
      expect.arrayContaining([
        '1 review of operations needs a decision in sandbox',
        'A review of an operation in sandbox is older than a day',
      ]),
    );
    expect(found.map(({ next }) => next)).toContain('cardwright-admin review list');
  });

  test('includes an overdue review, but not one that is due later', async () => {
    await inReview(await ordered(), { openFor: '1 minute', next: '4 minutes' });
    expect(await problemNames()).not.toContain('Reviews of operations in sandbox are not being asked about');
    await inReview(await ordered(), { openFor: '1 hour', next: '-10 minutes' });
    const { reviews } = await facts();
    expect(reviews).toMatchObject([{ operations: 2n, without_next: 0n, held: 10_00n }]);
    expect(await problemNames()).toContain('Reviews of operations in sandbox are not being asked about');
  });

  test('includes money held without an operation, which comes first', async () => {
    const { scope } = await ordered();
    await sql(`update operations set status = 'failed', decided_at = now(), next_at = null where company_id = $1`, [
      scope.companyId,
    ]);
    expect((await problems())[0]).toEqual({
      problem: 'The money held in sandbox does not match',
      why: 'the ledger holds 5.00, the unfinished operations ask for 0.00',
      next: 'cardwright-admin ledger verify',
    });
  });

  test('includes notifications, cases, seals, and missing workers', async () => {
    const company = await world.company();
    await sql(`insert into issuer_notifications (environment, event_id, body_digest, contradicts, key_id, signature, received_at)
      values ('sandbox', 'evt', sha256('x'), false, 'k', 's', now() - interval '1 hour')`);
    await sql(
      `insert into cases (company_id, environment, id, subject_kind, subject_id, kind, detail, opened_at)
       values ($1, 'sandbox', gen_random_uuid(), 'operation', gen_random_uuid(), 'contradiction', 'x', now() - interval '1 day')`,
      [company.scope.companyId],
    );
    await sql(
      `insert into proposals (company_id, environment, id, action, subject_kind, subject_id, decision, reason, proposed_by, proposed_at, expires_at)
       select $1, 'sandbox', gen_random_uuid(), 'review.decide', 'operation', gen_random_uuid(), 'fail', 'x', o.id,
              now() - interval '1 day', now() + interval '6 days'
         from operators o limit 1`,
      [company.scope.companyId],
    );
    await sql(`insert into seal_outbox (line) values ('{"at":"2026-01-01T00:00:00.000Z"}')`);
    const { backlogs, queues } = await facts();
    expect(backlogs).toMatchObject([
      { backlog: 'cases', environment: 'sandbox', waiting: 1n },
      { backlog: 'notifications', environment: 'sandbox', waiting: 1n },
      { backlog: 'proposals', environment: 'sandbox', waiting: 1n },
      { backlog: 'seals', environment: null, waiting: 1n, oldest_at: new Date('2026-01-01') },
    ]);
    expect(queues.map(({ name }) => name)).toContain('reconcile');
    expect(await problemNames()).toEqual([
      'No worker runs',
      'Cases are open (sandbox)',
      'Notifications of an issuer are not processed (sandbox)',
      'A proposal waits for a second operator (sandbox)',
      'Seals have not left the database',
    ]);
    await sql('delete from proposals');
    await sql('delete from cases');
    await sql('delete from issuer_notifications');
  });
});

describe('background work', () => {
  const holder = async (columns: string) => {
    const company = await world.company();
    const id = await company.insertHolder({ status: 'pending' });
    await sql(`update holders set ${columns} where id = $1`, [fromId('holder', id)]);
    return { company, id: fromId('holder', id) ?? '' };
  };
  const aboutHolders = async () => (await problems()).filter(({ problem }) => problem.includes('holder'));
  afterEach(() => sql('delete from holders'));

  test('that no worker takes is a problem once it is late', async () => {
    await holder(`next_at = now() - interval '30 seconds'`);
    expect(await aboutHolders()).toEqual([]);
    await holder(`next_at = now() - interval '10 minutes'`);
    expect((await facts()).work).toContainEqual(
      expect.objectContaining({ kind: 'holder', environment: 'sandbox', open: 2n, due: 2n, failing: 0n, parked: 0n }),
    );
    expect(await aboutHolders()).toMatchObject([
      {
        problem: 'No worker takes work in sandbox: holder, 2',
        next: 'See that workers run: docs/runbooks/work.md#work-waits',
      },
    ]);
  });

  test('that keeps failing is a problem with its last error; a few failures are none', async () => {
    await holder(`next_at = now() + interval '5 minutes', attempts = 3, last_error = 'HTTP status 500'`);
    expect(await aboutHolders()).toEqual([]);
    await holder(`next_at = now() + interval '5 minutes', attempts = 9, last_error = 'HTTP status 503'`);
    expect(await aboutHolders()).toMatchObject([
      {
        problem: 'Work in sandbox keeps failing: holder, 1',
        why: 'it is retried; the last error: HTTP status 503',
        next: 'Mend the cause: docs/runbooks/work.md#work-fails',
      },
    ]);
  });

  test('that is parked is a problem, is listed with its reason, and is released with an audit entry', async () => {
    const jane = await operatorOf(world, 'Jane Parked');
    const parked = (at: string) => holder(`parked_at = ${at}, attempts = 2, last_error = 'TypeError: odd'`);
    const { company, id } = await parked(`'2026-01-02'`);
    await parked(`'2026-01-03'`);
    await parked(`'2026-01-04'`);
    expect(await aboutHolders()).toEqual([
      {
        problem: 'Parked work in sandbox: holder, 3',
        why: 'the oldest since 2026-01-02T00:00:00.000Z: TypeError: odd',
        next: 'cardwright-admin work list --kind holder',
      },
    ]);
    const { data } = await jane.json<{ data: object[] }>(['work', 'list']);
    expect(data).toHaveLength(3);
    expect(data[0]).toMatchObject({ kind: 'holder', company: company.id, id, reason: 'TypeError: odd', attempts: 2 });
    const release = ['work', 'release', 'holder', '--environment', 'sandbox'];
    expect(await jane.run([...release, '--all', '--id', id])).toMatchObject({ code: 2 });
    const one = [...release, '--company', company.id, '--id', id];
    expect(await jane.json(one)).toEqual({ kind: 'holder', environment: 'sandbox', released: 1 });
    expect(await jane.json([...release, '--all'])).toMatchObject({ released: 2 });
    expect((await sql('select from holders where parked_at is null and attempts = 0')).rowCount).toBe(3);
    const log = await sql(
      `select company_id, subject, details from audit_log where action = 'work.release' order by sequence`,
    );
    expect(log.rows).toMatchObject([
      { company_id: company.scope.companyId, subject: id, details: { kind: 'holder', released: 1 } },
      { company_id: null, subject: 'holder', details: { kind: 'holder', environment: 'sandbox', released: 2 } },
    ]);
  });
});

describe('a worker', () => {
  afterEach(() => sql('delete from workers'));
  /** Seen in the future, unless told otherwise: a command takes a while, and a worker is gone after 15 s. */
  const worker = (host: string, { stopped = 'null', reason = '', seen = `now() + interval '1 minute'` } = {}) =>
    sql(`insert into workers values (gen_random_uuid(), $1, now(), ${seen}, ${stopped}, $2)`, [host, reason]);
  const aboutWorkers = async () => (await problems()).filter(({ problem }) => problem.includes('workers are'));

  test('that is stopped is a problem, with the machines that go on, and the command shows it', async () => {
    await worker('one');
    expect(await aboutWorkers()).toEqual([]);
    await worker('two', { stopped: `'2026-01-03'`, reason: 'the stop file /run/stop exists' });
    await worker('three', { stopped: `'2026-01-02'`, reason: 'the stop file /run/stop cannot be checked: EACCES' });
    expect(await aboutWorkers()).toEqual([
      {
        problem: '2 of 3 workers are stopped',
        why: 'since 2026-01-02T00:00:00.000Z on three: the stop file /run/stop cannot be checked: EACCES; workers still send from one',
        next: expect.stringContaining('docs/runbooks/stop.md#workers-are-stopped'),
      },
    ]);
    await worker('four', { stopped: `'2026-01-01'`, reason: 'the database is recovering: its store cannot be read' });
    expect((await aboutWorkers())[0]?.next, 'nobody stopped it').toContain('operations.md#recovering');
    await sql(`delete from workers where host = 'four'`);
    const jane = await operatorOf(world, 'Jane Stopped');
    const { stdout } = await jane.run(['status']);
    expect(stdout).toMatch(/workers +3 +2 STOPPED since 2026-01-02/);
    expect(stdout).toContain('docs/runbooks/stop.md');
    const shown = await jane.json<{ workers: object[] }>(['status']);
    expect(shown.workers).toMatchObject([
      { host: 'one', stoppedSince: null },
      { host: 'three', stoppedSince: '2026-01-02T00:00:00.000Z' },
      { host: 'two' },
    ]);
  });

  test('without a heartbeat is gone', async () => {
    await worker('one', { stopped: 'now()', seen: `now() - interval '16 seconds'` });
    expect((await facts()).workers).toEqual([]);
    expect(await aboutWorkers()).toEqual([]);
  });
});

describe('pending work around the issuer', () => {
  const hourAgo = `now() - interval '2 hours'`;

  test('includes unplaced notifications and sandbox requests', async () => {
    const company = await world.company();
    const cardId = fromId('card', await company.insertCard());
    await sql(`insert into issuer_notifications (environment, event_id, body_digest, contradicts, key_id, signature, received_at,
        status, outcome) values ('live', 'evt_p', sha256('p'), false, 'k', 's', ${hourAgo}, 'unplaced', 'its card is not known')`);
    await sql(
      `insert into simulated_payments values ($1, 'sandbox', gen_random_uuid(), $2, 'purchase', 'settled', -100, 'Cafe', 'DE', '', now(), ${hourAgo}, 'waiting')`,
      [company.scope.companyId, cardId],
    );
    await sql(`insert into clock_advances values ($1, 'sandbox', 1, 60, 60, now())`, [company.scope.companyId]);
    await sql(
      `with paid as (
         insert into invoices (company_id, environment, id, status, requested_amount, deposit_amount, fee, address, pay_amount, expires_at, created_at)
         values ($1, 'sandbox', gen_random_uuid(), 'pending', 10000, 10000, 150, repeat('T', 34), 100004217, now(), now()) returning *)
       insert into simulated_transfers
       select company_id, environment, gen_random_uuid(), id, false, 1, null, ${hourAgo}, 'waiting' from paid`,
      [company.scope.companyId],
    );
    const { backlogs } = await facts();
    expect(backlogs).toMatchObject([{ backlog: 'unplaced', environment: 'live', waiting: 1n }]);
    expect(await problemNames()).toContain('Notifications of an issuer are unplaced (live)');
    await sql('delete from clock_advances');
    await sql('delete from simulated_payments');
    await sql('delete from simulated_transfers');
    await sql('delete from invoices');
    await sql('delete from issuer_notifications');
    expect((await facts()).backlogs).toEqual([]);
  });
});

describe('an invoice that is stuck', () => {
  const day = `interval '25 hours'`;
  /** An invoice of a company, in whatever state these columns put it. */
  const invoiced = async (columns: Record<string, string>, { environment = 'sandbox' } = {}) => {
    const company = await world.company();
    const entries = Object.entries({ next_at: 'now()', ...columns });
    await sql(
      `insert into invoices (company_id, environment, id, requested_amount, deposit_amount, fee, created_at, accepted_at, ${entries.map(([name]) => name).join(', ')})
       values ($1, $2, $3, 10000, 10000, 150, now(), now() - interval '2 minutes', ${entries.map(([, value]) => value).join(', ')})`,
      [company.scope.companyId, environment, newUuid(new Date())],
    );
    return company;
  };
  const payable = { address: `repeat('T', 34)`, pay_amount: '100004217', expires_at: `now() - ${day}` };
  afterEach(() => sql('delete from invoices'));

  test('waits for a worker or for its sender; a pause and a suspension are shown separately', async () => {
    await invoiced({ status: `'creating'` });
    await invoiced({ status: `'creating'`, sent_at: `now() - interval '2 minutes'`, attempt: 'gen_random_uuid()' });
    const { scope } = await invoiced({ status: `'creating'` });
    await sql(`update companies set suspended_at = now(), suspension_reason = 'x' where id = $1`, [scope.companyId]);
    await invoiced({ status: `'creating'` }, { environment: 'live' });
    await sql(`insert into send_pauses (id, environment, reason, paused_by, paused_at)
                 select gen_random_uuid(), 'live', 'x', id, now() from operators limit 1`);
    const { invoices } = await facts();
    expect(invoices).toMatchObject([
      { environment: 'sandbox', state: 'creating', invoices: 1n },
      { environment: 'sandbox', state: 'sent', invoices: 1n },
      { environment: 'sandbox', state: 'suspended', invoices: 1n },
      { environment: 'live', state: 'paused', invoices: 1n },
    ]);
    const found = (await problems()).filter(({ problem }) => problem.startsWith('Invoices'));
    expect(found).toEqual([
      {
        problem: 'Invoices wait for their address in sandbox',
        why: 'no worker asks the issuer; 1 of them',
        next: 'See that workers run: docs/runbooks/funding.md#invoices-wait',
      },
      expect.objectContaining({ problem: 'Invoices were requested without a response in sandbox' }),
      expect.objectContaining({ next: 'cardwright-admin company list' }),
    ]);
    await sql('delete from send_pauses');
  });

  test('is due for a check that does not happen', async () => {
    await invoiced({ status: `'pending'`, ...payable, next_at: `now() - interval '6 minutes'` });
    await invoiced({ status: `'pending'`, ...payable, next_at: `now() + interval '6 minutes'` });
    const { invoices } = await facts();
    expect(invoices).toMatchObject([{ environment: 'sandbox', state: 'due', invoices: 1n }]);
    const [found] = (await problems()).filter(({ problem }) => problem.startsWith('Invoices'));
    expect(found).toEqual({
      problem: 'Invoices are not being checked in sandbox',
      why: expect.stringMatching(/^1 are due, one since .*Z: nobody asks whether they were paid$/),
      next: 'See that workers run: docs/runbooks/funding.md#invoices-not-looked-at',
    });
  });

  test('is in review, and is judged as the review of an operation is', async () => {
    const review = { status: `'manual_review'`, review_reason: `'x'`, review_opened_at: `now() - ${day}` };
    await invoiced({ ...review, next_at: 'null' });
    await invoiced({ ...review, next_at: `now() - interval '10 minutes'` });
    const { invoices } = await facts();
    expect(invoices).toMatchObject([{ environment: 'sandbox', state: 'review', invoices: 2n, without_next: 1n }]);
    expect(await problemNames()).toEqual(
      expect.arrayContaining([
        '1 review of invoices needs a decision in sandbox',
        'Reviews of invoices in sandbox are not being asked about',
        'A review of an invoice in sandbox is older than a day',
      ]),
    );
  });

  test('is dated by real time, also where a sandbox clock runs ahead', async () => {
    const { scope } = await invoiced({
      status: `'manual_review'`,
      review_reason: `'x'`,
      review_opened_at: `now() + interval '30 days'`,
    });
    await sql(`update ledger.books set clock_offset = '30 days' where company_id = $1 and environment = 'sandbox'`, [
      scope.companyId,
    ]);
    expect(isAboutNow((await facts()).invoices[0]?.oldest_at)).toBe(true);
  });
});

describe('a verification that found a wrong row', () => {
  const bad = { rule: 'an account is the sum of its lines', row: 'account fees', expected: '0', found: '1' };
  const verified = (subject: string, found: object | null) =>
    sql(
      `insert into history_verifications (job_id, subject, books, entries, compared_with_heads, bad)
       values (gen_random_uuid(), $1, case $1 when 'ledger' then 3 end, 7, false, $2)`,
      [subject, found],
    );

  test('is the first problem, and the command says what and where', async () => {
    const jane = await operatorOf(world, 'Jim Roe');
    await verified('audit', null);
    await verified('ledger', { ...bad, company: 'com_x', environment: 'live' });
    expect((await problems())[0]).toEqual({
      problem: 'The ledger does not add up',
      why: expect.stringMatching(/^account fees of com_x \(live\): an account is the sum of its lines; found 2/),
      next: expect.stringContaining('docs/runbooks/ledger-mismatch.md'),
    });
    const { stdout } = await jane.run(['status']);
    for (const words of ['ledger verified', 'WRONG: account fees', 'intact; not compared with exported heads'])
      expect(stdout).toContain(words);
    const shown = await jane.json<{ verified: object[] }>(['status']);
    expect(shown.verified).toMatchObject([
      { subject: 'ledger', books: 3, entries: 7, comparedWithHeads: false, bad },
      { subject: 'audit', books: null, entries: 7, bad: null },
    ]);
    await verified('ledger', null);
    expect(await problemNames()).not.toContain('The ledger does not add up');
  });
});

describe('the command', () => {
  test('shows a stuck operation on one screen with the command to copy, and otherwise that all is clear', async () => {
    const jane = await operatorOf(world, 'Jane Roe');
    await sql(`update pgboss.queue set monitor_on = now() + interval '1 hour'`); // as if a worker ran
    const sealer = sealerOf(world.stack);
    await sealer.seal();
    await sealer.close();
    const quiet = await jane.run(['status']);
    expect(quiet).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('All clear.') });

    await ordered();
    await sql('update operations set refused_since = now()');
    await age(300_000);
    const { stdout } = await jane.run(['status']);
    for (const words of ['waiting, issuer unreachable', '5.00', '5 min', 'equal to the unfinished operations'])
      expect(stdout).toContain(words);
    expect(stdout).toContain('cardwright-admin pause add --environment sandbox --reason');
    expect(stdout.split('\n').length).toBeLessThan(25);

    const shown = await jane.json<{ waiting: object[]; held: object[]; problems: object[] }>(['status']);
    expect(shown).toMatchObject({
      waiting: [{ environment: 'sandbox', reason: 'unreachable', pause: null, operations: 1, held: '5.00' }],
      held: [{ environment: 'sandbox', byLedger: '5.00', byOperations: '5.00', isWhole: true }, {}],
      problems: [{ problem: 'Operations wait in sandbox' }],
    });
    expect(await jane.run(['status'], { CARDWRIGHT_OPERATOR_TOKEN: undefined })).toMatchObject({ code: 0 }); // nobody acts
  });
});
