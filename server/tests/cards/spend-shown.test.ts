// What the portal shows of sums and files of payments: for every role, of the own company only, at the cost of a few rows.
import { exportPayments, MOST_EXPORTED } from '@cardwright/server/cards/search/export.ts';
import { searchCards } from '@cardwright/server/cards/search/list.ts';
import { readCardSpend, readCardTotals, readSpend } from '@cardwright/server/cards/spend/read.ts';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPerson, type SignedIn } from '../identity/people/person.ts';
import { explain, watch } from '../plans.ts';
import { type Company, startWorld, type World } from '../world.ts';

let world: World;
let api: Db;
let person: SignedIn;
beforeAll(async () => {
  world = await startWorld({ portal: true, tampered: true }); // long histories are written without their postings
  api = openDb({ url: world.stack.urlOf('cardwright_api'), name: 'test', connections: 2, onError: () => undefined });
  person = await newPerson(world);
});
afterAll(async () => {
  await api?.close();
  await world?.stop();
});

type Body = Record<string, unknown>;

/** A request of a viewer, who may read everything of the company. */
async function asks<Answer = Body>(company: Company, path: string) {
  await world.admin.query(
    `insert into members (company_id, user_id, role, since) values ($1, $2, 'viewer', now()) on conflict do nothing`,
    [company.scope.companyId, fromId('user', person.userId)],
  );
  return person.get<Answer>(path, { company: company.id, environment: 'sandbox' });
}

describe('a viewer', () => {
  test('sees spend by month and totals, and nothing of another company', async () => {
    const company = await world.company();
    const cardId = await company.insertCard({ balance: 3_00n });
    await company.insertTransaction({ cardId });
    const { body: spend } = await asks<{ months: { spent: string }[] }>(company, '/portal/v1/spend?months=6');
    expect(spend.months).toHaveLength(6);
    expect(spend.months.at(-1)?.spent).toBe('12.34');
    expect((await asks(company, '/portal/v1/cards/totals')).body).toEqual({
      cards: 1,
      balance: '3.00',
      byStatus: [{ status: 'active', cards: 1, balance: '3.00' }],
    });
    const month = new Date().toISOString().slice(0, 7);
    const { body: byCard } = await asks(company, '/portal/v1/spend/cards');
    expect(byCard).toMatchObject({ month, total: '12.34', cards: [{ cardId, last4: '4242', spent: '12.34' }] });
    const other = await world.company();
    expect((await asks(other, '/portal/v1/spend/cards')).body).toEqual({ month, total: '0.00', cards: [] });
    for (const asked of ['', `&cardId=${cardId}`, '&cardId=card_nonsense']) {
      const { body } = await asks<{ months: { spent: string }[] }>(other, `/portal/v1/spend?months=24${asked}`);
      expect(new Set(body.months.map(({ spent }) => spent))).toEqual(new Set(['0.00']));
    }
    expect((await asks(other, '/portal/v1/cards/totals')).body).toEqual({ cards: 0, balance: '0.00', byStatus: [] });
  });

  test('gets the payments of a list as a file, with names, and formulas as text', async () => {
    const company = await world.company();
    const holderId = await company.insertHolder({ name: '=Ada', email: 'ada@example.com' });
    const cardId = await company.insertCard({ name: '+Travel', last4: '4711', holderId });
    await company.insertTransaction({ cardId, merchant: '=HYPERLINK("x")', amount: -7_00n });
    await company.insertTransaction({ cardId, merchant: 'Bookshop, Köln', status: 'declined' });
    const rowsOf = async (more: string) => {
      const { status, text } = await asks(company, `/portal/v1/transactions.csv?${more}`);
      expect(status, text).toBe(200);
      return text.trimEnd().split('\n').slice(1);
    };
    const [declined = '', settled = ''] = await rowsOf('');
    expect(declined).toContain(',"Bookshop, Köln",purchase,declined,-12.34,USD,');
    expect(settled).toContain(`,"'=HYPERLINK(""x"")",purchase,settled,-7.00,USD,'+Travel,4711,'=Ada,DE,`);
    expect(settled).toContain(cardId);
    expect(await rowsOf('status=declined')).toHaveLength(1);
    expect(await rowsOf('search=bookshop')).toHaveLength(1);
    expect(await rowsOf(`cardId=${cardId}&type=refund`)).toEqual([]);
    expect(await rowsOf('cardId=nonsense')).toEqual([]);
    expect(await rowsOf('occurredTo=2020-01-01T00:00:00Z')).toEqual([]);
  });

  test('is refused a file of more than 10,000 payments', async () => {
    const company = await world.company();
    await loadPayments(company, { cards: 1, payments: MOST_EXPORTED });
    expect((await asks(company, '/portal/v1/transactions.csv')).text.split('\n')).toHaveLength(MOST_EXPORTED + 2);
    await company.insertTransaction({ cardId: await company.insertCard() });
    const { status, body } = await asks(company, '/portal/v1/transactions.csv');
    expect([status, body]).toMatchObject([400, { code: 'export_too_large' }]);
  });

  test('is refused a file that would lack payments, because too many merchants match', async () => {
    const company = await world.company();
    const cardId = await company.insertCard();
    for (let n = 1; n <= 21; n++) await company.insertTransaction({ cardId, merchant: `Many*${n}X` });
    const rowsOf = async (typed: string) => {
      const { status, text } = await asks(company, `/portal/v1/transactions.csv?search=${typed}`);
      return status === 200 ? text.trimEnd().split('\n').length - 1 : text;
    };
    expect(await rowsOf('many')).toContain('export_too_large');
    expect(await rowsOf('many%2021x')).toBe(1);
    expect(await rowsOf('many%202')).toBe(3);
    expect(await rowsOf('none')).toBe(0);
  });

  test('sorts cards by name and by balance, page by page', async () => {
    const company = await world.company();
    for (const [name, balance] of [
      ['beta', 5n],
      ['Alpha', 1n],
      ['gamma', 9n],
      ['Delta', -3n],
      ['alpha', 9n],
    ] as const)
      await company.insertCard({ name, balance });
    const sorted = async (sort: string) => {
      const names: string[] = [];
      let next: string | null = '';
      while (next !== null) {
        const path: string = `/portal/v1/cards?limit=2&sort=${sort}${next}`;
        const { body } = await asks<{ data: { name: string }[]; nextCursor: string | null }>(company, path);
        names.push(...body.data.map(({ name }) => name));
        next = body.nextCursor === null ? null : `&cursor=${body.nextCursor}`;
      }
      return names;
    };
    const byName = await sorted('name');
    expect(byName.map((name) => name.toLowerCase())).toEqual(['alpha', 'alpha', 'beta', 'delta', 'gamma']);
    const byBalance = await sorted('balance');
    expect(new Set(byBalance.slice(0, 2))).toEqual(new Set(['gamma', 'alpha']));
    expect(byBalance.slice(2)).toEqual(['beta', 'Alpha', 'Delta']);
    const found = await asks<{ data: { name: string }[] }>(company, '/portal/v1/cards?sort=balance&search=alpha');
    expect(found.body.data.map(({ name }) => name)).toEqual(['alpha', 'Alpha']);
  });
});

test('spend, totals and sorted cards read about as many blocks in a long history as in a short one', async () => {
  const blocks: Record<string, number[]> = {};
  for (const [cards, payments] of [
    [1_200, 2_000],
    [6_000, 60_000],
  ] as const) {
    const company = await world.company();
    await loadPayments(company, { cards, payments });
    const { scope } = company;
    const clock = systemClock;
    for (const [name, work] of Object.entries({
      'by card': (db: Db) => readCardSpend({ db, clock }, scope),
      months: (db: Db) => readSpend({ db, clock }, scope, { months: 12 }),
      totals: (db: Db) => readCardTotals(db, scope),
      'by balance': (db: Db) => searchCards(db, scope, { limit: 26 }, { sort: 'balance' }),
      'by name': (db: Db) => searchCards(db, scope, { limit: 26 }, { sort: 'name', status: 'active' }),
      file: (db: Db) => exportPayments(db, scope, {}, { search: 'needle' }),
    })) {
      const { db, captured } = watch(api);
      await work(db);
      const plans = await explain(world, scope, captured);
      for (const { text } of plans) expect(text, name).not.toMatch(/Seq Scan/);
      (blocks[name] ??= []).push(plans.reduce((sum, plan) => sum + plan.blocks, 0));
    }
  }
  console.info('blocks of sums', blocks);
  for (const [name, [few = 0, many = 0]] of Object.entries(blocks)) expect(many, name).toBeLessThan(few * 1.5 + 10);
});

/** Writes payments of this and the last months, 100 of them at one merchant, spread over some cards. */
async function loadPayments(of: Company, { cards, payments }: { cards: number; payments: number }): Promise<void> {
  const values = [of.scope.companyId, fromId('card', await of.insertCard({ name: 'First' })), cards, payments];
  await world.admin.query(
    `insert into cards (company_id, environment, id, holder_id, product_id, name, last4, issuer_token, status, balance, created_at)
     select c.company_id, c.environment, gen_random_uuid(), c.holder_id, c.product_id, 'Card ' || n, lpad((n % 10000)::text, 4, '0'), '', 'active', n,
            now() - make_interval(mins => n)
       from cards c cross join generate_series(2, $3::integer) as n where c.company_id = $1 and c.id = $2 and $4::integer > 0`,
    values,
  );
  await world.admin.query(
    `insert into transactions (company_id, environment, id, card_id, reference, type, status, amount, currency, merchant, occurred_at, created_at)
     select $1, 'sandbox', gen_random_uuid(), k.id, gen_random_uuid()::text, 'purchase', 'settled', -100, 'USD',
            case when n <= 100 then 'Needle' else 'Shop ' || n % 1000 end, now() - make_interval(mins => n), now()
       from generate_series(1, $4::integer) as n
       join (select k.id, row_number() over (order by k.id = $2 desc, k.id) as at from cards k where k.company_id = $1) as k
         on k.at = n % $3::integer + 1`,
    values,
  );
  await world.admin.query(
    'vacuum analyze cards, holders, transactions, spend_by_month, card_totals, search_words, payees',
  );
}
