// The chain on a statement, and the program with which its holder checks it offline.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { entryIdsOf } from '@cardwright/server/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealerOf } from '../sealer-of.ts';
import { type Company, startWorld, type World } from '../world.ts';

type Entry = Record<
  'id' | 'reference' | 'kind' | 'description' | 'amount' | 'balance' | 'availableDelta' | 'heldDelta' | 'createdAt',
  string
>;
type Chain = { before: string | null; after: string | null; sealedThrough: string | null };
type Statement = { openingBalance: string; closingBalance: string; incoming: string; data: Entry[]; chain: Chain };

const verifier = fileURLToPath(new URL('../../../docs/verify-statement.mjs', import.meta.url));
const fields = [
  'id',
  'reference',
  'kind',
  'description',
  'amount',
  'balance',
  'availableDelta',
  'heldDelta',
  'createdAt',
] as const;

let world: World;
let sealer: ReturnType<typeof sealerOf>;
let company: Company;
let directory: string;

/** Days in the future, so that an entry's time can be chosen: it is never before that of the entry in front of it. */
const days = ['2100-01-01', '2100-01-02', '2100-01-03', '2100-01-04', '2100-01-05'] as const;

/**
 * 256 entries on the first day, 1 on the second, 300 on the third, none on the fourth; those are sealed in seals of 64, so
 * that a seal ends with the first day. Then 2 more on the third day and 1 on the fifth, which are not sealed.
 */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cardwright-statement-'));
  world = await startWorld();
  sealer = sealerOf(world.stack);
  company = await world.company();
  await credit(days[0], 256);
  await credit(days[1], 1);
  await credit(days[2], 300);
  await sealer.seal();
  await credit(days[2], 2);
  await credit(days[4], 1);
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await sealer?.close();
  await world?.stop();
});

async function credit(day: string, count: number): Promise<void> {
  const { companyId } = company.scope;
  await world.admin.query(
    `update ledger.books set last_entry_at = greatest(last_entry_at, $2) where company_id = $1 and environment = 'sandbox'`,
    [companyId, `${day}T10:00:00Z`],
  );
  await world.admin.query(
    `select ledger.post(
       array_fill($1::uuid, array[$2::int]), array_fill('sandbox'::environment, array[$2]),
       array_fill('sandbox_credit'::ledger.entry_kind, array[$2]),
       array(select gen_random_uuid()::text from generate_series(1, $2)), array_fill('Crédit "🂡"'::text, array[$2]),
       array_fill(1::bigint, array[$2]))`,
    [companyId, count],
  );
}

async function statementOf(from: string, to: string): Promise<Statement> {
  const { status, body } = await company.get<Statement>(`/api/v1/account-statements?from=${from}&to=${to}`);
  expect(status).toBe(200);
  return body;
}

/** The recipe of docs/chain.md, written once more. */
function hashAfter(before: string, entries: readonly Entry[]): string {
  return entries
    .reduce(
      (hash, entry) =>
        createHash('sha256')
          .update(hash)
          .update(fields.map((name) => `${Buffer.byteLength(entry[name])}:${entry[name]},`).join(''))
          .digest(),
      Buffer.from(before, 'hex'),
    )
    .toString('hex');
}
const beginning = () => createHash('sha256').update(`cardwright chain 1\n${company.id}\nsandbox`).digest('hex');

/** What the program says about a statement, and how it ends. */
async function check(statement: Statement): Promise<{ code: number; words: string }> {
  const file = join(directory, 'statement.json');
  await writeFile(file, JSON.stringify(statement));
  return promisify(execFile)(process.execPath, [verifier, file]).then(
    ({ stdout }) => ({ code: 0, words: stdout.trim() }),
    (error: { code: number; stderr: string }) => ({ code: error.code, words: error.stderr.trim() }),
  );
}

describe('the chain of a statement', () => {
  test('leads from the beginning of the book to its last sealed entry', async () => {
    const { chain, data } = await statementOf(days[0], days[4]);
    expect(data).toHaveLength(560);
    expect(chain).toEqual({
      before: beginning(),
      after: hashAfter(beginning(), data.slice(0, 557)),
      sealedThrough: entryIdsOf(company.scope)(557n),
    });
  });

  test('meets at midnight, also where a seal ends there or one entry later', async () => {
    const [first, second, third] = await Promise.all(days.slice(0, 3).map((day) => statementOf(day, day)));
    expect(first?.chain.before).toBe(beginning());
    expect(first?.chain.after).toBe(hashAfter(beginning(), first?.data ?? []));
    expect(first?.chain.sealedThrough).toBe(first?.data.at(-1)?.id);
    expect(second?.chain.before).toBe(first?.chain.after);
    expect(second?.data).toHaveLength(1);
    expect(second?.chain.after).toBe(hashAfter(second?.chain.before ?? '', second?.data ?? []));
    expect(third?.chain.before).toBe(second?.chain.after);
    expect(third?.chain.sealedThrough).toBe(third?.data[299]?.id);
  });

  test('of a range without entries is one hash, and before any history the beginning', async () => {
    const { chain } = await statementOf('2099-12-01', '2099-12-02');
    expect(chain).toEqual({ before: beginning(), after: beginning(), sealedThrough: null });
  });

  test('claims nothing where the place before it is not sealed, with entries or without', async () => {
    const nothing = { before: null, after: null, sealedThrough: null };
    expect((await statementOf(days[4], days[4])).chain).toEqual(nothing);
    expect((await statementOf(days[3], days[3])).chain).toEqual(nothing);
  });

  test('knows the place before entries of which none is sealed', async () => {
    const other = await world.company();
    await other.fund('1.00');
    const { body } = await other.get<Statement>(
      `/api/v1/account-statements?from=2026-01-01&to=${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}`,
    );
    expect(body.chain).toMatchObject({ before: expect.stringMatching(/^[0-9a-f]{64}$/), after: null });
    expect(body.chain.sealedThrough).toBeNull();
    expect(await check(body)).toEqual({ code: 0, words: '1 entries, none sealed: only the sums were checked' });
  });

  test('is not in a CSV', async () => {
    const { text } = await company.get(`/api/v1/account-statements?from=${days[1]}&to=${days[1]}&format=csv`);
    expect(text.split('\n')[0]).toBe('id,createdAt,kind,reference,description,amount,balance,availableDelta,heldDelta');
  });
});

describe('docs/verify-statement.mjs', () => {
  test('accepts statements as they are, sealed to the end or not', async () => {
    const whole = await statementOf(days[0], days[1]);
    expect(await check(whole)).toEqual({
      code: 0,
      words: `257 entries, sealed through ${whole.data[256]?.id}: the chain holds`,
    });
    const tail = await statementOf(days[2], days[4]);
    expect(await check(tail)).toEqual({
      code: 0,
      words: `303 entries, sealed through ${tail.data[299]?.id}: the chain holds`,
    });
    expect(await check(await statementOf('2099-12-01', '2099-12-02'))).toMatchObject({ code: 0 });
  });

  test.each(fields)('refuses a statement with another %s', async (field) => {
    const statement = await statementOf(days[1], days[2]);
    const [entry] = statement.data;
    if (entry === undefined) throw new Error('no entry');
    entry[field] = field === 'amount' || field === 'balance' || /Delta/.test(field) ? '0.02' : `${entry[field]}1`;
    const { code, words } = await check(statement);
    expect(code).toBe(1);
    expect(words).toMatch(/^le_.*: the (amount|balance)|^the chain does not hold$/);
  });

  test('refuses amounts that add up and were never posted', async () => {
    const statement = await statementOf(days[1], days[1]);
    const [entry] = statement.data;
    Object.assign(entry ?? {}, { amount: '9.99', availableDelta: '9.99', balance: '12.55' });
    Object.assign(statement, { incoming: '9.99', closingBalance: '12.55' });
    expect(await check(statement)).toEqual({ code: 1, words: 'the chain does not hold' });
  });

  test('refuses a statement without one of its entries, or with totals of its own', async () => {
    const statement = await statementOf(days[1], days[2]);
    const without = { ...statement, data: statement.data.toSpliced(1, 1) };
    expect(await check(without)).toMatchObject({
      code: 1,
      words: expect.stringMatching(/the balance does not follow/),
    });
    expect(await check({ ...statement, incoming: '0.00' })).toMatchObject({
      code: 1,
      words: 'the totals are not those of the entries',
    });
    const unknown = { ...statement, chain: { ...statement.chain, sealedThrough: 'le_0' } };
    expect(await check(unknown)).toMatchObject({ code: 1, words: 'the chain does not hold' });
  });
});
