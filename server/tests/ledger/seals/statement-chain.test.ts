// The chain on a statement.
import { createHash } from 'node:crypto';
import { entryIdsOf } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealerOf } from '../../sealer-of.ts';
import { type Company, startWorld, type World } from '../../world.ts';

type Entry = Record<
  'id' | 'reference' | 'kind' | 'description' | 'amount' | 'balance' | 'availableDelta' | 'heldDelta' | 'createdAt',
  string
>;
type Chain = { before: string | null; after: string | null; sealedThrough: string | null };
type Statement = { openingBalance: string; closingBalance: string; incoming: string; data: Entry[]; chain: Chain };

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

/** Days in the future, so that an entry's time can be chosen: it is never before that of the entry in front of it. */
const days = ['2100-01-01', '2100-01-02', '2100-01-03', '2100-01-04', '2100-01-05'] as const;

/**
 * 256 entries on the first day, 1 on the second, 300 on the third, none on the fourth; those are sealed in seals of 64, so
 * that a seal ends with the first day. Then 2 more on the third day and 1 on the fifth, which are not sealed.
 */
beforeAll(async () => {
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
  });

  test('is not in a CSV', async () => {
    const { text } = await company.get(`/api/v1/account-statements?from=${days[1]}&to=${days[1]}&format=csv`);
    expect(text.split('\n')[0]).toBe('id,createdAt,kind,reference,description,amount,balance,availableDelta,heldDelta');
  });
});
