// Many books at a time: what one of them does, or what is wrong with it, is no matter of the others.
import { randomUUID } from 'node:crypto';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { sealBooks } from '@cardwright/server/ledger/seals/books.ts';
import { sealEverything } from '@cardwright/server/ledger/seals/seal.ts';
import { verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import type { Sql } from '@cardwright/server/platform/db/sql.ts';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealerOf } from '../../sealer-of.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
let sealer: ReturnType<typeof sealerOf>;
let scopes: Scope[]; // more than one turn takes, in order
beforeAll(async () => {
  world = await startWorld({ api: 0 });
  sealer = sealerOf(world.stack);
  for (let count = 0; count < 35; count++) await world.company();
  const { rows } = await world.admin.query<{ company_id: string; environment: Scope['environment'] }>(
    'select company_id, environment from ledger.books order by 1, 2',
  );
  scopes = rows.map(({ company_id, environment }) => ({ companyId: company_id, environment }));
});
afterAll(async () => {
  await sealer?.close();
  await world?.stop();
});

/** Adjusts books, which both environments allow: entries of each book, in one batch. */
async function post(books: readonly Scope[], count: number): Promise<void> {
  const each = <Item>(item: (scope: Scope) => Item) =>
    books.flatMap((scope) => Array.from({ length: count }, () => item(scope)));
  await world.admin.query(`select ledger.post($1, $2, $3, $4, $5, $6)`, [
    each(({ companyId }) => companyId),
    each(({ environment }) => environment),
    each(() => 'adjustment'),
    each(() => randomUUID()),
    each(() => 'Correction'),
    each(() => 1),
  ]);
}

/** Seals books in one pass; returns the errors. */
async function seal(books: readonly Scope[], db: Db = sealer.db): Promise<unknown[]> {
  const errors: unknown[] = [];
  await sealBooks({ db, clock: systemClock, onError: (error) => errors.push(error) }, [books]);
  return errors;
}

/** The ranges of a book's seals. */
const rangesOf = async ({ companyId, environment }: Scope, db: pg.ClientBase | pg.Pool = world.admin) =>
  (
    await db.query<{ first: number; last: number }>(
      `select first_sequence::integer as first, last_sequence::integer as last
         from ledger.seals where company_id = $1 and environment = $2 order by last_sequence`,
      [companyId, environment],
    )
  ).rows.map(({ first, last }) => [first, last]);

/** Books with entries that no seal covers. */
const unsealed = async () =>
  (
    await world.admin.query<Scope>(
      `select b.company_id as "companyId", b.environment
         from ledger.books b
        where b.entries > (select coalesce(max(s.last_sequence), 0) from ledger.seals s
                            where s.company_id = b.company_id and s.environment = b.environment)
        order by 1, 2`,
    )
  ).rows;

/** The same database, where every statement passes here first. */
const watched = (onStatement: (text: string) => void): Db => ({
  ...sealer.db,
  query: async <Row extends object>(statement: Sql) => {
    onStatement(statement.parts.join('?'));
    return sealer.db.query<Row>(statement);
  },
});

const take = (from: number, to: number): Scope[] => scopes.slice(from, to);
const at = (index: number): Scope => scopes[index] ?? expect.fail('there are fewer books');

/** One transaction of the administrator, which is rolled back. */
async function inTransaction<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
  const client = await world.admin.connect();
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Renumbers the last entry but one of a book, as an attacker would; a second time, it is back. */
const turnEntry = ({ companyId, environment }: Scope) =>
  world.admin.query(`
    alter table ledger.entries disable trigger entries_are_append_only;
    update ledger.entries e set sequence = -e.sequence from ledger.books b
     where (e.company_id, e.environment) = ('${companyId}', '${environment}')
       and (b.company_id, b.environment) = (e.company_id, e.environment) and abs(e.sequence) = b.entries - 1;
    alter table ledger.entries enable always trigger entries_are_append_only`);

/** Changes the number of entries of a book, as an attacker would. */
const miscount = ({ companyId, environment }: Scope, by: number) =>
  world.admin.query('update ledger.books set entries = entries + $3 where company_id = $1 and environment = $2', [
    companyId,
    environment,
    by,
  ]);

describe('many books', () => {
  test('are sealed by a few statements, however many there are', async () => {
    await post(scopes, 3);
    const statements: string[] = [];
    const db = watched((text) => statements.push(text));
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    await sealEverything({ db, clock: systemClock, store: sealer.files, onError });
    expect(errors).toEqual([]);
    expect(await unsealed()).toEqual([]);
    const count = (name: string) => statements.filter((text) => text.includes(`${name}(`)).length;
    const turns = Math.ceil(scopes.length / 64);
    expect(turns).toBe(2);
    expect(count('ledger.list_unsealed')).toBe(1);
    expect(count('ledger.read_unsealed')).toBe(turns);
    expect(count('ledger.append_seals')).toBe(turns);
    expect(count('ledger.seal')).toBe(0);
    expect((await verifyLedger(world.tools.db, { heads: await sealer.heads() })).bad).toBeUndefined();
  });

  test('take turns: a book with many entries goes behind the others, and is sealed to its end', async () => {
    const before = (await rangesOf(at(0))).at(-1)?.[1] ?? 0;
    await post([at(0)], 200);
    await post(scopes.slice(1), 1);
    expect(await seal(scopes)).toEqual([]);
    expect(await unsealed()).toEqual([]);
    expect((await rangesOf(at(0))).slice(-4).map(([first = 0, last = 0]) => [first - before, last - before])).toEqual([
      [1, 64],
      [65, 128],
      [129, 192],
      [193, 200],
    ]);
    const { rows } = await world.admin.query<{ line: string }>('select line from seal_outbox order by id');
    const firsts = rows.map(({ line }) => (JSON.parse(line) as { chain: string }).chain);
    const [many] = firsts;
    expect(firsts.slice(1, scopes.length)).not.toContain(many);
    expect(firsts.slice(scopes.length)).toEqual([many, many, many]);
  });

  test('a book alone with more entries than one read is sealed to its end', async () => {
    for (let part = 0; part < 5; part++) await post([at(1)], 1_000);
    const statements: string[] = [];
    expect(
      await seal(
        [at(1)],
        watched((text) => statements.push(text)),
      ),
    ).toEqual([]);
    expect(await unsealed()).toEqual([]);
    expect(statements.filter((text) => text.includes('append_seals'))).toHaveLength(2);
    let next = 1;
    for (const [first = 0, last = 0] of await rangesOf(at(1))) {
      expect(first).toBe(next);
      next = last + 1;
    }
    await sealer.seal();
    expect((await verifyLedger(world.tools.db, { heads: await sealer.heads() })).bad).toBeUndefined();
  });

  test('are sealed once by sealers at the same time, in any order of the books', async () => {
    for (let round = 0; round < 6; round++) {
      await post(take(0, 20), 100 + round);
      const turned = take(0, 20).toReversed();
      const all = await Promise.all([
        seal(take(0, 20)),
        seal(turned),
        sealer.attempt(),
        seal(take(5, 15)),
        seal(turned),
      ]);
      expect(all.flat()).toEqual([]);
    }
    await sealer.seal();
    expect(await unsealed()).toEqual([]);
    expect((await verifyLedger(world.tools.db, { heads: await sealer.heads() })).bad).toBeUndefined();
  });

  test('wait for no posting, and no posting waits for them', async () => {
    await post(take(0, 3), 1);
    await inTransaction(async (client) => {
      await client.query('select ledger.lock_books($1, $2)', [[at(1).companyId], [at(1).environment]]);
      expect(await seal(take(0, 3))).toEqual([]);
    });
    expect(await unsealed()).toEqual([]);
  });
});

type Appended = { book: Scope; first: number; before: Buffer | undefined };

describe('one call', () => {
  const hash = Buffer.alloc(32);

  /** Appends a seal of one entry each, and returns their verdicts. */
  const append = async (client: pg.ClientBase, seals: readonly Appended[]): Promise<string[] | undefined> => {
    const { rows } = await client.query<{ verdicts: string[] }>(
      'select ledger.append_seals($1, $2, $3, $3, $4, $5, $6, $7, $8) as verdicts',
      [
        seals.map(({ book }) => book.companyId),
        seals.map(({ book }) => book.environment),
        seals.map(({ first }) => first),
        seals.map(({ before }) => before),
        seals.map(() => hash),
        seals.map(() => Buffer.alloc(4)),
        seals.map(() => new Date()),
        seals.map((_, index) => `line ${index}`),
      ],
    );
    return rows[0]?.verdicts;
  };

  /** The hash that the next seal of a book continues. */
  const lastHashOf = async ({ companyId, environment }: Scope): Promise<Buffer | undefined> => {
    const { rows } = await world.admin.query<{ hash_after: Buffer }>(
      'select hash_after from ledger.seals where company_id = $1 and environment = $2 order by last_sequence desc limit 1',
      [companyId, environment],
    );
    return rows[0]?.hash_after;
  };

  test('answers each seal separately', async () => {
    const [one, two, three] = [at(10), at(11), at(12)];
    const ends = await Promise.all([one, two, three].map(async (book) => (await rangesOf(book)).at(-1)?.[1] ?? 0));
    const [end = 0, second = 0, third = 0] = ends;
    await post([one, two], 2);
    const before = await lastHashOf(one);
    const { verdicts, lines, ranges } = await inTransaction(async (client) => {
      const verdicts = await append(client, [
        { book: three, first: third + 1, before: hash }, // its book has no such entry
        { book: one, first: end + 2, before: hash }, // continues the next one, which comes first
        { book: one, first: end + 1, before },
        { book: two, first: second + 1, before: hash }, // does not continue the last seal
        { book: two, first: second + 2, before: hash },
      ]);
      const waiting = "select line from seal_outbox where line like 'line %' order by id";
      const lines = (await client.query<{ line: string }>(waiting)).rows.map(({ line }) => line);
      const ranges = [await rangesOf(one, client), await rangesOf(two, client), await rangesOf(three, client)];
      return { verdicts, lines, ranges };
    });
    expect(verdicts).toEqual(['beyond', 'sealed', 'sealed', 'stale', 'stale']);
    expect(lines).toEqual(['line 2', 'line 1']);
    expect(ranges[0]?.slice(-2)).toEqual([
      [end + 1, end + 1],
      [end + 2, end + 2],
    ]);
    expect(ranges.map((each) => each.at(-1)?.[1])).toEqual([end + 2, second, third]);
    expect(await seal([one, two])).toEqual([]);
  });

  test('leaves a book to the sealer that was first, also the seals after its own', async () => {
    const book = at(13);
    const [end = 0] = [(await rangesOf(book)).at(-1)?.[1]];
    await post([book], 2);
    const [next, following] = [
      { book, first: end + 1, before: await lastHashOf(book) },
      { book, first: end + 2, before: hash },
    ];
    await inTransaction(async (client) => {
      expect(await append(client, [next])).toEqual(['sealed']);
      // It would continue the seal above, and wait for the sealer of that, who may wait for this call.
      expect(await append(client, [next, following])).toEqual(['stale', 'stale']);
      expect(await append(client, [following])).toEqual(['sealed']);
    });
    expect(await seal([book])).toEqual([]);
  });
});

describe('a broken book', () => {
  test('with a missing entry stops alone', async () => {
    await post(take(0, 8), 3);
    await turnEntry(at(3));
    expect(await seal(take(0, 8))).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/is not sealed .*: its entries are not numbered/) }),
    ]);
    expect(await unsealed()).toEqual([at(3)]);
    await turnEntry(at(3));
    expect(await seal([at(3)])).toEqual([]);
  });

  test('that counts fewer entries than it has stops alone', async () => {
    await post(take(4, 8), 3);
    await miscount(at(5), -2);
    expect(await seal(take(4, 8))).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/is not sealed .*: its book counts fewer entries/) }),
    ]);
    await miscount(at(5), 2);
    expect(await unsealed()).toEqual([at(5)]);
    expect(await seal(take(4, 8))).toEqual([]);
  });

  test('whose seal the database refuses stops alone', async () => {
    await post(take(4, 24), 1);
    const { companyId } = at(9);
    const refused = scopes.filter((scope) => scope.companyId === companyId);
    await world.admin.query(
      `alter table ledger.seals add constraint refused check (company_id <> '${companyId}') not valid`,
    );
    const errors = await seal(take(4, 24));
    await world.admin.query('alter table ledger.seals drop constraint refused');
    expect(errors).toEqual(refused.map(() => expect.objectContaining({ code: '23514' })));
    expect(await unsealed()).toEqual(refused);
    expect(await seal(take(4, 24))).toEqual([]);
  });

  test('whose storage is damaged stops alone', async () => {
    await post(take(4, 24), 1);
    const { companyId } = at(9);
    const refused = scopes.filter((scope) => scope.companyId === companyId);
    await world.admin.query(`
      create function damaged() returns trigger language plpgsql as
        $$ begin raise exception 'could not read block' using errcode = '58030'; end $$;
      create trigger damaged before insert on ledger.seals for each row when (new.company_id = '${companyId}')
        execute function damaged()`);
    const errors = await seal(take(4, 24));
    await world.admin.query('drop function damaged cascade');
    expect(errors).toEqual(refused.map(() => expect.objectContaining({ code: '58030' })));
    expect(await unsealed()).toEqual(refused);
    expect(await seal(take(4, 24))).toEqual([]);
  });

  test('is no reason to repeat a turn while the database is away', async () => {
    await post(take(4, 24), 1);
    let turns = 0;
    const away = watched((text) => {
      if (!text.includes('append_seals')) return;
      turns++;
      throw Object.assign(new Error('away'), { code: '57P01' });
    });
    expect(await seal(take(4, 24), away)).toHaveLength(1);
    expect(turns).toBe(1);
    expect(await seal(take(4, 24))).toEqual([]);
  });
});
