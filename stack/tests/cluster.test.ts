// The cluster of proofs and rehearsals: it survives the loss of its primary, and leaves nothing behind.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Archive, createArchive } from '@cardwright/stack/cluster/archive.ts';
import { processesIn } from '@cardwright/stack/cluster/processes-in.ts';
import { isInstalled } from '@cardwright/stack/cluster/programs.ts';
import { type Cluster, startCluster } from '@cardwright/stack/cluster/start.ts';
import { startPostgres } from '@cardwright/stack/postgres.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The key of a dead primary lives for 20 seconds; the rest is the promotion, on a busy machine. */
const WRITABLE_AGAIN_WITHIN_MS = 60_000;

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    void client.end().catch(() => undefined); // a frozen server would never let us go
  }
}

/** Inserts a number until it succeeds once; returns how long that took. */
async function insertUntilDone(url: string, number: number): Promise<number> {
  const started = Date.now();
  for (;;) {
    const done = await ask(url, `insert into kept values (${number}) on conflict do nothing`).catch(() => undefined);
    if (done !== undefined) return Date.now() - started;
    if (Date.now() - started > 2 * WRITABLE_AGAIN_WITHIN_MS) throw new Error('the cluster takes no writes');
    await sleep(100);
  }
}

/** Backs up, writes on, loses the server, and restores to a point in between and to the end. */
async function restoresExactly(archive: Archive, url: string, lose: () => Promise<void>) {
  const rows = (at: string) => ask(at, 'select number from kept where number >= 100 order by number');
  await ask(url, 'insert into kept values (100)');
  await archive.backUp(url);
  await ask(url, 'insert into kept values (101)');
  const point = await archive.pointNow(url);
  await ask(url, 'insert into kept values (102)');
  await archive.flush(url);
  await lose();

  const earlier = await archive.restore(point);
  expect(await rows(earlier.url)).toEqual([{ number: 100 }, { number: 101 }]);
  await ask(earlier.url, 'insert into kept values (103)');
  const newest = await archive.restore('newest');
  expect(await rows(newest.url)).toEqual([{ number: 100 }, { number: 101 }, { number: 102 }]);
}

if (!isInstalled())
  console.warn('Skipping the tests of clusters: not installed (sudo bash stack/src/cluster/install.sh).');

describe.skipIf(!isInstalled())('three nodes', () => {
  let archive: Archive;
  let cluster: Cluster;
  const numbers = async () =>
    (await ask(cluster.writerUrl, 'select number from kept order by number')).map(({ number }) => number);

  beforeAll(async () => {
    archive = await createArchive();
    cluster = await startCluster({ archive });
    await ask(cluster.writerUrl, 'create table kept (number integer primary key)');
  });
  afterAll(async () => {
    await cluster?.stop();
    await archive?.remove();
  });

  test('a killed primary is replaced, without a lost row, and joins again', async () => {
    await ask(cluster.writerUrl, 'insert into kept values (1)');
    const old = await cluster.primary();
    await old.kill();
    expect(old.isRunning()).toBe(false);
    expect(await insertUntilDone(cluster.writerUrl, 2)).toBeLessThan(WRITABLE_AGAIN_WITHIN_MS);
    expect(await numbers()).toEqual([1, 2]);
    expect((await cluster.primary()).name).not.toBe(old.name);
    old.start();
    await cluster.settled();
    expect(await ask(old.url, 'select pg_is_in_recovery() as standby')).toEqual([{ standby: true }]);
  });

  test('a frozen primary is replaced and does not take over when it wakes', async () => {
    await insertUntilDone(cluster.writerUrl, 3);
    const old = await cluster.primary();
    await old.freeze();
    expect(await insertUntilDone(cluster.writerUrl, 4)).toBeLessThan(WRITABLE_AGAIN_WITHIN_MS);
    old.thaw();
    await cluster.settled();
    await insertUntilDone(cluster.writerUrl, 5);
    expect(await numbers()).toEqual([1, 2, 3, 4, 5]);
    expect((await cluster.primary()).name).not.toBe(old.name);
  });

  test('a switchover moves the primary to the synchronous standby', async () => {
    const old = await cluster.primary();
    await cluster.switchover();
    await insertUntilDone(cluster.writerUrl, 6);
    expect((await cluster.primary()).name).not.toBe(old.name);
    await cluster.settled();
  });

  test('without etcd nobody is primary; with it, writes go on', async () => {
    await cluster.killEtcd();
    const gone = Date.now();
    while (
      await ask(cluster.writerUrl, 'insert into kept values (7) on conflict do nothing').then(
        () => true,
        () => false,
      )
    ) {
      if (Date.now() - gone > WRITABLE_AGAIN_WITHIN_MS) throw new Error('the primary goes on without etcd');
      await sleep(500);
    }
    cluster.startEtcd();
    await insertUntilDone(cluster.writerUrl, 8);
    expect(await numbers()).toContain(8);
    await cluster.settled();
  });

  test('all nodes lost, a backup of the present primary is restored to a chosen point', async () => {
    await restoresExactly(archive, cluster.writerUrl, () => cluster.stop());
  });
});

describe.skipIf(!isInstalled())('what a cluster leaves behind', () => {
  test('nothing, even if the process that started it is killed', async () => {
    const program = `
      const { startEtcds } = await import('@cardwright/stack/cluster/etcd.ts');
      const { openHome } = await import('@cardwright/stack/cluster/home.ts');
      const home = await openHome('cluster');
      await startEtcds(home);
      process.send(home.directory);
      setInterval(() => undefined, 1_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: dirname(import.meta.dirname),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const directory = await new Promise<string>((resolve) => child.once('message', resolve));
    expect(processesIn(directory)).toHaveLength(3);
    child.kill('SIGKILL');
    for (const started = Date.now(); existsSync(directory) && Date.now() - started < 30_000; ) await sleep(50);
    expect(existsSync(directory)).toBe(false);
    expect(processesIn(directory)).toEqual([]);
  });
});

describe.skipIf(!isInstalled())('a single server with an archive', () => {
  test('is restored to a chosen point with exactly the rows from before', async () => {
    const archive = await createArchive();
    const postgres = await startPostgres({ version: '15', settings: archive.settings });
    try {
      await archive.prepare(postgres.url);
      await ask(postgres.url, 'create table kept (number integer)');
      await restoresExactly(archive, postgres.url, () => postgres.stop());
    } finally {
      await postgres.stop();
      await archive.remove();
    }
  });
});
