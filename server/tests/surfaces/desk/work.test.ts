// Parked work at the desk: seen by every operator, released with an audit entry.
import { randomUUID } from 'node:crypto';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import { type AtDesk, operatorAt } from './operator.ts';

let world: World;
let ann: AtDesk;
beforeAll(async () => {
  world = await startWorld({ desk: true });
  ann = await operatorAt(world, 'Ann');
});
afterAll(() => world?.stop());

type Parked = { kind: string; environment: string; company: string; id: string; reason: string };

/** A holder whose registration is parked; its row. */
async function park(company: Company): Promise<string> {
  const id = fromId('holder', await company.insertHolder({ status: 'pending' })) ?? '';
  await world.admin.query(`update holders set parked_at = now(), attempts = 1, last_error = 'broken' where id = $1`, [
    id,
  ]);
  return id;
}
const list = async () => (await ann.get<{ data: Parked[] }>('/desk/v1/work/parked')).body.data;
const release = (body: object) => ann.post('/desk/v1/work/release', body);
const entries = async () =>
  (await ann.get<{ data: { subject: string; details: object }[] }>('/desk/v1/audit?action=work.release')).body.data;

test('parked work is in the status and in the list, with its company and reason', async () => {
  const company = await world.company();
  const id = await park(company);
  const { body } = await ann.get<{ work: { kind: string }[]; problems: object[] }>('/desk/v1/status');
  const work = body.work.filter(({ kind }) => kind !== 'operator_mail'); // of those who were added; no worker sends it
  expect(work).toMatchObject([{ kind: 'holder', environment: 'sandbox', parked: 1, parkedReason: 'broken' }]);
  expect(body.problems).toContainEqual(expect.objectContaining({ problem: 'Parked work in sandbox: holder, 1' }));
  expect(await list()).toMatchObject([
    { kind: 'holder', environment: 'sandbox', company: company.id, id, reason: 'broken', attempts: 1 },
  ]);
});

test('one row is released, once, with an audit entry of its company', async () => {
  const company = await world.company();
  const id = await park(company);
  const one = { kind: 'holder', environment: 'sandbox', row: { company: company.id, id } };
  const of = (change: object) => release({ ...one, row: { ...one.row, ...change } });
  expect(await of({ id: randomUUID() })).toMatchObject({ status: 200, body: { released: 0 } });
  expect(await release(one)).toMatchObject({ status: 200, body: { released: 1 } });
  expect(await release(one)).toMatchObject({ status: 200, body: { released: 0 } });
  expect((await list()).map((row) => row.id)).not.toContain(id);
  expect(await entries()).toMatchObject([
    { operator: { name: 'Ann' }, subject: id, details: { kind: 'holder', released: 1 } },
  ]);
});

test('all of a kind are released together', async () => {
  await park(await world.company());
  await park(await world.company());
  const parked = (await list()).length;
  expect(await release({ kind: 'holder', environment: 'live' })).toMatchObject({ body: { released: 0 } });
  expect(await release({ kind: 'no_such_kind', environment: 'sandbox' })).toMatchObject({ body: { released: 0 } });
  expect(await release({ kind: 'holder', environment: 'sandbox' })).toMatchObject({ body: { released: parked } });
  expect(await list()).toEqual([]);
  expect((await entries())[0]).toMatchObject({
    subject: 'holder',
    details: { environment: 'sandbox', released: parked },
  });
});

test('what is no kind, environment or row is refused', async () => {
  const company = await world.company();
  const one = { kind: 'holder', environment: 'sandbox' };
  for (const body of [{}, { ...one, kind: 'x"; --' }, { ...one, environment: 'all' }, { ...one, row: { id: 'x' } }])
    expect(await release(body)).toMatchObject({ status: 400 });
  const row = { company: 'com_x', id: randomUUID() };
  expect(await release({ ...one, row })).toMatchObject({ status: 404, body: { code: 'company_not_found' } });
  expect(await release({ ...one, row: { company: company.id, id: 'x' } })).toMatchObject({ status: 400 });
});

test('workers are in the status, and those that are stopped are a problem', async () => {
  const seen = (host: string, stopped: string) =>
    world.admin.query(
      `insert into workers values (gen_random_uuid(), $1, now(), now() + interval '1 minute', ${stopped}, 'the stop file /run/stop exists')`,
      [host],
    );
  await seen('one', 'now()');
  await seen('two', 'null');
  const { body } = await ann.get<{ workers: object[]; problems: object[] }>('/desk/v1/status');
  expect(body.workers).toMatchObject([
    { host: 'one', stoppedSince: expect.stringMatching(/Z$/), stopReason: 'the stop file /run/stop exists' },
    { host: 'two', stoppedSince: null },
  ]);
  expect(body.problems).toContainEqual(expect.objectContaining({ problem: '1 of 2 workers are stopped' }));
});
