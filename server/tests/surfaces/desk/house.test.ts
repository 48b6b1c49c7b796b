// What keeps the house in order at the desk: status, reconciliation, jobs, the audit log, operators, health.
import { randomUUID } from 'node:crypto';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { openDeadLetters } from '@cardwright/server/platform/queue/dead-letters.ts';
import { RECONCILE } from '@cardwright/server/platform/queue/queues.ts';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOf } from '../../members-of.ts';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import {
  type AtDesk,
  approveAs,
  browserAt,
  deskOf,
  enableSecondFactor,
  newAddress,
  operatorAt,
  type Proposed,
  signInByEmail,
} from './operator.ts';

let world: World;
let ann: AtDesk;
let bob: AtDesk;
beforeAll(async () => {
  world = await startWorld({ desk: true });
  ann = await operatorAt(world, 'Ann');
  bob = await operatorAt(world, 'Bob');
});
afterAll(() => world?.stop());

test('health is answered to everybody', async () => {
  expect(await browserAt(world).get('/health/live')).toMatchObject({ status: 200, body: { status: 'live' } });
  expect(await browserAt(world).get('/health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
  expect(await browserAt(world).get('/health/writable')).toMatchObject({ status: 200, body: { status: 'writable' } });
});

test('the status has the facts and the judgements of the command line', async () => {
  const company = await world.company({ available: '100.00' });
  const holderId = await company.insertHolder();
  const order = { type: 'issue', productId: world.products.card, holderId, amount: '50.00' };
  await company.post('/api/v1/operations', order);
  const { status, body } = await ann.get('/desk/v1/status');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    waiting: [{ environment: 'sandbox', reason: 'waiting', operations: 1, held: '53.10', pause: null }],
    held: [
      { environment: 'sandbox', byLedger: '53.10', byOperations: '53.10', isWhole: true },
      { environment: 'live', byLedger: '0.00' },
    ],
  });
  expect(body['problems']).toContainEqual(expect.objectContaining({ problem: 'No worker runs' }));
  expect(body['verified']).toMatchObject([
    { subject: 'ledger', lastAt: null, bad: null },
    { subject: 'audit', lastAt: null, bad: null },
  ]);
});

describe('a reconciliation', () => {
  test('is requested, listed and shown; its breaks have a rule and resolutions', async () => {
    const company = await world.company();
    const asked = await ann.post<{ id: string }>('/desk/v1/reconciliations', {
      companyId: company.id,
      settledSeconds: 0,
    });
    expect(asked).toMatchObject({
      status: 201,
      body: { company: company.id, environment: null, state: 'waiting', askedBy: { name: 'Ann' }, breaks: 0, data: [] },
    });
    const { body } = await ann.get<{ data: { id: string }[] }>('/desk/v1/reconciliations');
    expect(body.data[0]?.id).toBe(asked.body.id);
    const worker = await world.stack.spawn('worker');
    const over = await until(
      () => ann.get(`/desk/v1/reconciliations/${asked.body.id}`),
      ({ body: run }) => run['state'] === 'over',
    );
    await worker.stop();
    expect(over.body).toMatchObject({ books: 2, breaks: 0, data: [] });
    await world.admin.query(
      `insert into reconciliation_breaks (company_id, environment, run_id, kind, subject, ours, theirs, gap, since, explained)
       select $1, 'sandbox', id, 'card_balance', 'card_x', '1.00', '2.00', '1', now(), false from reconciliation_runs limit 1`,
      [company.scope.companyId],
    );
    const shown = await ann.get<{ data: object[] }>(`/desk/v1/reconciliations/${asked.body.id}`);
    expect(shown.body.data).toMatchObject([
      {
        company: company.id,
        kind: 'card_balance',
        ours: '1.00',
        theirs: '2.00',
        sides: { ours: 'card', theirs: 'issuer' },
      },
    ]);
  });

  test('of nobody is not found', async () => {
    expect(await ann.get('/desk/v1/reconciliations/nonsense')).toMatchObject({ status: 404 });
    expect(await ann.post('/desk/v1/reconciliations', { companyId: 'nonsense' })).toMatchObject({
      status: 404,
      body: { code: 'company_not_found' },
    });
  });
});

/** A job that fails at its last try, as a worker has it. */
async function giveUp(queue: string, data: object): Promise<void> {
  const boss = new PgBoss({
    connectionString: world.stack.urlOf('cardwright_worker'),
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.send(queue, data, { retryLimit: 0 });
  const [job] = await boss.fetch(queue);
  await boss.fail(queue, job?.id ?? '', new Error('it broke'));
  await boss.stop({ graceful: false });
}

describe('jobs', () => {
  test('that gave up are listed and tried again, once, with a line in the log', async () => {
    await giveUp(RECONCILE, { about: 1 });
    const { body } = await ann.get<{ queues: object[]; dead: { id: string }[] }>('/desk/v1/jobs');
    expect(body.queues).toContainEqual(expect.objectContaining({ name: RECONCILE }));
    expect(body.dead).toMatchObject([{ queue: RECONCILE, error: 'it broke', tries: 1, data: { about: 1 } }]);
    const ids = body.dead.map(({ id }) => id);
    expect(await ann.post('/desk/v1/jobs/redrive', { ids })).toMatchObject({ status: 200, body: { redriven: 1 } });
    expect(await ann.post('/desk/v1/jobs/redrive', { ids })).toMatchObject({ status: 200, body: { redriven: 0 } });
    expect((await ann.get('/desk/v1/jobs')).body).toMatchObject({ dead: [] });
    const { rows } = await world.admin.query(`select data from pgboss.job where name = $1 and state = 'created'`, [
      RECONCILE,
    ]);
    expect(rows).toContainEqual({ data: { about: 1 } });
    const log = await ann.get<{ data: object[] }>('/desk/v1/audit?action=jobs.redrive');
    expect(log.body.data).toMatchObject([{ operator: { name: 'Ann' }, details: { jobs: ids, redriven: 1 } }]);
    expect(await ann.post('/desk/v1/jobs/redrive', { ids: [] })).toMatchObject({ status: 400 });
    expect(await ann.post('/desk/v1/jobs/redrive', { ids: ['x'] })).toMatchObject({ status: 400 });
  });

  test('stay where they are after a rollback', async () => {
    const deadLetters = openDeadLetters({ url: world.stack.urlOf('cardwright_admin'), onError: () => undefined });
    const id = randomUUID();
    await world.admin.query(
      `insert into pgboss.job (id, name, source_name, policy) values ($1, 'dead-letters', $2, 'standard')`,
      [id, RECONCILE],
    );
    const rolledBack = world.tools.db.writeUnscoped(async (tx) => {
      expect(await deadLetters.redrive(tx, [id])).toBe(1);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await deadLetters.list(world.tools.db, 10)).toMatchObject([{ id }]);
    await deadLetters.close();
  });
});

describe('the audit log', () => {
  test('is paged and narrowed', async () => {
    const company = await world.company();
    const path = `/desk/v1/companies/${company.id}/limits`;
    for (const reads of [1, 2, 3]) {
      const json = { reads, writes: null, statements: null, reason: 'made by a test' };
      await approveAs(bob, (await ann.ask<Proposed>(path, { method: 'PUT', json })).body);
    }
    type Page = { data: { sequence: number; details: { reads: number } }[]; nextBefore: number | null };
    const narrowed = `companyId=${company.id}&operatorId=${bob.id}&action=company.limits`;
    const first = (await ann.get<Page>(`/desk/v1/audit?limit=2&${narrowed}`)).body;
    expect(first.data.map(({ details }) => details.reads)).toEqual([3, 2]);
    const second = (await ann.get<Page>(`/desk/v1/audit?limit=2&${narrowed}&before=${first.nextBefore}`)).body;
    expect(second.data.map(({ details }) => details.reads)).toEqual([1]);
    expect(second.nextBefore).toBeNull();
    expect((await ann.get<Page>(`/desk/v1/audit?companyId=nonsense`)).body.data).toEqual([]);
    expect((await ann.get<Page>(`/desk/v1/audit?operatorId=${ann.id}&limit=1`)).body.data).toHaveLength(1);
    expect((await ann.get<Page>(`/desk/v1/audit?action=company.create&limit=1`)).body.data).toHaveLength(1);
    expect((await ann.get<Page>(`/desk/v1/audit`)).body.data.length).toBeGreaterThan(3);
    expect((await ann.get('/desk/v1/audit?from=x')).status).toBe(400);
  });

  test('names everybody who acted: operators, members, former members, keys and the system', async () => {
    const company = await world.company({ name: 'Named GmbH' });
    const grace = await personOf(world, { company, name: 'Grace Hopper' });
    const gone = await personOf(world, { name: 'Gone' });
    const { keyId } = await company.client();
    const did = (userId: string) =>
      world.admin.query(`select log_action_of_person($1, now(), 'team.change', $2, $3, '{}')`, [
        userId,
        company.scope.companyId,
        toId('user', grace.userId),
      ]);
    await did(grace.userId);
    await did(gone.userId);
    await world.admin.query(`select log_action_of_key($1, 'sandbox', $2, 'card.reveal', '', '{}')`, [
      company.scope.companyId,
      keyId,
    ]);
    await world.admin.query(
      `select log_action(null, 'operator.break_glass', jsonb_build_object('company', $1::uuid))`,
      [company.scope.companyId],
    );
    await ann.stepUp();
    await ann.post(`/desk/v1/companies/${company.id}/suspend`, { reason: 'made by a test' });
    type Entry = { action: string; actor: { kind: string; name: string | null }; subjectName: string | null };
    const { body } = await ann.get<{ data: Entry[] }>(`/desk/v1/audit?companyId=${company.id}&limit=5`);
    expect(body.data.map(({ actor, subjectName }) => [actor.kind, actor.name, subjectName])).toEqual([
      ['operator', 'Ann', null],
      ['system', null, null],
      ['key', 'test', null],
      ['member', null, 'Grace Hopper'],
      ['member', 'Grace Hopper', 'Grace Hopper'],
    ]);
  });

  test('is verified to its last entry', async () => {
    const { rows } = await world.admin.query<{ count: string }>('select count(*) from audit_log');
    const verified = await ann.post('/desk/v1/audit/verify');
    expect(verified).toMatchObject({
      status: 200,
      body: { ok: true, entries: Number(rows[0]?.count), comparedWithHeads: true, bad: null },
    });
  });
});

describe('operators', () => {
  type Shown = { id: string; email: string; disabledAt: string | null; ableFrom: string };
  const list = async () => (await ann.get<{ data: Shown[] }>('/desk/v1/operators')).body.data;
  const add = (person: object) => ann.post<Proposed>('/desk/v1/operators', { reason: 'joins the team', ...person });

  test('are proposed by one and added by another, with an email by which they sign in; disabled, they are out', async () => {
    const address = newAddress();
    const proposed = await add({ name: 'Cleo', email: address });
    expect(proposed).toMatchObject({
      status: 202,
      body: { proposal: { action: 'operator.add', subject: address, details: { name: 'Cleo', email: address } } },
    });
    expect(proposed.text).not.toContain('cwop_');
    expect(
      (await list()).map(({ email }) => email),
      'not yet',
    ).not.toContain(address);
    expect(deskOf(world).mails.list(address)).toEqual([]);
    expect(await add({ name: 'Cleo', email: address })).toMatchObject({ body: { code: 'proposed_already' } });
    await approveAs(bob, proposed.body);
    expect(await add({ name: 'Cleo', email: address.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
    const id = (await list()).find(({ email }) => email === address)?.id;
    expect(id).toBe(proposed.body.proposal.details['operator']);
    await ann.stepUp();
    expect(await ann.post(`/desk/v1/operators/${id}/invite`), 'they have their email').toMatchObject({ status: 409 });
    const cleo = browserAt(world);
    await signInByEmail(world, cleo, address);
    await enableSecondFactor(cleo);
    expect(await cleo.get('/desk/v1/me')).toMatchObject({ status: 200, body: { operator: { id, name: 'Cleo' } } });
    const disable = () => ann.post(`/desk/v1/operators/${id}/disable`, { reason: 'left the team' });
    expect(await disable()).toMatchObject({ status: 200, body: { id, disabledAt: expect.any(String) } });
    expect(await cleo.get('/desk/v1/me')).toMatchObject({ status: 401, body: { code: 'signed_out' } });
    expect(await disable()).toMatchObject({ status: 404, body: { code: 'operator_not_found' } });
    const { text, body } = await ann.get<{ data: Shown[] }>('/desk/v1/operators');
    expect(body.data.map((each) => each.id)).toEqual(expect.arrayContaining([ann.id, id]));
    expect(text).not.toMatch(/cwop_|hash/);
    const actionsOf = async (by: AtDesk, limit: number) =>
      (
        await ann.get<{ data: { action: string }[] }>(`/desk/v1/audit?operatorId=${by.id}&limit=${limit}`)
      ).body.data.map(({ action }) => action);
    expect(await actionsOf(ann, 2)).toEqual(['operator.disable', 'operator.add.propose']);
    expect(await actionsOf(bob, 1)).toEqual(['operator.add']);
  });

  test('whom the command line added are invited by another one', async () => {
    const { rows } = await world.admin.query<{ id: string; email: string }>(
      'select id, email from operators where disabled_at is null order by created_at limit 1',
    );
    const first = (await list()).find((each) => each.email === rows[0]?.email);
    await ann.stepUp();
    expect(await ann.post(`/desk/v1/operators/${first?.id}/invite`)).toMatchObject({ status: 200 });
    await deskOf(world).mails.waitFor(first?.email ?? '', /./);
    expect(await ann.post('/desk/v1/operators/nonsense/invite')).toMatchObject({ status: 404 });
  });

  test('are refused with an address that is none, or a name that holds a secret', async () => {
    expect(await add({ name: 'X', email: 'nowhere' })).toMatchObject({
      status: 400,
      body: { code: 'request_invalid' },
    });
    expect(await add({ name: 'cwop_abc', email: newAddress() })).toMatchObject({
      status: 400,
      body: { code: 'words_refused' },
    });
    expect(await add({ name: 'X', email: newAddress(), reason: ' ' })).toMatchObject({
      status: 400,
      body: { code: 'words_refused' },
    });
  });

  test('never become fewer than two who may approve', async () => {
    const dora = await operatorAt(world, 'Dora');
    const { rows } = await world.admin.query<{ id: string }>(
      `update operators set disabled_at = now() where id <> all ($1) and disabled_at is null returning id`,
      [[ann.uuid, bob.uuid, dora.uuid]],
    );
    await world.admin.query(`update operators set able_from = now() + interval '1 hour' where id = $1`, [dora.uuid]);
    await ann.stepUp();
    const disable = (id: string) => ann.post(`/desk/v1/operators/${id}/disable`, { reason: 'x' });
    const refused = { status: 409, body: { code: 'last_operator' } };
    expect(await disable(bob.id), 'Dora may not approve yet').toMatchObject(refused);
    expect(await disable(ann.id)).toMatchObject(refused);
    expect(await disable(dora.id)).toMatchObject({ status: 200 });
    await world.admin.query('update operators set disabled_at = null where id = any ($1)', [rows.map(({ id }) => id)]);
  });
});
