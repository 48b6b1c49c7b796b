// Behind a closed fence reads work, writes are refused and nothing is sent, in every process.
import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { countMissing } from '@cardwright/server/operations/read/sql.ts';
import { type Fence, openFence } from '@cardwright/server/platform/fence/fence.ts';
import { type Mark, toMarkLine } from '@cardwright/server/platform/fence/marks.ts';
import { openWitnesses, type Witnesses } from '@cardwright/server/platform/fence/witnesses.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ordersOf } from '../../surfaces/api/orders.ts';
import { operatorAt } from '../../surfaces/desk/operator.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
let company: Company;
beforeAll(async () => {
  world = await startWorld({ issuer: true, desk: true, workers: 1, metrics: true });
  company = await world.company({ available: '1000.00' });
});
afterAll(() => world?.stop());

const path = '/api/v1/operations';
const { service } = ordersOf(() => world.products);
const recovering = { status: 503, body: { code: 'recovering', retry: 'same_key' } };

/** Ends every connection of our processes, as a restart of the server does. */
const cutConnections = () =>
  world.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'cardwright-%'`,
  );
const fencedWhy = async () =>
  (await world.admin.query<{ why: string }>('select fenced_why as why from verified_timeline')).rows[0]?.why ?? '';
const status = async (key = randomUUID()) => (await company.post(path, service(), { key })).status;

/** Ends a fence as a recovery does. */
async function lift() {
  await world.admin.query("update verified_timeline set fenced_at = null, fenced_why = ''");
  await until(status, (code) => code === 201);
}

async function newestMark(): Promise<Mark> {
  const store = openHeadFiles(world.stack.sealsDirectory, systemClock);
  const [newest] = await until(
    () => store.newestMarks(),
    (marks) => marks.length > 0,
  );
  if (newest === undefined) throw new Error('no mark was exported');
  return newest;
}

/** Exports a mark that the database lacks, as after a restore. */
async function loseMark(changed: Partial<Mark> = {}): Promise<() => Promise<void>> {
  const newest = await newestMark();
  const lost = { ...newest, number: newest.number + 1_000, token: randomUUID(), ...changed };
  const name = `marks-${newest.at.slice(0, 10)}.jsonl`;
  await appendFile(join(world.stack.sealsDirectory, name), `${toMarkLine(lost)}\n`);
  return async () => {
    const { epoch, number, token, at, timeline, system } = lost;
    await world.admin.query('insert into marks values ($1, $2, $3, $4, $5, $6, pg_current_xact_id(), false)', [
      number,
      epoch,
      token,
      at,
      timeline,
      system,
    ]);
  };
}

describe('a database that lacks the newest exported mark', () => {
  let find: () => Promise<void>;
  let queued: string;
  beforeAll(async () => {
    const paused = await world.admin.query<{ id: string }>(
      `insert into send_pauses (id, environment, reason, paused_by, paused_at)
       select gen_random_uuid(), 'sandbox', 'a test', id, now() from operators limit 1 returning id`,
    );
    queued = (await company.post<{ id: string }>(path, service())).body.id;
    find = await loseMark();
    await until(fencedWhy, (why) => why !== '');
    await world.admin.query('delete from send_pauses where id = $1', [paused.rows[0]?.id]);
  });
  afterAll(async () => {
    await find();
    await lift();
    const done = await until(
      () => company.get<{ status: string }>(`${path}/${queued}`),
      ({ body }) => body.status === 'completed',
    );
    expect(done.body.status, 'sent after the fence was lifted').toBe('completed');
  });

  test('is fenced, with the mark as the reason', async () => {
    expect(await fencedWhy()).toMatch(/^mark \d+ of .* was exported and is not in this database$/);
  });

  test('answers writes with 503 recovering before any refusal but 401', async () => {
    expect(await company.post(path, service())).toMatchObject(recovering);
    const answer = await until(
      () => company.post(path, { no: 'sense' }),
      ({ status: code }) => code === 503,
    );
    expect(answer).toMatchObject(recovering);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await company.post('/api/v1/sandbox/funding', { amount: '1.00' })).toMatchObject(recovering);
    expect((await world.ask(path, { method: 'POST', json: {}, key: 'cw_sandbox_00nothing' })).status).toBe(401);
  });

  test('answers reads', async () => {
    expect((await company.get('/api/v1/balance')).status).toBe(200);
    expect((await company.get(`${path}/${queued}`)).body).toMatchObject({ status: 'queued' });
    expect((await company.post(`${path}/preview`, service())).status).toBe(200);
  });

  test('sends nothing, also from a process that starts now', async () => {
    const worker = await world.stack.spawn('worker');
    await cutConnections();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect((await company.get(`${path}/${queued}`)).body).toMatchObject({ status: 'queued' });
    const { rows } = await world.admin.query<{ sealed: string }>('select max(number) as sealed from marks');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await world.admin.query('select max(number) as sealed from marks')).rows).toEqual(rows);
    await worker.stop();
  });

  test('says so at the desk, where people can sign in, and in the metrics', async () => {
    const bob = await operatorAt(world, 'Bob');
    const { body } = await bob.get<{ problems: { problem: string; next: string }[] }>('/desk/v1/status');
    expect(body.problems[0]).toMatchObject({
      problem: 'Recovering: nothing is accepted or sent',
      next: expect.stringContaining('docs/runbooks/operations.md#recovering'),
    });
    expect(await bob.post('/desk/v1/pauses', { environment: 'sandbox', reason: 'a test' })).toMatchObject(recovering);
    for (const { metricsUrl } of world.stack.processes) {
      if (metricsUrl === undefined) continue;
      expect(await (await fetch(metricsUrl)).text()).toMatch(/^cardwright_recovering 1$/m);
    }
  });
});

describe('a changed timeline', () => {
  let fence: Fence | undefined;
  let witnesses: Witnesses;
  const open = async (acknowledged: readonly string[]) => {
    witnesses = openWitnesses();
    for (const id of acknowledged) witnesses.add({ ...company.scope, id, wasSettled: false });
    fence = await openFence({
      url: world.stack.urlOf('cardwright_api'),
      store: undefined,
      witnesses,
      countMissing,
      clock: systemClock,
      onChange: () => undefined,
      onError: () => undefined,
    });
    return fence;
  };
  beforeAll(async () => {
    const ours = world.stack.processes.filter(({ role }) => ['api', 'worker', 'desk'].includes(role));
    await Promise.all(ours.map((each) => each.stop()));
    await world.admin.query('truncate marks'); // these fences have no store
  });
  beforeEach(async () => {
    await world.admin.query(`update verified_timeline
       set timeline = '00000000', fenced_at = null, fenced_why = ''`); // as if another server had been verified
    await world.admin.query('delete from timeline_reports');
  });
  afterEach(async () => {
    await fence?.stop();
    fence = undefined;
  });

  const verifiedTimeline = async () =>
    (await world.admin.query<{ timeline: string }>('select timeline from verified_timeline')).rows[0]?.timeline;
  const accepted = async () =>
    (await world.admin.query<{ id: string }>('select id from operations limit 1')).rows[0]?.id ?? '';

  test('is accepted when what was acknowledged is there, after others had time to object', async () => {
    const opened = await open([await accepted()]);
    expect(opened.check()?.why).toContain('processes compare it');
    await until(
      async () => opened.check(),
      (closed) => closed === undefined,
    );
    expect(await verifiedTimeline()).toBe('00000001');
  });

  test('is fenced when one acknowledged operation is missing', async () => {
    const opened = await open([await accepted(), randomUUID()]);
    expect(opened.check()?.why).toContain('1 acknowledged operations are not in it');
    expect(await fencedWhy()).toContain('1 acknowledged operations');
    expect(await verifiedTimeline()).toBe('00000000');
  });

  test('is accepted again by a process that remembers what two operators gave up', async () => {
    const opened = await open([randomUUID()]);
    expect(opened.check()).toBeDefined();
    await world.admin.query(`update verified_timeline
       set timeline = '00000001', epoch = epoch + 1, fenced_at = null, fenced_why = ''`); // as a recovery does
    await until(
      async () => opened.check(),
      (closed) => closed === undefined,
    );
    await new Promise((resolve) => setTimeout(resolve, 1_500)); // one more check of it
    expect([opened.check(), await fencedWhy()]).toEqual([undefined, '']);
    expect(witnesses.list()).toEqual([]);
  });

  test('is fenced when nobody remembers anything', async () => {
    const opened = await open([]);
    await until(fencedWhy, (why) => why.includes('vouches for its last commits'));
    await until(
      async () => opened.check()?.why,
      (why) => why?.includes('vouches') === true,
    );
  });

  test('is fenced by a process that misses something, whatever another one found', async () => {
    const good = await open([await accepted()]);
    const first = fence;
    const bad = await open([randomUUID()]);
    await until(
      async () => good.check()?.why,
      (why) => why?.includes('acknowledged operations are not in it') === true,
    );
    expect(bad.check()).toBeDefined();
    await first?.stop();
  });

  test('keeps accept, claim and settle from committing, whatever a process believes', async () => {
    for (const call of [
      "accept_operations('[]', '[]', '{}')",
      "settle_operations('[]')",
      "claim_operations('sandbox', gen_random_uuid(), '{}', '{}', 1, 1, '{}', '{}', '{}', '{}')",
      "settle_invoices('[]')",
    ])
      await expect(world.admin.query(`select ${call}`), call).rejects.toMatchObject({ code: 'CW062' });
  });
});
