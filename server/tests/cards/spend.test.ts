// Spend by month and totals of cards: always the sums of the payments and of the cards.
import { readFile } from 'node:fs/promises';
import { readCardTotals, readSpend } from '@cardwright/server/cards/spend/read.ts';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../world.ts';
import { newCard, noticeOf, openTopic, openWorkerDb, purchase, type Tell } from './transactions/told.ts';

let world: World;
let api: Db;
let worker: Db;
let topic: Tell;
beforeAll(async () => {
  world = await startWorld({ tampered: true }); // payments and cards are written without their postings
  api = openDb({ url: world.stack.urlOf('cardwright_api'), name: 'test', connections: 2, onError: () => undefined });
  worker = openWorkerDb(world);
  topic = openTopic(worker);
});
afterAll(async () => {
  await worker?.close();
  await api?.close();
  await world?.stop();
});

/** Where the stored sums differ from those of all payments and cards. */
async function findDrift(): Promise<object[]> {
  const { rows: spend } = await world.admin.query(`
    with truth as (
      select t.company_id, t.environment, o.kind, o.id, date_trunc('month', t.occurred_at at time zone 'UTC')::date as month,
             -sum(t.amount) filter (where t.status in ('pending', 'settled')) as spent
        from transactions t join cards c using (company_id, environment)
       cross join lateral (values ('card', t.card_id), ('holder', c.holder_id), ('company', t.company_id)) as o (kind, id)
       where c.id = t.card_id
       group by 1, 2, 3, 4, 5)
    select kind, id, month, t.spent as truth, s.spent as stored
      from truth t full join spend_by_month s using (company_id, environment, kind, id, month)
     where coalesce(t.spent, 0) <> coalesce(s.spent, 0)`);
  const { rows: totals } = await world.admin.query(`
    with truth as (select company_id, environment, status, count(*) as cards, sum(greatest(balance, 0)) as balance from cards group by 1, 2, 3)
    select status, t.cards as truth, s.cards as stored, t.balance, s.balance as stored_balance
      from truth t full join card_totals s using (company_id, environment, status)
     where coalesce(t.cards, 0) <> coalesce(s.cards, 0) or coalesce(t.balance, 0) <> coalesce(s.balance, 0)`);
  return [...spend, ...totals];
}

/** The spend of each month of a company, without months of nothing. */
async function spentIn({ scope }: Company, asked: { cardId?: string; holderId?: string } = {}) {
  const { months } = await readSpend({ db: api, clock: systemClock }, scope, { months: 24, ...asked });
  return Object.fromEntries(months.filter(({ spent }) => spent !== '0.00').map(({ month, spent }) => [month, spent]));
}

/** The last statuses of a payment, in order. */
const fates = [
  ['pending'],
  ['settled'],
  ['declined'],
  ['reversed'],
  ['pending', 'settled'],
  ['pending', 'declined'],
  ['pending', 'reversed'],
  ['settled', 'reversed'],
  ['pending', 'settled', 'reversed'],
] as const;
const types = ['purchase', 'withdrawal', 'fee', 'refund', 'reversal'] as const;

describe('the stored sums', () => {
  test('are those of all payments after any sequence of reports, in any order', async () => {
    const company = await world.company();
    const cards = [await newCard(world, { company }), await newCard(world, { company, balance: 1_00n })];
    const payment = fc.record({
      card: fc.nat({ max: cards.length - 1 }),
      type: fc.constantFrom(...types),
      cents: fc.integer({ min: 1, max: 20_000 }),
      fate: fc.constantFrom(...fates),
      days: fc.array(fc.integer({ min: 0, max: 70 }), { minLength: 3, maxLength: 3 }),
    });
    const shuffled = fc.array(payment, { minLength: 1, maxLength: 5 }).chain((payments) => {
      const notices = payments.flatMap(({ card, type, cents, fate, days }) => {
        const sign = type === 'refund' || type === 'reversal' ? '' : '-';
        const told = purchase(cards[card]?.token ?? '', {
          type,
          amount: `${sign}${(cents / 100).toFixed(2)}`,
        });
        return fate.map((status, at) => ({
          ...told,
          status,
          occurredAt: new Date(Date.UTC(2026, 7, 15 + (days[at] ?? 0), 23)).toISOString(),
        }));
      });
      return fc.shuffledSubarray(notices, { minLength: notices.length });
    });
    await fc.assert(
      fc.asyncProperty(shuffled, fc.boolean(), async (told, together) => {
        const notices = told.map((each) => noticeOf(each));
        if (together) await topic(notices);
        else for (const notice of notices) await topic([notice]);
        expect(await findDrift()).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test('put a payment into the UTC month in which it happened, and take it out when it is reversed', async () => {
    const { company, token, cardId } = await newCard(world);
    const last = purchase(token, { amount: '-12.00', status: 'pending', occurredAt: '2026-09-30T23:59:59.999Z' });
    await topic([noticeOf(last)]);
    await topic([noticeOf(purchase(token, { amount: '-5.00', occurredAt: '2026-10-01T00:00:00.000Z' }))]);
    await topic([noticeOf(purchase(token, { type: 'refund', amount: '2.00', occurredAt: '2026-10-20T10:00:00Z' }))]);
    await topic([noticeOf(purchase(token, { amount: '-99.00', status: 'declined' }))]);
    expect(await spentIn(company)).toEqual({ '2026-09': '12.00', '2026-10': '3.00' });
    await topic([noticeOf({ ...last, status: 'reversed', occurredAt: '2026-11-02T00:00:00Z' })]);
    expect(await spentIn(company)).toEqual({ '2026-10': '3.00' });
    expect(await spentIn(company, { cardId })).toEqual({ '2026-10': '3.00' });
  });

  test('move to the earlier month when a report says that a payment happened earlier', async () => {
    const { company, token } = await newCard(world);
    const told = purchase(token, { amount: '-8.00', occurredAt: '2026-10-03T00:00:00Z' });
    await topic([noticeOf(told)]);
    await topic([noticeOf({ ...told, status: 'pending', amount: '-7.00', occurredAt: '2026-09-29T00:00:00Z' })]);
    expect(await spentIn(company)).toEqual({ '2026-09': '8.00' });
  });

  test('are those of each cardholder', async () => {
    const company = await world.company();
    const [ada, grace] = [
      await company.insertHolder({ name: 'Ada', email: 'ada@example.com' }),
      await company.insertHolder({ name: 'Grace', email: 'grace@example.com' }),
    ];
    for (const [holderId, amount] of [
      [ada, -1_00n],
      [ada, -2_00n],
      [grace, -4_00n],
    ] as const)
      await company.insertTransaction({ cardId: await company.insertCard({ holderId }), amount });
    const month = new Date().toISOString().slice(0, 7);
    expect(await spentIn(company, { holderId: ada })).toEqual({ [month]: '3.00' });
    expect(await spentIn(company, { holderId: grace })).toEqual({ [month]: '4.00' });
    expect(await spentIn(company)).toEqual({ [month]: '7.00' });
    expect(await spentIn(await world.company(), { holderId: ada })).toEqual({});
  });

  test('count cards by status, and an overdrawn one without a balance', async () => {
    const { company, token, cardId } = await newCard(world, { balance: 10_00n });
    await company.insertCard({ balance: 5_00n });
    await company.insertCard({ status: 'closed' });
    const totals = () => readCardTotals(api, company.scope);
    expect(await totals()).toEqual({
      cards: 3,
      balance: '15.00',
      byStatus: [
        { status: 'active', cards: 2, balance: '15.00' },
        { status: 'closed', cards: 1, balance: '0.00' },
      ],
    });
    await topic([noticeOf(purchase(token, { amount: '-12.34' }))]);
    await world.admin.query(`update cards set status = 'frozen' where id = $1`, [fromId('card', cardId)]);
    expect(await totals()).toEqual({
      cards: 3,
      balance: '5.00',
      byStatus: [
        { status: 'active', cards: 1, balance: '5.00' },
        { status: 'closed', cards: 1, balance: '0.00' },
        { status: 'frozen', cards: 1, balance: '0.00' },
      ],
    });
    expect(await findDrift()).toEqual([]);
  });

  test('of rows from before the triggers come from the migration, while payments are recorded', async () => {
    const { token } = await newCard(world);
    await world.admin.query(`update spend_by_month set spent = spent + 7 where kind = 'card'`);
    await world.admin.query(`update card_totals set cards = 0, balance = 3`);
    await world.admin.query(`delete from spend_by_month where kind <> 'card'`);
    await world.admin.query(`insert into spend_by_month (company_id, environment, kind, id, month, spent)
      select s.company_id, s.environment, o.kind, o.id, s.month, sum(s.spent)
        from spend_by_month s join cards c using (company_id, environment)
       cross join lateral (values ('holder', c.holder_id), ('company', s.company_id)) as o (kind, id)
       where s.kind = 'card' and c.id = s.id group by 1, 2, 3, 4, 5`);
    expect(await findDrift()).not.toEqual([]);
    const file = new URL('../../database/migrations/0052_spend_of_existing_rows.sql', import.meta.url);
    const [, block = ''] = /transaction:false\n(.*?)-- migrate:down/s.exec(await readFile(file, 'utf8')) ?? [];
    const notices = Array.from({ length: 60 }, () => noticeOf(purchase(token, { amount: '-0.50' })));
    await Promise.all([world.admin.query(block), ...notices.map((notice) => topic([notice]))]);
    expect(await findDrift()).toEqual([]);
    await world.admin.query(block);
    expect(await findDrift()).toEqual([]);
  });
});
