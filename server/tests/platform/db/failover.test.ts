// Connections when the primary is lost, moves, or commits what no standby has.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { CommitUnknown, isTransient } from '@cardwright/server/platform/db/errors.ts';
import { parseHosts } from '@cardwright/server/platform/db/hosts.ts';
import { listen } from '@cardwright/server/platform/db/listen.ts';
import { asAdministrator, withDatabase } from '@cardwright/server/platform/db/migrate.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { unknownCommits } from '@cardwright/server/platform/db/unknown.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { type Pair, startPair } from './standby.ts';

/** Half the time limit of a statement, which would end a connection to an old primary if nothing watched. */
const FOLLOWED_WITHIN_MS = 10_000;

const nobody = { companyId: '00000000-0000-0000-0000-000000000000', environment: 'sandbox' } as const;

test('a URL may name several hosts', () => {
  const { hosts, ...parsed } = parseHosts(
    'postgres://u:p%40@a:1,b,[::1]:3/name?target_session_attrs=primary&sslmode=require',
  );
  expect(hosts).toEqual([
    { host: 'a', port: 1 },
    { host: 'b', port: 5432 },
    { host: '::1', port: 3 },
  ]);
  expect(hosts.map((host) => parsed.urlOf(host))).toEqual([
    'postgres://u:p%40@a:1/name?sslmode=require',
    'postgres://u:p%40@b:5432/name?sslmode=require',
    'postgres://u:p%40@[::1]:3/name?sslmode=require',
  ]);
  expect(withDatabase('postgres://u:p@a:1,b:2/x?target_session_attrs=primary', 'other')).toBe(
    'postgres://u:p@a:1,b:2/other?target_session_attrs=primary',
  );
  expect(() => parseHosts('postgres://a,b/name?target_session_attrs=standby')).toThrow('read-write or primary');
  expect(() => parseHosts('postgres://a,,b/name')).toThrow('empty or malformed');
});

describe('a primary and its standby', () => {
  let pair: Pair;
  let db: Db;
  const reported: Error[] = [];
  const open = (url: string, connections = 4) =>
    openDb({ url, name: 'test', connections, onError: (error) => void reported.push(error) });
  const portOf = (at: Db) =>
    at.query<{ port: string }>(sql`select current_setting('port') as port`).then(([row]) => row?.port);
  const insert = (number: number) => db.writeUnscoped((tx) => tx.query(sql`insert into kept values (${number})`));
  const numbers = async () =>
    (await pair.primary.ask<{ number: number }>('select number from kept order by 1')).map(({ number }) => number);

  beforeEach(async () => {
    pair = await startPair();
    await pair.primary.ask('create table kept (number integer primary key)');
    db = open(pair.url);
  });
  afterEach(async () => {
    await Promise.race([db?.close(), sleep(1_000)]); // a commit that waits for a standby would hold it
    await pair?.stop();
  });

  test('connections go to the primary of a list, and a standby is refused', async () => {
    const primaryPort = new URL(pair.primary.url).port;
    expect(await Promise.all(Array.from({ length: 8 }, () => portOf(db)))).toEqual(Array(8).fill(primaryPort));
    expect(await asAdministrator(pair.url, async (client) => (await client.query('select 1 as one')).rows)).toEqual([
      { one: 1 },
    ]);
    const wrong = open(pair.standby.url);
    const error = await wrong.query(sql`select 1`).catch((caught: unknown) => caught);
    expect((error as Error).message).toBe('the database server is a standby');
    expect(isTransient(error)).toBe(true);
    await wrong.close();
  });

  test.each(['kill', 'freeze'] as const)(
    'after a %s of the primary, the promoted standby is used within a second',
    async (loss) => {
      const told: (string | undefined)[] = [];
      const ears = await listen({
        url: pair.url,
        name: 'test-listen',
        channel: 'news',
        onTold: (payload) => void told.push(payload),
        onError: () => undefined,
      });
      await insert(1);
      await until(
        () => pair.standby.ask('select number from kept'),
        (rows) => rows.length === 1,
      );
      const busy = db.query(sql`select pg_sleep(60)`).catch((error: unknown) => error);
      await sleep(100);
      pair.primary[loss]();
      await pair.standby.ask('select pg_promote()');
      const promoted = performance.now();
      await until(
        () =>
          insert(2).then(
            () => true,
            () => false,
          ),
        (done) => done,
      );
      expect(performance.now() - promoted).toBeLessThan(FOLLOWED_WITHIN_MS);
      expect(await busy).toBeInstanceOf(CommitUnknown); // a statement on its own may have committed
      await until(
        async () => {
          await pair.standby.ask(`notify news, 'heard'`);
          return told.includes('heard');
        },
        (heard) => heard,
      );
      expect(performance.now() - promoted).toBeLessThan(2 * FOLLOWED_WITHIN_MS);
      pair.primary.thaw(); // it still takes itself for the primary, of an older history
      await sleep(1_000);
      expect(await portOf(db)).toBe(new URL(pair.standby.url).port);
      await ears.close();
    },
  );

  test('a server that takes no more writes loses its connections', async () => {
    const single = open(pair.primary.url, 1);
    const backend = () => single.query<{ pid: number }>(sql`select pg_backend_pid() as pid`).then(([row]) => row?.pid);
    const before = await backend();
    await pair.primary.ask('alter system set default_transaction_read_only = on');
    await pair.primary.ask('select pg_reload_conf()');
    const error = await until(
      () => single.writeUnscoped((tx) => tx.query(sql`insert into kept values (1)`)).catch((caught: unknown) => caught),
      (caught) => caught instanceof Error,
    );
    expect(error).toMatchObject({ code: '25006' });
    expect(await single.canCommit()).toBe(false);
    expect(await backend()).not.toBe(before);
    await single.close();
  });

  /** Ends the waits of all commits, once this number of them wait. */
  const endWaits = async (how: 'cancel' | 'terminate', count: number) => {
    const waiting = `from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'test'`;
    await until(
      () => pair.primary.ask(`select pid ${waiting}`),
      (rows) => rows.length === count,
    );
    await pair.primary.ask(`select pg_${how}_backend(pid) ${waiting}`);
  };

  test.each(['cancel', 'terminate'] as const)(
    'a commit whose wait for the standby ends by %s is unknown',
    async (how) => {
      await pair.setSynchronous(true);
      await insert(1);
      const before = { ...unknownCommits() };
      pair.standby.freeze();
      const commits = [
        insert(2),
        db.query(sql`insert into kept values (3)`), // commits by itself
      ].map((commit) =>
        commit.then(
          () => 'acknowledged',
          (error: unknown) => error,
        ),
      );
      await endWaits(how, 2);
      const ends = await Promise.all(commits);
      for (const end of ends) {
        expect(end).toBeInstanceOf(CommitUnknown);
        expect(isTransient(end)).toBe(true);
      }
      const { unconfirmed, lost } = unknownCommits();
      expect(unconfirmed + lost - before.unconfirmed - before.lost).toBe(2);
      if (how === 'cancel') expect(unconfirmed - before.unconfirmed).toBe(2);

      // They are on the primary, and nowhere else. What was read of them counts once the standby has them.
      expect(await numbers()).toEqual([1, 2, 3]);
      const read = db.readConfirmed(nobody, (tx) => tx.query(sql`select number from kept order by 1`));
      expect(await Promise.race([read, sleep(1_000).then(() => 'waits')])).toBe('waits');
      pair.standby.thaw();
      expect(await read).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
    },
  );

  test('whether it can commit is tried once a second for all who ask, and never twice at a time', async () => {
    const probes = () =>
      pair.primary
        .ask<{ pid: number }>(`select pid from pg_stat_activity where application_name = 'test-probe'`)
        .then((rows) => rows.length);
    const written = () =>
      pair.primary.ask<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn').then(([row]) => row?.lsn);
    await pair.setSynchronous(true);
    expect(await db.canCommit()).toBe(true);
    const before = await written();
    expect(await Promise.all(Array.from({ length: 50 }, () => db.canCommit()))).toEqual(Array(50).fill(true));
    expect(await written()).toBe(before);

    pair.standby.freeze();
    await sleep(1_100);
    for (let round = 0; round < 3; round++) expect(await db.canCommit()).toBe(false);
    expect(await probes()).toBe(1);
    expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]); // reads go on
    pair.standby.thaw();
    await until(
      () => db.canCommit(),
      (can) => can,
    );
    pair.primary.kill();
    await sleep(1_100);
    expect(await db.canCommit()).toBe(false);
  });
});
