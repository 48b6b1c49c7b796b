// The stop file with real workers: while it exists, nothing is claimed or sent, and requests in progress are settled.
// Afterwards work continues. Sends are counted at the receiver.
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFacts } from '@cardwright/server/oversight/status/facts.ts';
import { judge } from '@cardwright/server/oversight/status/judge.ts';
import type { RunningProcess } from '@cardwright/stack/processes.ts';
import { watchStall } from '@cardwright/stack/stalls.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listen, tell } from '../../events/webhooks/delivering.ts';
import type { Receiver } from '../../events/webhooks/receiver.ts';
import { becomes as invoiceBecomes, PATH as invoicePath } from '../../funding/invoices/on-its-way.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { becomes, order, traces } from './on-its-way.ts';

/** By then nothing is claimed or sent. */
const STOPS_WITHIN_MS = 1_000;

/** Workers poll every second: one that sent nothing by then is stopped. */
const LONG_ENOUGH_MS = 3_000;

let world: World;
let directory: string;
let file: string;
const workers: RunningProcess[] = [];
const receivers: Receiver[] = [];
let tests = 0;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'cardwright-stop-'));
  world = await startWorld({ issuer: true, metrics: true });
});
afterEach(async () => {
  rmSync(file, { force: true });
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
afterAll(async () => {
  await world?.stop();
  rmSync(directory, { recursive: true });
});

const { attemptsOf, rowsOf, sendsOf, service } = traces(() => world);

/** The path of a stop file for this test; the file does not exist yet. */
function newFile(): string {
  mkdirSync(join(directory, String(++tests)));
  file = join(directory, String(tests), 'stop');
  return file;
}

async function startWorker(env: Record<string, string> = {}) {
  const worker = await world.stack.spawn('worker', undefined, { CARDWRIGHT_STOP_FILE: file, ...env });
  workers.push(worker);
  return worker;
}

const orders = (company: Company, count: number, scenario?: string) =>
  Promise.all(Array.from({ length: count }, () => order(company, service(), scenario)));

/** All requests that have reached the issuer. */
const requests = async () =>
  (await world.admin.query('select count(*)::integer as requests from issuer_sandbox.requests')).rows[0]
    .requests as number;

/** How many operations of a company are in each status. */
const statuses = async ({ scope }: Company): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await world.admin.query(
        'select status, count(*)::integer as operations from operations where company_id = $1 group by status',
        [scope.companyId],
      )
    ).rows.map(({ status, operations }) => [status, operations]),
  );

const stoppedMetric = async ({ metricsUrl }: RunningProcess) =>
  /^cardwright_stopped (\d)$/m.exec(await (await fetch(metricsUrl ?? '')).text())?.[1];

/** Expects that all operations are completed, each sent to the issuer once. */
async function expectEachSentOnce(company: Company, ids: readonly string[]): Promise<void> {
  await until(
    () => statuses(company),
    ({ completed }) => completed === ids.length,
  );
  for (const id of ids) expect(await sendsOf(id)).toBe(1);
  expect(await company.balance()).toMatchObject({ held: '0.00' });
}

test('created before the start: everything is accepted and waits, status and metric say so, and all goes on afterwards', async () => {
  writeFileSync(newFile(), '');
  const worker = await startWorker();
  const company = await world.company({ available: '15.00' });
  const { receiver } = await listen(company, receivers, { events: ['card.updated'] });
  const before = await requests();
  const ids = await orders(company, 3);
  const holder = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
  const { id: holderId } = (await company.post<{ id: string }>('/api/v1/holders', holder)).body;
  const invoice = await company.post<{ id: string }>(invoicePath, { amount: '100' });
  expect(invoice).toMatchObject({ status: 201, body: { status: 'creating' } });
  await tell(world, company, ['card.updated']);
  await sleep(LONG_ENOUGH_MS);
  expect(await requests()).toBe(before);
  expect(receiver.got).toEqual([]);
  expect(await statuses(company)).toEqual({ queued: 3 });
  expect(await company.balance()).toEqual({ available: '0.00', held: '15.00' });
  expect(await stoppedMetric(worker)).toBe('1');
  const problem = async () =>
    judge(await readFacts(world.tools.db)).find((each) => each.problem.includes('workers are stopped'));
  expect(await problem()).toEqual({
    problem: '1 of 1 workers are stopped',
    why: expect.stringMatching(/^since \S+Z on \S+: the stop file \S+ exists; nothing is sent$/),
    next: expect.stringContaining('docs/runbooks/stop.md'),
  });

  rmSync(file);
  await expectEachSentOnce(company, ids);
  await invoiceBecomes(company, invoice.body.id, 'pending');
  const holderStatus = async () => (await company.get(`/api/v1/holders/${holderId}`)).body['status'];
  await until(holderStatus, (status) => status === 'active');
  await until(
    () => receiver.got.length,
    (got) => got === 1,
  );
  expect(await stoppedMetric(worker)).toBe('0');
  await until(problem, (found) => found === undefined);
});

test('created while 50 operations wait: within a second nothing more leaves, and what has left is settled', async () => {
  newFile();
  const company = await world.company({ available: '255.00' });
  const ids = await orders(company, 50, 'slow_success'); // 32 of a company are sent side by side, for two seconds
  const before = await requests();
  const starting = startWorker(); // it sends before it says that it is ready
  await until(requests, (now) => now > before);
  writeFileSync(file, '');
  await sleep(STOPS_WITHIN_MS);
  const sent = (await requests()) - before;
  ids.push(await order(company, service())); // the API goes on accepting
  await starting;
  const left = ids.length - sent;
  expect(left).toBeGreaterThan(1);
  await until(
    () => statuses(company),
    ({ completed = 0 }) => completed === sent,
  );
  await sleep(LONG_ENOUGH_MS);
  expect((await requests()) - before).toBe(sent);
  expect(await statuses(company)).toEqual({ completed: sent, queued: left });
  expect(await company.balance()).toEqual({ available: '0.00', held: `${left * 5}.00` });
  rmSync(file);
  await expectEachSentOnce(company, ids);
});

test('created between claim and send: what was marked as sent is given back unsent, and sent once afterwards', async () => {
  writeFileSync(newFile(), '');
  const company = await world.company({ available: '50.00' });
  const ids = await orders(company, 10);
  const worker = await startWorker({ CARDWRIGHT_STALL_AT: 'after-claim:5' });
  const stall = watchStall(worker.child, 'after-claim');
  rmSync(file); // all ten are claimed together
  await until(stall.hasBegun, Boolean);
  expect(await statuses(company)).toEqual({ processing: 10 });
  writeFileSync(file, '');
  await stall.goOn();
  await until(
    () => statuses(company),
    ({ queued }) => queued === 10,
  );
  await sleep(LONG_ENOUGH_MS);
  for (const id of ids) {
    expect(await sendsOf(id)).toBe(0);
    expect(await attemptsOf(id)).toEqual([{ kind: 'send', outcome: 'not_sent' }]);
    const [attempt] = await rowsOf('select detail from operation_attempts where operation_id = $1', id);
    expect(attempt).toEqual({ detail: `the stop file ${file} exists` });
  }
  expect(await company.balance()).toEqual({ available: '0.00', held: '50.00' });
  rmSync(file);
  await expectEachSentOnce(company, ids);
});

test('created and deleted again and again under two workers: everything is sent once', async () => {
  newFile();
  const companies = [await world.company({ available: '200.00' }), await world.company({ available: '200.00' })];
  const ids = await Promise.all(companies.map((company) => orders(company, 40)));
  await Promise.all([startWorker(), startWorker()]);
  for (let round = 0; round < 10; round++) {
    writeFileSync(file, '');
    await sleep(50);
    rmSync(file);
    await sleep(30);
  }
  for (const [index, company] of companies.entries()) await expectEachSentOnce(company, ids[index] ?? []);
});

test('a path that cannot be checked stops work, and the log says why once', async () => {
  const place = join(newFile(), '..');
  const company = await world.company({ available: '10.00' });
  const { child } = await startWorker();
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ids = await orders(company, 1);
  await becomes(company, ids[0] ?? '', 'completed');
  renameSync(place, `${place}.away`);
  symlinkSync(place, place); // a link to itself: ELOOP, also for root
  await until(
    () => said,
    (text) => text.includes('cannot be checked: ELOOP'),
  );
  ids.push(...(await orders(company, 1)));
  await sleep(LONG_ENOUGH_MS);
  expect(await statuses(company)).toEqual({ completed: 1, queued: 1 });
  expect(said.match(/STOPPED/g)).toHaveLength(1);
  rmSync(place);
  renameSync(`${place}.away`, place);
  await expectEachSentOnce(company, ids);
  expect(said).toContain('work goes on');
});

test('time under a stop is not counted: an operation to an unreachable issuer is tried again before it is given up', async () => {
  writeFileSync(newFile(), '');
  const company = await world.company({ available: '5.00' });
  const id = await order(company, service(), 'connection_refused');
  await rowsOf(`update operations set refused_since = now() - interval '1 min' where id = $1`, id);
  await startWorker();
  await until(
    () => rowsOf('select held_up_since from operations where id = $1', id),
    ([row]) => row?.held_up_since !== null,
  );
  await rowsOf(
    `update operations set refused_since = now() - interval '20 min', held_up_since = now() - interval '10 min' where id = $1`,
    id,
  );
  rmSync(file);
  await until(
    () => attemptsOf(id),
    ({ length }) => length > 0,
  );
  expect(await attemptsOf(id)).toEqual([{ kind: 'send', outcome: 'never_connected' }]);
  expect(await statuses(company)).toEqual({ queued: 1 });
});
