// Marks are exported once a second while anything is committed, and a database that lost one writes no more of them.
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { readExportConfig } from '@cardwright/server/foundation/export-config.ts';
import type { Drill } from '@cardwright/server/ledger/seals/drills.ts';
import { type ExportStore, gatherHeads } from '@cardwright/server/ledger/seals/heads.ts';
import { openExports } from '@cardwright/server/ledger/seals/open-exports.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { fromMarkLine, type Mark, toMarkLine } from '@cardwright/server/platform/fence/marks.ts';
import { markEverything, markOnce } from '@cardwright/server/platform/fence/write.ts';
import { type StartedBucket, startBucket } from '@cardwright/stack/bucket.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sealerOf } from '../../sealer-of.ts';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
let bucket: StartedBucket;
let db: Db;
const directories: string[] = [];
/** Every exported line of the world. */
const lines: string[] = [];

beforeAll(async () => {
  world = await startWorld();
  await (await world.company()).fund('10.00'); // before there are marks: its API has no store for them
  bucket = await startBucket();
  db = openDb({
    url: world.stack.urlOf('cardwright_worker'),
    name: 'test-marks',
    connections: 1,
    onError: () => undefined,
  });
});
afterAll(async () => {
  await db?.close();
  await bucket?.stop();
  await world?.stop();
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

const newDirectory = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cardwright-marks-'));
  directories.push(directory);
  return directory;
};

let buckets = 0;
const stores: [string, () => Promise<ExportStore>][] = [
  ['files', async () => openStore({ CARDWRIGHT_SEALS_DIRECTORY: await newDirectory() })],
  [
    'a bucket',
    async () => {
      const { CARDWRIGHT_SEALS_BUCKET: address = '', ...settings } = bucket.settings;
      return openStore({ ...settings, CARDWRIGHT_SEALS_BUCKET: `${address}/${buckets++}` });
    },
  ],
];

function openStore(settings: Record<string, string>): ExportStore {
  const store = openExports(readExportConfig(settings), systemClock);
  if (store === undefined) throw new Error('no store is configured');
  return store;
}

const commit = () => world.admin.query("select pg_current_xact_id(), pg_notify('nobody', '')");
/** Lets the interval between marks pass. */
const later = () => world.admin.query("update marks set at = at - interval '1 second'");

const mark = (number: number, changed: Partial<Mark> = {}): Mark => ({
  number,
  epoch: 0,
  at: '2026-11-17T12:00:00.000Z',
  timeline: '00000001',
  system: '7709189738340576270',
  confirmed: false,
  token: crypto.randomUUID(),
  ...changed,
});

const drill = (at: string): Drill => ({
  at,
  ok: true,
  failure: null,
  restoreSeconds: 61.5,
  lossSeconds: 0.25,
  restoredTo: at,
  books: 3,
  ledgerEntries: 40,
  auditEntries: 20,
  lostLedgerEntries: 1,
  lostAuditEntries: 0,
});

describe.each(stores)('a store of %s', (_name, open) => {
  test('has no newest mark at first', async () => {
    expect(await (await open()).newestMarks()).toEqual([]);
  });

  test('returns the newest mark, whatever the order of exports', async () => {
    const store = await open();
    const [second, eleventh, tenth] = [mark(2), mark(11, { confirmed: true }), mark(10)];
    for (const each of [second, eleventh, tenth, eleventh]) await store.appendMark(each);
    expect(await store.newestMarks()).toEqual([eleventh]);
    const later = mark(12, { at: '2026-11-18T00:00:00.000Z' });
    await store.appendMark(later);
    expect(await store.newestMarks()).toEqual([later]);
    const ofNextEpoch = mark(3, { epoch: 1, at: '2026-11-18T00:00:01.000Z' });
    await store.appendMark(ofNextEpoch);
    expect(await store.newestMarks()).toEqual([ofNextEpoch]);
  });

  test('returns the newest good drill, whatever failed since', async () => {
    const store = await open();
    expect(await store.newestGoodDrill()).toBeUndefined();
    const [first, second] = [drill('2025-12-31T12:00:00.000Z'), drill('2026-01-07T12:00:00.000Z')];
    const failed = { ...drill('2026-01-08T12:00:00.000Z'), ok: false, failure: 'no backup', lossSeconds: null };
    for (const each of [first, failed]) await store.appendDrill(each);
    expect(await store.newestGoodDrill()).toEqual(first);
    for (const each of [second, failed]) await store.appendDrill(each);
    expect(await store.newestGoodDrill()).toEqual(second);
  });

  test('returns both marks with the newest number of two servers', async () => {
    const store = await open();
    const [one, other] = [mark(7), mark(7)];
    for (const each of [mark(6), one, other]) await store.appendMark(each);
    const tokens = (await store.newestMarks()).map(({ token }) => token);
    expect(tokens.toSorted()).toEqual([one.token, other.token].toSorted());
  });

  test('keeps heads and audit entries that verification believes', async () => {
    const store = await open();
    const sealer = sealerOf(world.stack);
    await sealer.seal({ ...store, append: async (some) => void lines.push(...some) });
    await sealer.files.append(lines); // for the verification at the end
    await store.append(lines.slice(0, 3));
    await store.append(lines.slice(3));
    expect(await gatherHeads(store)).toEqual(await sealer.heads());
    await sealer.close();
  });

  describe('with a database', () => {
    let store: ExportStore;
    const attempt = () => markOnce({ db, store });
    beforeEach(async () => {
      await world.admin.query('truncate marks');
      store = await open();
    });

    test('gets a mark for a commit', async () => {
      await attempt();
      const [first] = await store.newestMarks();
      const { rows } = await world.admin.query<{ token: string; timeline: string; system: string }>(
        `select token, left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline, c.system_identifier::text as system
           from marks cross join pg_control_system() c`,
      );
      expect(first).toMatchObject({ number: 1, epoch: 0, confirmed: false, ...rows[0] });
      await commit();
      await later();
      await attempt();
      expect((await store.newestMarks())[0]?.number).toBe(2);
    });

    test('gets a mark at once for everything that is committed, also while another one is not exported', async () => {
      await attempt();
      await commit();
      await markEverything({ db, store });
      expect((await store.newestMarks())[0]?.number).toBe(2);
      const failing = { ...store, appendMark: () => Promise.reject(new Error('the disk is full')) };
      await expect(markEverything({ db, store: failing })).rejects.toThrow('the disk is full');
      await markEverything({ db, store });
      expect((await store.newestMarks())[0]?.number, 'the third one, and one after it').toBe(4);
    });

    test('gets at most one mark a second', async () => {
      const begun = performance.now();
      for (let round = 0; round < 5; round++) {
        await commit();
        await attempt();
      }
      const most = 1 + Math.floor((performance.now() - begun) / 900); // a busy machine takes longer for the rounds
      expect((await store.newestMarks())[0]?.number).toBeLessThanOrEqual(most);
    });

    test('stops the marks of a database that lacks the newest one', async () => {
      for (let round = 0; round < 3; round++) {
        await attempt();
        await later();
      }
      expect((await store.newestMarks())[0]?.number).toBe(3);
      await world.admin.query('delete from marks where number = 3'); // as after a restore
      await expect(attempt()).rejects.toMatchObject({ code: 'CW060' });
      await world.admin.query(
        `insert into marks select 3, epoch, gen_random_uuid(), at, timeline, system_identifier, xid, was_alone
           from marks where number = 2`,
      );
      await expect(attempt(), 'the same number with another token').rejects.toMatchObject({ code: 'CW060' });
    });

    test('stops the marks of both servers that wrote one number', async () => {
      await attempt();
      await later();
      await store.appendMark(mark(1, { at: new Date().toISOString() }));
      await expect(attempt()).rejects.toMatchObject({ code: 'CW060' });
    });

    test('gets a mark again whose export failed, before any other', async () => {
      await attempt();
      await later();
      const failing = { ...store, appendMark: () => Promise.reject(new Error('the store is away')) };
      await expect(markOnce({ db, store: failing })).rejects.toThrow('the store is away');
      expect((await store.newestMarks())[0]?.number).toBe(1);
      await world.admin.query("update marks set at = at - interval '4 seconds'");
      await attempt();
      const { rows } = await world.admin.query<{ token: string }>('select token from marks where number = 2');
      expect((await store.newestMarks())[0]).toMatchObject({ number: 2, token: rows[0]?.token });
    });

    test('is refused as another store once marks were exported', async () => {
      for (let round = 0; round < 2; round++) {
        await attempt();
        await later();
      }
      store = await open();
      await expect(attempt()).rejects.toMatchObject({ code: 'CW061' });
    });
  });
});

test('a line torn by a crash does not hide the mark before it', async () => {
  const directory = await newDirectory();
  const store = openStore({ CARDWRIGHT_SEALS_DIRECTORY: directory });
  const first = mark(1);
  await store.appendMark(first);
  const [name = ''] = await readdir(directory);
  await appendFile(join(directory, name), toMarkLine(mark(2)).slice(0, 60));
  expect(await store.newestMarks()).toEqual([first]);
  const third = mark(3);
  await store.appendMark(third);
  expect(await store.newestMarks()).toEqual([third]);
});

test('a worker exports marks while it works', async () => {
  await world.admin.query('truncate marks');
  const worker = await world.stack.spawn('worker');
  const read = async () => {
    const names = (await readdir(world.stack.sealsDirectory)).filter((name) => name.startsWith('marks-'));
    const texts = await Promise.all(names.map((name) => readFile(join(world.stack.sealsDirectory, name), 'utf8')));
    return texts.flatMap((text) => text.split('\n').flatMap((line) => fromMarkLine(line) ?? []));
  };
  const marks = await until(read, (all) => all.length >= 3);
  expect(marks.map(({ number }) => number)).toEqual(marks.map((_, index) => index + 1));
  await worker.stop();
});
