// A restored, promoted or former server: file-level copies of a real cluster, with the marks of the original.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { markOnce } from '@cardwright/server/platform/fence/write.ts';
import { type Postgres, startPostgres } from '@cardwright/stack/postgres.ts';
import { type Stack, type StackOptions, startStack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ask } from '../../client.ts';
import { until } from '../../until.ts';

const version = inject('postgresVersion');
/** Vacuuming would commit in an idle database. */
const settings = { fsync: 'off', autovacuum: 'off' };
let home: string;
let secrets: StackOptions['secrets'];
let key: string;
/** The key of a request that was accepted after the copy was made. */
let late: string;
const running: { stop(): Promise<void> }[] = [];

const sealsDirectory = () => join(home, 'seals');
const newest = async () => (await openHeadFiles(sealsDirectory(), systemClock).newestMarks())[0];

async function start(name: string, options: StackOptions = {}): Promise<{ postgres: Postgres; stack: Stack }> {
  const postgres = await startPostgres({ version, directory: join(home, name), settings });
  running.push(postgres);
  return { postgres, stack: await startOn(postgres, options) };
}

async function startOn(postgres: Postgres, options: StackOptions = {}): Promise<Stack> {
  const stack = await startStack({
    adminUrl: postgres.url,
    sealsDirectory: sealsDirectory(),
    workers: 1,
    seed: false,
    ...(secrets === undefined ? {} : { secrets }),
    ...options,
  });
  running.push(stack);
  return stack;
}

/** Stops everything, newest first. */
const stopAll = async () => {
  for (const each of running.splice(0).toReversed()) await each.stop();
};

/** A copy of a stopped cluster. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', join(home, from), join(home, to)]);
}

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
  home = await mkdtemp(join(tmpdir(), 'cardwright-restored-'));
  await chmod(home, 0o755); // the server runs as another user
  const { stack } = await start('first', { seed: true });
  secrets = stack.secrets;
  key = stack.demo?.companies.find(({ verification }) => verification === 'approved')?.keys.sandbox ?? '';
  expect((await fund(stack, 'early')).status).toBe(200);
  await until(newest, (mark) => mark !== undefined);
  await stopAll();
  await copy('first', 'restored');
  const again = await start('first');
  const before = await newest();
  late = randomUUID();
  expect((await fund(again.stack, late)).status, 'the same server goes on after a restart').toBe(200);
  await until(newest, (mark) => (mark?.number ?? 0) > (before?.number ?? 0) + 1);
  await stopAll();
});
afterAll(async () => {
  await stopAll();
  await rm(home, { recursive: true, force: true });
});

test('a database that is idle gets no marks', async () => {
  const { stack } = await start('quiet', { api: 0, workers: 0, sealsDirectory: join(home, 'quiet-seals') });
  const url = stack.urlOf('cardwright_worker');
  const db = openDb({ url, name: 'test-marks', connections: 1, onError: () => undefined });
  const store = openHeadFiles(join(home, 'quiet-seals'), systemClock);
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
  await stopAll();
});

test('a restored database is read, and takes no writes', async () => {
  const before = await newest();
  const { stack } = await start('restored');
  expect((await balance(stack)).status).toBe(200);
  expect((await known(stack, 'early')).status).toBe(200);
  expect((await known(stack, late)).status, 'it was lost').toBe(404);
  expect(await fund(stack, late)).toMatchObject(recovering);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await newest(), 'no mark is written over the lost one').toEqual(before);
  await stopAll();
});

test('a server that took over while nothing ran is fenced, and the former one is not even read', async () => {
  await copy('first', 'promoted');
  const signal = join(home, 'promoted/data/standby.signal');
  await writeFile(signal, '');
  const { uid, gid } = await stat(join(home, 'promoted/data'));
  await chown(signal, uid, gid);
  const postgres = await startPostgres({ version, directory: join(home, 'promoted'), settings });
  running.push(postgres);
  const admin = new pg.Client(postgres.url);
  await admin.connect();
  await admin.query('select pg_promote()');
  await admin.end();
  const stack = await startOn(postgres);
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
  await until(newest, (mark) => mark?.timeline === '00000002');
  await database.end();
  await stopAll();

  const former = await start('first');
  expect(await balance(former.stack)).toMatchObject({ status: 503 });
  expect((await fund(former.stack, randomUUID())).status).toBe(503);
});
