// The posting rules, tested in the database: the guarantees of ledger.post for every caller.
import { randomUUID } from 'node:crypto';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { withDatabase } from '@cardwright/server/platform/db/migrate.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Ledger, ledgerOf } from '../../ledger-of.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
let ledger: Ledger;
beforeAll(async () => {
  world = await startWorld({ api: 0 });
  ledger = ledgerOf(world.stack);
});
afterAll(async () => {
  await ledger.close();
  await world.stop();
});

type Entry = { scope: Scope; kind?: string; reference?: string; cents: bigint };

/** Posts a batch and answers, for each entry, whether it was posted and its number. */
const post = (...entries: Entry[]) => postOn(world.admin, entries);

async function postOn(
  database: Pick<pg.Pool, 'query'>,
  entries: Entry[],
): Promise<{ posted: boolean; sequence: string | null }[]> {
  const { rows } = await database.query<{ numbers: (bigint | null)[] }>(
    `select ledger.post($1, $2, $3, $4, $5, $6) as numbers`,
    [
      entries.map(({ scope }) => scope.companyId),
      entries.map(({ scope }) => scope.environment),
      entries.map(({ kind }) => kind ?? 'adjustment'),
      entries.map(({ reference }) => reference ?? randomUUID()),
      entries.map(() => 'test'),
      entries.map(({ cents }) => String(cents)),
    ],
  );
  const numbers = rows[0]?.numbers ?? [];
  return numbers.map((number) => ({ posted: number !== null, sequence: number === null ? null : String(number) }));
}

const move = (scope: Scope, cents: bigint, reference?: string): Entry => ({
  scope,
  cents,
  ...(reference === undefined ? {} : { reference }),
});

const newBook = async (available = 0n): Promise<Scope> => {
  const { scope } = await world.company();
  if (available > 0n) await ledger.credit(scope, available);
  return scope;
};

async function balancesOf(
  scope: Scope,
  database: Pick<pg.Pool, 'query'> = world.admin,
): Promise<Record<string, bigint>> {
  const { rows } = await database.query<{ account: string; balance: bigint }>(
    'select account, balance from ledger.accounts where company_id = $1 and environment = $2',
    [scope.companyId, scope.environment],
  );
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
}

describe('a batch', () => {
  test('answers for each entry whether it was posted, and numbers the posted ones without a gap', async () => {
    const scope = await newBook(100n);
    expect(await post(move(scope, -60n), move(scope, -60n), move(scope, 30n), move(scope, -70n))).toEqual([
      { posted: true, sequence: '2' },
      { posted: false, sequence: null },
      { posted: true, sequence: '3' },
      { posted: true, sequence: '4' },
    ]);
    expect(await balancesOf(scope)).toMatchObject({ available: 0n });
  });

  test('posts a small entry behind a large refused one', async () => {
    const scope = await newBook(100n);
    const [large, small] = await post(move(scope, -101n), move(scope, -100n));
    expect([large?.posted, small?.posted]).toEqual([false, true]);
  });

  test('does not let an entry spend what only a later one brings', async () => {
    const scope = await newBook();
    const [early, late] = await post(move(scope, -10n), move(scope, 10n));
    expect([early?.posted, late?.posted]).toEqual([false, true]);
    expect(await balancesOf(scope)).toMatchObject({ available: 10n });
  });

  test('lets an entry spend what an earlier one brought', async () => {
    const scope = await newBook();
    const answers = await post(move(scope, 10n), move(scope, -10n));
    expect(answers.every(({ posted }) => posted)).toBe(true);
  });

  test('of books of which some post nothing leaves each at its own number', async () => {
    const books = await Promise.all([newBook(), newBook(100n), newBook(), newBook(100n)]);
    const spend = () => post(...books.map((scope) => move(scope, -10n)));
    const sequences = async () => (await spend()).map(({ sequence }) => sequence);
    expect(await sequences()).toEqual([null, '2', null, '2']);
    expect(await sequences()).toEqual([null, '3', null, '3']);
  });

  test('of several companies refuses one without harm to the others, environments apart', async () => {
    const [rich, poor] = [await newBook(100n), await newBook()];
    const live: Scope = { ...rich, environment: 'live' };
    const answers = await post(move(poor, -1n), move(rich, -100n), move(live, -1n), move(poor, 5n));
    expect(answers.map(({ posted }) => posted)).toEqual([false, true, false, true]);
    expect(await balancesOf(live)).toMatchObject({ available: 0n });
  });

  test('of nothing answers nothing', async () => {
    expect(await post()).toEqual([]);
  });

  test('of 500 entries leaves a book that adds up', async () => {
    const scope = await newBook(1_000n);
    const answers = await post(...Array.from({ length: 500 }, (_, index) => move(scope, index % 2 === 0 ? -3n : 1n)));
    const posted = answers.filter((answer) => answer.posted);
    expect(posted.map(({ sequence }) => Number(sequence))).toEqual(posted.map((_, index) => index + 2));
    expect((await balancesOf(scope))['available']).toBeGreaterThanOrEqual(0n);
  });
});

describe('an entry', () => {
  test.each([
    ['deposit', 'deposits', 'available'],
    ['deposit_fee', 'available', 'fees'],
    ['sandbox_credit', 'deposits', 'available'],
    ['reservation', 'available', 'held'],
    ['capture', 'held', 'issuer'],
    ['fee', 'held', 'fees'],
    ['release', 'held', 'available'],
    ['adjustment', 'adjustments', 'available'],
  ])('of kind %s moves its amount from %s to %s, alone as in a batch', async (kind, source, target) => {
    for (const size of [1, 2, 3, 20]) {
      const scope = await newBook(1_000n);
      await ledger.reserve(scope, 'op_0', 500n);
      const before = await balancesOf(scope);
      const moved = 7n * BigInt(size);
      const client = await world.admin.connect();
      await client.query('begin'); // and rolled back: a reservation without its hold would not add up
      await postOn(
        client,
        Array.from({ length: size }, () => ({ scope, kind, cents: 7n })),
      );
      expect(await balancesOf(scope, client)).toEqual({
        ...before,
        [source]: (before[source] ?? 0n) - moved,
        [target]: (before[target] ?? 0n) + moved,
      });
      await client.query('rollback');
      client.release();
    }
  });

  test('for a book that is not open is refused, and nothing of its batch is posted', async () => {
    const scope = await newBook(10n);
    const nobody: Scope = { companyId: randomUUID(), environment: 'sandbox' };
    await expect(post(move(scope, 1n), move(nobody, 1n))).rejects.toMatchObject({ code: 'CW003' });
    expect(await balancesOf(scope)).toMatchObject({ available: 10n });
  });

  test('of the same reference and kind is refused the second time, also within a batch', async () => {
    const scope = await newBook(10n);
    await post(move(scope, 1n, 'case_1'));
    const taken = { constraint: expect.stringMatching('reference_kind') };
    await expect(post(move(scope, 1n, 'case_1'))).rejects.toMatchObject(taken);
    await expect(post(move(scope, 1n, 'case_2'), move(scope, 1n, 'case_2'))).rejects.toMatchObject(taken);
    expect(await balancesOf(scope)).toMatchObject({ available: 11n });
  });

  test('may share its reference with another kind, another company and the other environment', async () => {
    const scope = await newBook(10n);
    await post(
      move(scope, 1n, 'same'),
      { scope, kind: 'deposit', reference: 'same', cents: 1n },
      move({ ...scope, environment: 'live' }, 1n, 'same'),
      move(await newBook(), 1n, 'same'),
    );
  });
});

describe('what can happen to money', () => {
  test('a credit reaches no live funds, and is above zero', async () => {
    const scope = await newBook();
    const live: Scope = { ...scope, environment: 'live' };
    await expect(ledger.credit(live, 1n)).rejects.toMatchObject({ code: 'CW004' });
    for (const cents of [0n, -1n]) await expect(ledger.credit(scope, cents)).rejects.toMatchObject({ code: 'CW005' });
  });

  test('a reservation of more than there is answers false and does nothing; of exactly everything it holds all', async () => {
    const scope = await newBook(100n);
    expect(await ledger.reserve(scope, 'op_1', 101n)).toBe(false);
    expect(await balancesOf(scope)).toMatchObject({ available: 100n, held: 0n });
    expect(await ledger.reserve(scope, 'op_1', 100n)).toBe(true);
    expect(await balancesOf(scope)).toMatchObject({ available: 0n, held: 100n });
    await expect(ledger.reserve(scope, 'op_2', 0n)).rejects.toMatchObject({ code: 'CW005' });
  });

  test('a capture takes exactly the hold, once, and not after a release', async () => {
    const scope = await newBook(100n);
    await ledger.reserve(scope, 'op_1', 60n);
    await ledger.reserve(scope, 'op_2', 40n);
    const noSuchHold = { code: 'CW006' };
    await expect(ledger.capture(scope, 'op_1', 50n, 9n)).rejects.toMatchObject(noSuchHold);
    await expect(ledger.capture(scope, 'op_1', 60n, 1n)).rejects.toMatchObject(noSuchHold);
    await expect(ledger.capture(scope, 'op_3', 10n, 0n)).rejects.toMatchObject(noSuchHold);
    await ledger.capture(scope, 'op_1', 50n, 10n);
    await expect(ledger.capture(scope, 'op_1', 50n, 10n)).rejects.toThrow();
    await expect(ledger.release(scope, 'op_1', 60n)).rejects.toMatchObject(noSuchHold);
    await ledger.release(scope, 'op_2', 40n);
    await expect(ledger.capture(scope, 'op_2', 40n, 0n)).rejects.toThrow();
    expect(await balancesOf(scope)).toMatchObject({ available: 40n, held: 0n, issuer: 50n, fees: 10n });
  });

  test('a release of another amount than the hold is refused', async () => {
    const scope = await newBook(100n);
    await ledger.reserve(scope, 'op_1', 60n);
    for (const cents of [59n, 61n])
      await expect(ledger.release(scope, 'op_1', cents)).rejects.toMatchObject({ code: 'CW006' });
    expect(await balancesOf(scope)).toMatchObject({ available: 40n, held: 60n });
  });

  test('a capture with a negative fee or without an amount is refused', async () => {
    const scope = await newBook(100n);
    await ledger.reserve(scope, 'op_1', 60n);
    for (const [amount, fee] of [
      [61n, -1n],
      [0n, 60n],
    ] as const)
      await expect(ledger.capture(scope, 'op_1', amount, fee)).rejects.toMatchObject({ code: 'CW005' });
  });

  test('a deposit covers its fee, and both show in the accounts', async () => {
    const scope = await newBook();
    await ledger.deposit(scope, 'inv_1', 101_00n, 1_52n);
    expect(await balancesOf(scope)).toMatchObject({ available: 99_48n, deposits: -101_00n, fees: 1_52n });
    for (const [amount, fee] of [
      [10n, 11n],
      [10n, -1n],
      [0n, 0n],
    ] as const)
      await expect(ledger.deposit(scope, 'inv_2', amount, fee)).rejects.toMatchObject({ code: 'CW005' });
  });

  test('an adjustment takes nothing that is not there', async () => {
    const scope = await newBook(10n);
    expect(await ledger.adjust(scope, 'case_1', -11n)).toBe(false);
    expect(await ledger.adjust(scope, 'case_1', -10n)).toBe(true);
    expect(await balancesOf(scope)).toMatchObject({ available: 0n, adjustments: 10n });
  });

  test('fifty reservations at once for money that suffices for ten: ten succeed', async () => {
    const scope = await newBook(100n);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => ledger.reserve(scope, `op_${index}`, 10n)),
    );
    expect(answers.filter(Boolean)).toHaveLength(10);
    expect(await balancesOf(scope)).toMatchObject({ available: 0n, held: 100n });
  });
});

describe('what was written', () => {
  const changes = [
    'update ledger.entries set description = description',
    'delete from ledger.entries',
    'truncate ledger.entries',
    'update ledger.lines set amount = amount',
    'delete from ledger.lines',
    'truncate ledger.lines',
    'update audit_log set subject = subject',
    'delete from audit_log',
    'truncate audit_log',
    'delete from idempotency_keys',
    'truncate idempotency_keys',
  ];

  test.each(changes)('stays: a superuser is refused `%s`', async (statement) => {
    await newBook(1n);
    await expect(world.admin.query(statement)).rejects.toMatchObject({ code: 'CW002' });
    const client = await world.admin.connect();
    await client.query('set session_replication_role = replica'); // the usual way around triggers
    await expect(client.query(statement)).rejects.toMatchObject({ code: 'CW002' });
    client.release(true);
  });

  test.each(changes)('stays: the owner of the tables is refused `%s`', async (statement) => {
    const owner = new pg.Client(world.stack.urlOf('cardwright_owner'));
    await owner.connect();
    await expect(owner.query(statement)).rejects.toMatchObject({ code: 'CW002' });
    await owner.end();
  });

  test('balances: lines that do not sum to zero are refused even to a superuser', async () => {
    const { companyId } = await newBook(1n);
    const line = `insert into ledger.lines (company_id, environment, account, sequence, entry_sequence, amount, balance_after)
                  values ($1, 'sandbox', 'available', 2, 2, 5, 6)`;
    await expect(world.admin.query(line, [companyId])).rejects.toMatchObject({ code: 'CW001' });
  });

  test('never goes below zero, also for a superuser', async () => {
    const { companyId } = await newBook(1n);
    for (const account of ['available', 'held'])
      await expect(
        world.admin.query(
          `update ledger.accounts set balance = -1 where company_id = $1 and environment = 'sandbox' and account = $2`,
          [companyId, account],
        ),
      ).rejects.toMatchObject({ constraint: `${account}_never_below_zero` });
  });
});

describe('time', () => {
  test('runs forward only: an offset below zero is refused, and live time is real', async () => {
    const { companyId } = await newBook();
    const set = (environment: string, offset: string) =>
      world.admin.query('update ledger.books set clock_offset = $3 where company_id = $1 and environment = $2', [
        companyId,
        environment,
        offset,
      ]);
    await expect(set('sandbox', '-1 second')).rejects.toMatchObject({ constraint: 'time_only_moves_forward' });
    await expect(set('live', '1 second')).rejects.toMatchObject({ constraint: 'live_time_is_real' });
    await set('sandbox', '10 days');
  });

  test('of an entry is never before the one before it, even when the offset shrinks', async () => {
    const scope = await newBook();
    const offset = (text: string) =>
      world.admin.query(`update ledger.books set clock_offset = $2 where company_id = $1 and environment = 'sandbox'`, [
        scope.companyId,
        text,
      ]);
    for (const days of [0, 5, 2, 0]) {
      await offset(`${days} days`);
      await ledger.credit(scope, 1n);
    }
    const { rows } = await world.admin.query<{ created_at: Date }>(
      'select created_at from ledger.entries where company_id = $1 order by sequence',
      [scope.companyId],
    );
    const times = rows.map(({ created_at }) => created_at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[2]).toBe(times[1]);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(4.9 * 86_400_000);
  });

  test('of a company moves no other company', async () => {
    const [moved, still] = [await newBook(), await newBook()];
    await world.admin.query(
      `update ledger.books set clock_offset = '30 days' where company_id = $1 and environment = 'sandbox'`,
      [moved.companyId],
    );
    await post(move(moved, 1n), move(still, 1n));
    const { rows } = await world.admin.query<{ ahead: boolean }>(
      `select created_at > now() + interval '1 day' as ahead from ledger.entries where company_id = any ($1) order by created_at`,
      [[moved.companyId, still.companyId]],
    );
    expect(rows.map(({ ahead }) => ahead)).toEqual([false, true]);
  });
});

describe('the roles of the processes', () => {
  test.each(['cardwright_api', 'cardwright_worker', 'cardwright_admin'] as const)(
    '%s cannot post, reserve, capture, release, deposit or adjust by itself, nor write the tables',
    async (role) => {
      const scope = await newBook(100n);
      const client = new pg.Client(world.stack.urlOf(role));
      await client.connect();
      const book = `'${scope.companyId}', 'sandbox'`;
      const forbidden = [
        `select ledger.post_one(${book}, 'deposit', 'r', 'x', 1)`,
        `select ledger.deposit(${book}, 'r', 1, 0)`,
        `select ledger.adjust(${book}, 'r', 1, 'x')`,
        `select ledger.post('{}', '{}', '{}', '{}', '{}', '{}')`,
        `select ledger.credit_sandbox('{}', '{}', '{}', '{}')`,
        `select ledger.reserve('{}', '{}', '{}', '{}', '{}')`,
        `select ledger.capture('{}', '{}', '{}', '{}', '{}')`,
        `select ledger.release('{}', '{}', '{}', '{}')`,
        `select ledger.close_holds('{}', '{}', '{}', '{}', '{}', 'released')`,
        `select ledger.lock_books('{}', '{}')`,
        'update ledger.accounts set balance = 1',
        'insert into ledger.holds select * from ledger.holds',
        'delete from ledger.entries',
      ];
      for (const statement of forbidden)
        await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' });
      await client.end();
    },
  );

  test('nobody logs in as the role that writes money', async () => {
    const url = new URL(withDatabase(inject('adminUrl'), 'postgres'));
    url.username = 'cardwright_posting';
    const client = new pg.Client(url.toString());
    await expect(client.connect()).rejects.toThrow();
  });
});
