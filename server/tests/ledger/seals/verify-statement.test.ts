// The program with which the holder of a statement checks it offline. Every field of real statements is changed here.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealerOf } from '../../sealer-of.ts';
import { type Company, startWorld, type World } from '../../world.ts';

type Entry = Record<
  'id' | 'reference' | 'kind' | 'description' | 'amount' | 'balance' | 'availableDelta' | 'heldDelta' | 'createdAt',
  string
>;
type Chain = { before: string | null; after: string | null; sealedThrough: string | null };
type Statement = {
  company: { id: string; name: string };
  environment: string;
  openingBalance: string;
  closingBalance: string;
  incoming: string;
  outgoing: string;
  data: Entry[];
  chain: Chain;
};

const verifier = fileURLToPath(new URL('../../../../docs/verify-statement.mjs', import.meta.url));

/** The days of the statements below; an entry is never older than the one before it, so they lie ahead. */
const days = ['2100-01-01', '2100-01-02', '2100-01-03', '2100-01-04'] as const;

let world: World;
let sealer: ReturnType<typeof sealerOf>;
let company: Company;
let directory: string;
/** Sealed to its end, and the first of its book. */
let first: Statement;
/** Sealed to its end, in the middle of the book. */
let second: Statement;
/** Without entries, behind both. */
let empty: Statement;
/** The same without entries, before the book began. */
let blank: Statement;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cardwright-statement-'));
  world = await startWorld();
  sealer = sealerOf(world.stack);
  company = await world.company();
  await post(days[0], ['sandbox_credit', 'sandbox_credit'], [500, 250]);
  await post(days[1], ['sandbox_credit', 'adjustment'], [100, -300]);
  await sealer.seal();
  [first, second, empty, blank] = await Promise.all([
    statementOf(days[0], days[0]),
    statementOf(days[1], days[1]),
    statementOf(days[2], days[2]),
    statementOf('2099-12-01', '2099-12-02'),
  ]);
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await sealer?.close();
  await world?.stop();
});

async function post(day: string, kinds: string[], amounts: number[]): Promise<void> {
  const { companyId } = company.scope;
  await world.admin.query(
    `update ledger.books set last_entry_at = greatest(last_entry_at, $2) where company_id = $1 and environment = 'sandbox'`,
    [companyId, `${day}T10:00:00Z`],
  );
  await world.admin.query(
    `select ledger.post(
       array_fill($1::uuid, array[$2::int]), array_fill('sandbox'::environment, array[$2]), $3::ledger.entry_kind[],
       array(select gen_random_uuid()::text from generate_series(1, $2)), array_fill('Crédit "🂡"'::text, array[$2]),
       $4::bigint[])`,
    [companyId, amounts.length, kinds, amounts],
  );
}

async function statementOf(from: string, to: string): Promise<Statement> {
  const { status, body } = await company.get<Statement>(`/api/v1/account-statements?from=${from}&to=${to}`);
  expect(status).toBe(200);
  return body;
}

/** What the program says about statements, one after the other, and how it ends. */
async function check(...statements: unknown[]): Promise<{ code: number; words: string }> {
  const files = statements.map((_, index) => join(directory, `${index}.json`));
  await Promise.all(files.map((file, index) => writeFile(file, JSON.stringify(statements[index]))));
  return run(...files);
}

const run = (...args: string[]): Promise<{ code: number; words: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [verifier, ...args], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), words: (stdout + stderr).trim() }),
    );
  });

function changed(statement: Statement, change: (copy: Statement) => unknown): Statement {
  const copy = structuredClone(statement);
  change(copy);
  return copy;
}

describe('statements as they are', () => {
  test('that are sealed to their end are wholly checked', async () => {
    for (const statement of [first, second, blank]) {
      const { code, words } = await check(statement);
      expect(words).toMatch(/OK: everything was checked$/);
      expect(words).toContain('company.name, from, to, generatedAt');
      expect(code).toBe(0);
    }
    expect((await check(first)).words).toContain(`through ${first.data[1]?.id}`);
  });

  test('that are not sealed yet, or only in part, are reported as such', async () => {
    const other = await world.company();
    await other.fund('1.00');
    const today = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const { body } = await other.get(`/api/v1/account-statements?from=2026-01-01&to=${today}`);
    expect(await check(body)).toMatchObject({ code: 3, words: expect.stringMatching(/NOT CHECKED.* not sealed yet/) });
    const half = changed(first, ({ chain }) => Object.assign(chain, { after: null, sealedThrough: null }));
    expect(await check(half)).toMatchObject({ code: 3, words: expect.stringContaining('2 entries: they are not') });
  });

  test('without entries need the statement before them, which carries the balance', async () => {
    expect(await check(empty)).toMatchObject({ code: 3, words: expect.stringMatching(/NOT CHECKED: balances/) });
    expect(await check(second, empty)).toMatchObject({ code: 0 });
    const forged = { ...empty, openingBalance: '9999.99', closingBalance: '9999.99' };
    expect((await check(forged)).code).toBe(3);
    expect(await check(second, forged)).toMatchObject({ code: 1, words: expect.stringContaining('openingBalance') });
  });

  test('follow one another, and only in order', async () => {
    expect(await check(blank, first, second, empty)).toMatchObject({ code: 0 });
    expect(await check(first, empty)).toMatchObject({ code: 1, words: expect.stringContaining('does not go on') });
    expect((await check(second, first)).code).toBe(1);
    const elsewhere = changed(second, ({ company: of }) => Object.assign(of, { id: 'com_01jcp4vsb0e5d8zq6m5k1n7x2t' }));
    expect((await check(first, elsewhere)).code).toBe(1);
  });
});

describe('a field that was changed', () => {
  const moneyOfStatement = ['openingBalance', 'closingBalance', 'incoming', 'outgoing'];
  const texts = ['id', 'reference', 'kind', 'description', 'createdAt'] as const;
  const amounts = ['amount', 'balance', 'availableDelta', 'heldDelta'] as const;

  test.each([...moneyOfStatement, 'currency', 'account', 'environment', 'from', 'to'])('%s is wrong', async (name) => {
    for (const statement of [second, empty]) {
      for (const value of ['0.01', '-0.00', 7, undefined])
        expect(await check({ ...statement, [name]: value }), `${name} ${value}`).toMatchObject({ code: 1 });
    }
  });

  test('the company and the environment are those of the entries or of the beginning of the book', async () => {
    for (const statement of [first, second]) {
      const { code } = await check({ ...statement, environment: 'live' });
      expect(code).toBe(1);
    }
    for (const statement of [blank, empty]) expect((await check({ ...statement, environment: 'live' })).code).toBe(3);
    const other = changed(second, ({ company: of }) => Object.assign(of, { id: 'com_01jcp4vsb0e5d8zq6m5k1n7x2t' }));
    expect(await check(other)).toMatchObject({
      code: 1,
      words: expect.stringContaining('is no entry of this company'),
    });
  });

  test.each([...texts, ...amounts])(
    'of an entry, %s, is wrong',
    async (name) => {
      for (const at of [0, 1]) {
        for (const value of ['0.01', '2100-01-02T10:00:00.001Z', 7]) {
          const forged = changed(second, ({ data }) => Object.assign(data[at] ?? {}, { [name]: value }));
          expect(await check(forged), `${name} ${value}`).toMatchObject({ code: 1 });
        }
      }
    },
    60_000,
  );

  test.each(['before', 'after', 'sealedThrough'] as const)('of the chain, %s, is wrong', async (name) => {
    const values = ['0'.repeat(64), 'zz', undefined, second.data[0]?.id];
    for (const value of values) {
      const forged = changed(second, ({ chain }) => Object.assign(chain, { [name]: value }));
      expect(await check(forged), `${name} ${value}`).toMatchObject({ code: 1 });
    }
    const without = changed(second, ({ chain }) => Object.assign(chain, { [name]: null }));
    expect(await check(without)).toMatchObject({ code: 1 });
  });

  test('a chain of nothing, or no chain, is not taken for a chain that holds', async () => {
    const nulled = { ...second, chain: { before: null, after: null, sealedThrough: null } };
    expect(await check(nulled)).toMatchObject({ code: 3, words: expect.stringContaining('NOT CHECKED: the chain') });
    expect((await check({ ...empty, chain: nulled.chain })).code).toBe(3);
    expect((await check({ ...second, chain: undefined })).code).toBe(1);
    expect((await check({ ...second, chain: {} })).code).toBe(1);
  });

  test('amounts that add up and were never posted break the chain', async () => {
    const forged = changed(second, (copy) => {
      Object.assign(copy.data[0] ?? {}, { amount: '9.99', availableDelta: '9.99', balance: '17.49' });
      Object.assign(copy.data[1] ?? {}, { balance: '14.49' });
      Object.assign(copy, { incoming: '9.99', closingBalance: '14.49' });
    });
    expect(await check(forged)).toMatchObject({ code: 1, words: 'WRONG: the chain does not hold' });
  });

  test('balances moved together are wrong as soon as one entry is sealed', async () => {
    const forged = changed(second, (copy) => {
      const raise = (text: string) => (Number(text) + 1000).toFixed(2);
      for (const entry of copy.data) entry.balance = raise(entry.balance);
      copy.openingBalance = raise(copy.openingBalance);
      copy.closingBalance = raise(copy.closingBalance);
    });
    expect(await check(forged)).toMatchObject({ code: 1 });
  });

  test('entries that are missing, twice, moved or added are wrong', async () => {
    const { data } = second;
    for (const entries of [data.slice(1), data.slice(0, 1), [], data.toReversed(), [...data, ...data.slice(1)]])
      expect(await check({ ...second, data: entries })).toMatchObject({ code: 1 });
  });

  test('a field that the program does not know is reported, never passed over', async () => {
    for (const forged of [
      { ...second, note: 'approved' },
      changed(second, ({ data }) => Object.assign(data[0] ?? {}, { note: 'approved' })),
    ])
      expect(await check(forged)).toMatchObject({ code: 3, words: expect.stringContaining('NOT CHECKED: note') });
  });
});

test('what is no statement, no JSON or no file ends with 1 or 2 and one line; --help says how it is used', async () => {
  for (const nothing of [null, [], {}, 'text', 7]) {
    const { code, words } = await check(nothing);
    expect(code).toBe(1);
    expect(words.split('\n')).toHaveLength(1);
  }
  expect(await run(join(directory, 'none.json'))).toMatchObject({
    code: 2,
    words: expect.stringContaining('cannot be read'),
  });
  expect(await run()).toMatchObject({ code: 2, words: expect.stringContaining('Usage') });
  expect(await run('--help')).toMatchObject({ code: 0, words: expect.stringContaining('Usage') });
});
