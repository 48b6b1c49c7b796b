// A restored, promoted or former server: file-level copies of a real cluster, with the marks of the original.
import { randomUUID } from 'node:crypto';
import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { markOnce } from '@cardwright/server/platform/fence/write.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ask } from '../../client.ts';
import { until } from '../../until.ts';
import { type Copies, openCopies } from './copies.ts';

let copies: Copies;
let key: string;
/** The key of a request that was accepted after the copy was made. */
let late: string;

const fund = (stack: Stack, under: string) =>
  ask(`${stack.baseUrl}/api/v1/sandbox/funding`, {
    method: 'POST',
    key,
    json: { amount: '5.00' },
    headers: { 'idempotency-key': under },
  });
const balance = async (stack: Stack) => ask(`${stack.baseUrl}/api/v1/balance`, { key });
const known = (stack: Stack, under: string) => ask(`${stack.baseUrl}/api/v1/idempotency-keys/${under}`, { key });
const recovering = { status: 503, body: { code: 'recovering', retry: 'same_key' } };

beforeAll(async () => {
  copies = await openCopies(inject('postgresVersion'));
  const stack = await copies.start('first', { seed: true });
  key = stack.demo?.companies.find(({ verification }) => verification === 'approved')?.keys.sandbox ?? '';
  expect((await fund(stack, 'early')).status).toBe(200);
  await until(copies.newest, (mark) => mark !== undefined);
  await copies.stopAll();
  await copies.copy('first', 'restored');
  const again = await copies.start('first');
  const before = await copies.newest();
  late = randomUUID();
  expect((await fund(again, late)).status, 'the same server goes on after a restart').toBe(200);
  await until(copies.newest, (mark) => (mark?.number ?? 0) > (before?.number ?? 0) + 1);
  await copies.stopAll();
});
afterAll(() => copies?.remove());

test('a database that is idle gets no marks', async () => {
  const sealsDirectory = join(copies.home, 'quiet-seals');
  const stack = await copies.start('quiet', { api: 0, workers: 0, sealsDirectory });
  const url = stack.urlOf('cardwright_worker');
  const db = openDb({ url, name: 'test-marks', connections: 1, onError: () => undefined });
  const store = openHeadFiles(sealsDirectory, systemClock);
  const next = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await markOnce({ db, store });
    return (await store.newestMarks())[0]?.number;
  };
  expect([await next(), await next(), await next()]).toEqual([1, 1, 1]);
  const admin = new pg.Client(stack.databaseUrl);
  await admin.connect();
  await admin.query('select pg_current_xact_id()');
  await admin.end();
  expect([await next(), await next()]).toEqual([2, 2]);
  await db.close();
  await copies.stopAll();
});

test('a restored database is read, and takes no writes', async () => {
  const before = await copies.newest();
  const stack = await copies.start('restored');
  expect((await balance(stack)).status).toBe(200);
  expect((await known(stack, 'early')).status).toBe(200);
  expect((await known(stack, late)).status, 'it was lost').toBe(404);
  expect(await fund(stack, late)).toMatchObject(recovering);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await copies.newest(), 'no mark is written over the lost one').toEqual(before);
  await copies.stopAll();
});

test('a server that took over while nothing ran is fenced, and the former one is not even read', async () => {
  await copies.copy('first', 'promoted');
  const signal = join(copies.home, 'promoted/data/standby.signal');
  await writeFile(signal, '');
  const { uid, gid } = await stat(join(copies.home, 'promoted/data'));
  await chown(signal, uid, gid);
  const postgres = await copies.startServer('promoted');
  const admin = new pg.Client(postgres.url);
  await admin.connect();
  await admin.query('select pg_promote()');
  await admin.end();
  const stack = await copies.startOn(postgres);
  expect((await balance(stack)).status).toBe(200);
  const database = new pg.Client(stack.databaseUrl);
  await database.connect();
  const row = async () =>
    (await database.query('select fenced_why, timeline from verified_timeline')).rows[0] as object;
  await until(
    row,
    (found) => 'fenced_why' in found && String(found.fenced_why).includes('vouches for its last commits'),
  );
  expect(await fund(stack, randomUUID())).toMatchObject(recovering);

  // As after a recovery by two people.
  await database.query("update verified_timeline set timeline = '00000002', fenced_at = null, fenced_why = ''");
  await until(
    () => fund(stack, randomUUID()),
    ({ status }) => status === 200,
  );
  await until(copies.newest, (mark) => mark?.timeline === '00000002');
  await database.end();
  await copies.stopAll();

  const former = await copies.start('first');
  expect(await balance(former)).toMatchObject({ status: 503 });
  expect((await fund(former, randomUUID())).status).toBe(503);
});
