// Rows claimed just before a stop are not sent: they are released without an attempt, and sent once after the stop.
// The loops still claim here; only the port to the issuer knows the stop file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistering } from '@cardwright/server/cards/holders/register.ts';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { openInvoiceSettling, startInvoices } from '@cardwright/server/funding/invoices/run.ts';
import type { Issuer } from '@cardwright/server/issuer/client.ts';
import { openSettling } from '@cardwright/server/operations/run/settle.ts';
import { startOperations } from '@cardwright/server/operations/run/work.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { openWitnesses } from '@cardwright/server/platform/fence/witnesses.ts';
import type { Working } from '@cardwright/server/platform/work/run.ts';
import { neverStopped, openStopFile } from '@cardwright/server/platform/work/stop.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { becomes as invoiceBecomes, issuerOf, PATH } from '../../funding/invoices/on-its-way.ts';
import { openPort } from '../../issuer/port.ts';
import { becomes, order, read, traces } from '../../operations/run/on-its-way.ts';
import { ask, ended, reconcilerOf } from '../../oversight/reconciliation/traffic.ts';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';

const directory = mkdtempSync(join(tmpdir(), 'cardwright-stop-'));
const file = join(directory, 'stop');
const stop = openStopFile(file, { clock: systemClock, onChange: () => undefined });

let world: World;
let db: Db;
let port: Issuer;
let working: Working[] = [];
const errors: unknown[] = [];
const onError = (error: unknown) => void errors.push(error);
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  db = openDb({ url: world.stack.urlOf('cardwright_worker'), name: 'test-stop', connections: 6, onError });
  port = openPort(world, stop);
  const runner = { db, clock: systemClock, issuers: { sandbox: port, live: undefined }, stop: neverStopped, onError };
  working = [
    ...startOperations(runner, { settle: openSettling({ ...runner, witnesses: openWitnesses() }), onError }),
    ...startInvoices(runner, { settle: openInvoiceSettling(runner), onError }),
    startRegistering({ db, stop: neverStopped, environment: 'sandbox', issuer: port, onError }),
  ];
});
afterEach(() => {
  rmSync(file, { force: true });
  expect(errors).toEqual([]);
});
afterAll(async () => {
  await Promise.all(working.map((each) => each.stop()));
  await port?.close();
  await db?.close();
  await world?.stop();
  rmSync(directory, { recursive: true });
});

const { attemptsOf, rowsOf, sendsOf, service } = traces(() => world);
const invoices = issuerOf(() => world);

const requestsAbout = async (id: string): Promise<string[]> =>
  (
    await world.admin.query('select method from issuer_sandbox.requests where reference = $1 order by id', [id])
  ).rows.map(({ method }) => method);

test('an operation', async () => {
  writeFileSync(file, '');
  const company = await world.company({ available: '5.00' });
  const id = await order(company, service());
  const attempts = await until(
    () => attemptsOf(id),
    ({ length }) => length >= 2,
  );
  for (const attempt of attempts) expect(attempt).toEqual({ kind: 'send', outcome: 'not_sent' });
  const [{ detail }] = (await rowsOf('select detail from operation_attempts where operation_id = $1 limit 1', id)) as [
    { detail: string },
  ];
  expect(detail).toBe(`the stop file ${file} exists`);
  expect(await sendsOf(id)).toBe(0);
  expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
  rmSync(file);
  await becomes(company, id, 'completed');
  expect(await sendsOf(id)).toBe(1);
  expect((await attemptsOf(id)).at(-1)).toEqual({ kind: 'send', outcome: 'done' });
});

test('an invoice', async () => {
  writeFileSync(file, '');
  const company = await world.company();
  const { status, body } = await company.post<{ id: string; status: string }>(PATH, { amount: '100' });
  expect({ status, body }).toMatchObject({ status: 201, body: { status: 'creating' } });
  const attempts = await invoices.attemptsOf(body.id);
  expect(attempts.length).toBeGreaterThan(0);
  for (const attempt of attempts) expect(attempt).toEqual({ kind: 'send', outcome: 'not_sent' });
  expect(await invoices.sendsOf(body.id)).toBe(0);
  rmSync(file);
  await invoiceBecomes(company, body.id, 'pending');
  expect(await invoices.sendsOf(body.id)).toBe(1);
  expect((await invoices.attemptsOf(body.id)).at(-1)).toEqual({ kind: 'send', outcome: 'open' });
});

test('the registration of a cardholder', async () => {
  writeFileSync(file, '');
  const company = await world.company();
  const holder = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
  const { body } = await company.post<{ id: string }>('/api/v1/holders', holder);
  const rowOf = async () =>
    (
      await world.admin.query(
        'select attempts, last_error, parked_at, next_at > created_at as given_back, lease_token from holders where id = $1',
        [fromId('holder', body.id)],
      )
    ).rows[0];
  const row = await until(rowOf, ({ given_back, lease_token }) => given_back && lease_token === null);
  expect(row).toMatchObject({ attempts: 0, last_error: '', parked_at: null });
  expect(await requestsAbout(body.id)).toEqual([]);
  rmSync(file);
  const statusOf = async () => (await company.get(`/api/v1/holders/${body.id}`)).body['status'];
  await until(statusOf, (status) => status === 'active');
  expect(await requestsAbout(body.id)).toEqual(['POST']);
});

test('a check of a review, which keeps its place in the schedule', async () => {
  const company = await world.company({ available: '5.00' });
  const id = await order(company, service(), 'error_after_effect');
  const { review } = await becomes(company, id, 'manual_review');
  writeFileSync(file, '');
  await rowsOf('update operations set next_at = now() where id = $1', id);
  await until(
    () => rowsOf('select next_at > now() as given_back, lease_token from operations where id = $1', id),
    ([row]) => row?.given_back && row.lease_token === null,
  );
  expect((await read(company, id)).body).toMatchObject({ status: 'manual_review', review });
  expect(await attemptsOf(id)).toEqual([{ kind: 'send', outcome: 'unknown' }]);
  expect(await requestsAbout(id)).toEqual(['POST']);
  rmSync(file);
  await becomes(company, id, 'completed');
  expect(await requestsAbout(id)).toEqual(['POST', 'GET']);
});

test('a page of a reconciliation, which is read whole afterwards', async () => {
  const company = await world.company({ available: '5.00' });
  const id = await order(company, service());
  await becomes(company, id, 'completed');
  const taking = reconcilerOf(world, port); // takes a run although the port is stopped
  const waiting = reconcilerOf(world, port, stop);
  const runId = await ask(world, company);
  writeFileSync(file, '');
  expect(await taking.carry()).toBe(true);
  expect(await waiting.carry()).toBe(false);
  expect(await requestsAbout(id)).toEqual(['POST']);
  rmSync(file);
  while (waiting.told.length === 0) expect(await waiting.carry()).toBe(true);
  const { run, breaks } = await ended(world, company, runId);
  expect({ run, breaks }).toMatchObject({ breaks: [], run: { compared: 1n, unread: 0n } });
  expect([...taking.errors, ...waiting.errors]).toEqual([]);
  await Promise.all([taking.close(), waiting.close()]);
});
