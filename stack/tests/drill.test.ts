// The drill against real backups: a good one, and failures that it must not overlook. Nothing of it is left behind.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { chown, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Drill } from '@cardwright/server/ledger/seals/drills.ts';
import { type Archive, createArchive } from '@cardwright/stack/cluster/archive.ts';
import { processesIn } from '@cardwright/stack/cluster/processes-in.ts';
import { isInstalled } from '@cardwright/stack/cluster/programs.ts';
import { type Postgres, serverIdentity, startPostgres } from '@cardwright/stack/postgres.ts';
import { type Stack, startStack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealerOf } from '../../server/tests/sealer-of.ts';
import { until } from '../../server/tests/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe.skipIf(!isInstalled())('a drill', () => {
  let archive: Archive;
  let postgres: Postgres;
  let stack: Stack;
  let sealer: ReturnType<typeof sealerOf>;
  let scratch: string;

  beforeAll(async () => {
    archive = await createArchive();
    postgres = await startPostgres({ version: '15', settings: { ...archive.settings, autovacuum: 'off' } });
    await archive.prepare(postgres.url);
    stack = await startStack({ adminUrl: postgres.url, metrics: true });
    sealer = sealerOf(stack);
    scratch = await mkdtemp(join(tmpdir(), 'cardwright-scratch-'));
    const { uid, gid } = serverIdentity();
    if (uid !== undefined) await chown(scratch, uid, gid);
  });
  afterAll(async () => {
    await sealer?.close();
    await stack?.stop();
    await postgres?.stop();
    await archive?.remove();
    await rm(scratch, { recursive: true, force: true });
  });

  /** Credits a dollar, and waits until it is sealed and behind an exported mark. */
  const fund = async () => {
    const response = await fetch(`${stack.baseUrl}/api/v1/sandbox/funding`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${stack.demo?.companies[0]?.keys.sandbox}`,
        'idempotency-key': randomUUID(),
        'content-type': 'application/json',
      },
      body: '{"amount":"1.00"}',
    });
    expect(response.status).toBe(200);
    await sealer.seal();
    const now = new Date().toISOString();
    await until(
      () => sealer.files.newestMarks(),
      ([mark]) => (mark?.at ?? '') > now,
    );
  };

  const start = () =>
    spawn(process.execPath, ['admin-cli/src/admin.ts', 'drill', '--scratch', scratch], {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', ...archive.environment, ...stack.adminSettings() },
    });
  /** Starts a drill, and waits until it reports this. */
  const startUntil = async (text: string) => {
    const child = start();
    await new Promise<void>((resolve) =>
      child.stderr.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes(text)) resolve();
      }),
    );
    return child;
  };
  const drill = async (): Promise<{ code: number | null; outcome: Drill; stderr: string }> => {
    const child = start();
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    expect(await readdir(scratch)).toEqual([]);
    expect(processesIn(scratch)).toEqual([]);
    return { code, outcome: JSON.parse(stdout) as Drill, stderr };
  };
  const metric = async (name: string): Promise<number> => {
    const worker = stack.processes.find(({ role }) => role === 'worker');
    const text = await (await fetch(worker?.metricsUrl ?? '')).text();
    return Number(new RegExp(`^cardwright_${name} (.+)$`, 'm').exec(text)?.[1]);
  };

  test('fails without a backup', async () => {
    const { code, outcome } = await drill();
    expect(outcome).toMatchObject({ ok: false, failure: expect.stringContaining('no backup set found'), books: null });
    expect(code).toBe(1);
    expect(await sealer.files.newestGoodDrill()).toBeUndefined();
  });

  test('verifies what the backup holds, and measures what it lacks', async () => {
    await fund();
    await archive.backUp(postgres.url);
    await fund();
    await archive.flush(postgres.url);
    const kept = new Date();
    await fund(); // in the WAL that is not archived yet
    const { code, outcome, stderr } = await drill();
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Verifying the ledger') });
    expect(outcome).toMatchObject({ ok: true, failure: null, lostLedgerEntries: 1 });
    expect(new Date(outcome.restoredTo ?? 0).getTime()).toBeLessThan(kept.getTime());
    expect(outcome.lossSeconds).toBeGreaterThan(0);
    expect(outcome.lossSeconds).toBeLessThan(60);
    expect(outcome.auditEntries).toBeGreaterThan(0);
    expect(await sealer.files.newestGoodDrill()).toEqual(outcome);
    expect(await metric('wal_archived')).toBe(1);
    expect(await metric('drill_last_success_timestamp_seconds')).toBe(Date.parse(outcome.at) / 1_000);
    expect(await metric('drill_loss_seconds')).toBe(outcome.lossSeconds);
    expect(await metric('drill_restore_seconds')).toBe(outcome.restoreSeconds);
  });

  test('fails if WAL of the backup is lost, and removes what an interrupted or killed drill left', async () => {
    const interrupted = await startUntil('Restoring');
    const ended = new Promise((resolve) => interrupted.once('exit', resolve));
    interrupted.kill('SIGTERM');
    expect(await ended).toBe(1);
    expect(await readdir(scratch)).toEqual([]);
    (await startUntil('Verifying')).kill('SIGKILL');
    expect(processesIn(scratch).length).toBeGreaterThan(0);
    const [backup] = globSync('archive/cardwright/15-1/*/*.backup', { cwd: archive.repository });
    const segments = globSync(`${backup?.replace(/\.[^/]*$/, '')}-*`, { cwd: archive.repository });
    expect(segments).toHaveLength(1);
    const path = join(archive.repository, segments[0] ?? '');
    await rename(path, join(archive.repository, 'taken-away'));
    const { code, outcome } = await drill();
    await rename(join(archive.repository, 'taken-away'), path);
    expect(outcome).toMatchObject({ ok: false, failure: expect.stringContaining('did not start'), lossSeconds: null });
    expect(code).toBe(1);
  });

  test('names a row that was altered before the backup', async () => {
    const admin = new pg.Client(stack.databaseUrl);
    await admin.connect();
    await admin.query('alter table ledger.entries disable trigger user');
    await admin.query("update ledger.entries set description = 'altered' where sequence = 1");
    await admin.end();
    await archive.flush(postgres.url);
    const before = await sealer.files.newestGoodDrill();
    const { code, outcome } = await drill();
    expect(outcome).toMatchObject({
      ok: false,
      failure: expect.stringMatching(/ledger is wrong at entry 1 .*exported/),
    });
    expect(code).toBe(1);
    expect(await sealer.files.newestGoodDrill(), 'a failed drill does not replace a good one').toEqual(before);
  });
});
