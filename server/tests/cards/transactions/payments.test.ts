// Card payments reported by an issuer: recorded once, in any order, together with the card's balance.
import { randomUUID } from 'node:crypto';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';
import {
  AT,
  casesOf,
  eventsOf,
  expectTold,
  newCard,
  noticeOf,
  openTopic,
  openWorkerDb,
  type Payment,
  purchase,
  reportsOf,
  type Tell,
} from './told.ts';

let world: World;
let db: Db;
let topic: Tell;
beforeAll(async () => {
  world = await startWorld();
  db = openWorkerDb(world);
  topic = openTopic(db);
});
afterAll(async () => {
  await db?.close();
  await world?.stop();
});

const tell = async (payment: object) => (await topic([noticeOf(payment)]))[0];

describe('a payment', () => {
  test('that is new is recorded, lowers the balance of its card, and appends events in the same commit', async () => {
    const { company, token, cardId, balance, payments } = await newCard(world);
    const told = purchase(token, { description: 'Two books "and" a pen' });
    expect(await tell(told)).toBe('recorded');
    expect(await payments()).toEqual([
      {
        id: expect.stringMatching(/^txn_/),
        cardId,
        reference: told.reference,
        type: 'purchase',
        status: 'settled',
        amount: '-12.34',
        currency: 'USD',
        merchant: 'Bookshop',
        country: 'DE',
        description: 'Two books "and" a pen',
        occurredAt: AT,
        declineReason: '',
      },
    ]);
    expect(await balance()).toBe('87.66');
    await expectTold(world, company, ['transaction.created', 'card.updated']);
  });

  test('that is reported again, by the same event or another, is noted and moves nothing', async () => {
    const { company, token, balance, payments } = await newCard(world);
    const told = purchase(token);
    const notice = noticeOf(told);
    expect(await topic([notice, notice, noticeOf(told)])).toEqual(['recorded', 'noted', 'noted']);
    expect(await topic([notice])).toEqual(['noted']);
    expect(await balance()).toBe('87.66');
    expect(await payments()).toHaveLength(1);
    expect(await eventsOf(world, company)).toHaveLength(2);
  });

  test.each([
    ['purchase', '-5.00', '95.00'],
    ['withdrawal', '-5.00', '95.00'],
    ['fee', '-5.00', '95.00'],
    ['refund', '5.00', '105.00'],
    ['reversal', '5.00', '105.00'],
  ])('of type %s moves the balance by its amount, and only while it counts', async (type, amount, after) => {
    const { token, balance } = await newCard(world);
    for (const [status, expected] of [
      ['declined', '100.00'],
      ['reversed', '100.00'],
      ['pending', after],
    ] as const) {
      expect(await tell(purchase(token, { type, amount, status, merchant: `${type} ${status}` }))).toBe('recorded');
      expect(await balance()).toBe(expected);
    }
  });

  test('that is declined does not change the card and appends no card event', async () => {
    const { company, token } = await newCard(world);
    await tell(purchase(token, { status: 'declined' }));
    await expectTold(world, company, ['transaction.created']);
    expect(await eventsOf(world, company)).toHaveLength(1);
  });

  test('beyond the funds overdraws the card, and the event says so as the API does', async () => {
    const { company, token, balance } = await newCard(world, { balance: 10_00n });
    await tell(purchase(token));
    expect(await balance()).toBe('-2.34');
    await expectTold(world, company, ['transaction.created', 'card.updated']);
    expect((await eventsOf(world, company)).at(-1)?.body).toContain('"balance":"0.00"');
  });

  test('under the reference of another company’s payment is a payment of its own', async () => {
    const [one, other] = [await newCard(world), await newCard(world)];
    const reference = `shared_${randomUUID()}`;
    expect(await tell(purchase(one.token, { reference }))).toBe('recorded');
    expect(await tell(purchase(other.token, { reference, amount: '-1.00' }))).toBe('recorded');
    expect([await one.balance(), await other.balance()]).toEqual(['87.66', '99.00']);
  });

  test('belongs to the environment that its notification came to', async () => {
    const { token, payments } = await newCard(world);
    const notice = noticeOf(purchase(token));
    const [outcome] = await topic([{ ...notice, notification: { ...notice.notification, environment: 'live' } }]);
    expect(outcome).not.toBe('recorded');
    expect(await payments()).toEqual([]);
  });

  test('in a batch with many others is recorded with them: one event for each, and one for each card', async () => {
    const cards = [await newCard(world), await newCard(world), await newCard(world)];
    const notices = cards.flatMap(({ token }, index) =>
      Array.from({ length: 5 + index }, () => noticeOf(purchase(token, { amount: '-1.00' }))),
    );
    expect(new Set(await topic(notices))).toEqual(new Set(['recorded']));
    for (const [index, { balance, company }] of cards.entries()) {
      expect(await balance()).toBe(`${95 - index}.00`);
      const types = (await eventsOf(world, company)).map(({ type }) => type);
      expect(types.filter((type) => type === 'transaction.created')).toHaveLength(5 + index);
      expect(types.at(-1)).toBe('card.updated');
    }
  });

  test('that two workers process concurrently is recorded once', async () => {
    const { company, token, balance, payments } = await newCard(world);
    const others = openWorkerDb(world);
    const second = openTopic(others);
    const notices = Array.from({ length: 20 }, () => noticeOf(purchase(token, { amount: '-1.00' })));
    const outcomes = await Promise.all([topic(notices), second(notices.toReversed())]);
    await others.close();
    expect(await balance()).toBe('80.00');
    expect(await payments()).toHaveLength(20);
    expect(outcomes.flat().filter((outcome) => outcome === 'recorded')).toHaveLength(20);
    const created = (await eventsOf(world, company)).filter(({ type }) => type === 'transaction.created');
    expect(created).toHaveLength(20);
  });
});

describe('the later state of a payment', () => {
  test.each([
    ['pending', 'settled', '87.66'],
    ['pending', 'declined', '100.00'],
    ['pending', 'reversed', '100.00'],
    ['settled', 'reversed', '100.00'],
  ])('counts: from %s to %s', async (first, then, expected) => {
    const { company, token, balance, payments } = await newCard(world);
    const told = purchase(token, { status: first });
    await tell(told);
    expect(await tell({ ...told, status: then })).toBe('changed');
    expect(await payments()).toMatchObject([{ status: then, amount: '-12.34' }]);
    expect(await balance()).toBe(expected);
    await expectTold(
      world,
      company,
      first === 'pending' && then === 'settled' ? ['transaction.updated'] : ['transaction.updated', 'card.updated'],
    );
    // The earlier state again, late: it changes nothing.
    expect(await tell(told)).toBe('noted');
    expect(await balance()).toBe(expected);
    expect(await casesOf(world, company)).toEqual([]);
  });

  test('may have another amount and description when settled, as with real cards', async () => {
    const { company, token, balance, payments } = await newCard(world);
    const told = purchase(token, { status: 'pending' });
    await tell(told);
    const settled = { status: 'settled', amount: '-15.00', merchant: 'BOOKSHOP 4711', description: 'with tip' };
    expect(await tell({ ...told, ...settled })).toBe('changed');
    expect(await payments()).toMatchObject([settled]);
    expect(await balance()).toBe('85.00');
    await expectTold(world, company, ['transaction.updated', 'card.updated']);
  });

  test('keeps the earliest reported time of the payment', async () => {
    const { company, token, payments } = await newCard(world);
    const told = purchase(token, { status: 'settled', occurredAt: '2026-10-03T00:00:00Z' });
    await tell(told);
    expect(await tell({ ...told, status: 'pending', occurredAt: '2026-10-01T08:00:00.5Z' })).toBe('changed');
    expect(await payments()).toMatchObject([{ status: 'settled', occurredAt: '2026-10-01T08:00:00.500Z' }]);
    await expectTold(world, company, ['transaction.updated']);
    expect(await tell({ ...told, status: 'reversed', occurredAt: '2026-10-09T00:00:00Z' })).toBe('changed');
    expect(await payments()).toMatchObject([{ status: 'reversed', occurredAt: '2026-10-01T08:00:00.500Z' }]);
  });

  test('does not depend on order or repetition', async () => {
    type State = { status: string; amount: string; merchant?: string; occurredAt?: string };
    const states = (authorised: string, settled: string): State[] => [
      { status: 'pending', amount: authorised, occurredAt: '2026-10-01T12:00:00.000Z' },
      { status: 'settled', amount: settled, merchant: 'Settled', occurredAt: '2026-10-02T12:00:00.000Z' },
      { status: 'reversed', amount: settled, merchant: 'Reversed', occurredAt: '2026-10-03T12:00:00.000Z' },
    ];
    const histories: State[][] = [
      states('-20.00', '-21.00'),
      states('-20.00', '-21.00').slice(0, 2),
      states('-20.00', '-20.00'),
      [
        { status: 'pending', amount: '-20.00' },
        { status: 'declined', amount: '-20.00' },
      ],
    ];
    const { company, token, balance, payments } = await newCard(world);
    const shuffled = fc.constantFrom(...histories).chain((history) =>
      fc.tuple(
        fc.constant(history),
        fc.array(fc.nat({ max: history.length - 1 }), { maxLength: 4 }).chain((again) => {
          const all = [...history.keys(), ...again];
          return fc.shuffledSubarray(all, { minLength: all.length });
        }),
        fc.boolean(),
      ),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, async ([history, order, together]) => {
        const before = await balance();
        const whole = purchase(token);
        const notices = order.map((place) => noticeOf({ ...whole, ...history[place] }));
        const outcomes = together ? await topic(notices) : [];
        if (!together) for (const notice of notices) outcomes.push(...(await topic([notice])));
        expect(outcomes).not.toContain('contradiction');
        const last = history.at(-1) ?? { status: '', amount: '' };
        const [payment] = (await payments()).filter(({ reference }) => reference === whole.reference);
        expect(payment).toMatchObject({ ...last, occurredAt: history[0]?.occurredAt ?? AT });
        const counts = last.status === 'settled' ? Number(last.amount) : 0;
        expect(await balance()).toBe((Number(before) + counts).toFixed(2));
      }),
      { numRuns: 40 },
    );
    expect(await casesOf(world, company)).toEqual([]);
  });
});

describe('a contradiction', () => {
  const known = { status: 'settled', amount: '-12.34' };
  test.each([
    ['declined after settled', known, { status: 'declined' }, 'status'],
    ['settled after declined', { status: 'declined' }, { status: 'settled' }, 'status'],
    ['reversed after declined', { status: 'declined' }, { status: 'reversed' }, 'status'],
    ['another amount that is settled', known, { amount: '-12.35' }, 'amount'],
    ['another amount that is reversed', known, { status: 'reversed', amount: '-12.35' }, 'status, amount'],
    ['another amount that is pending twice', { status: 'pending' }, { status: 'pending', amount: '-1.00' }, 'amount'],
    [
      'another amount that is declined',
      { status: 'pending' },
      { status: 'declined', amount: '-1.00' },
      'status, amount',
    ],
    ['another type', known, { type: 'withdrawal' }, 'type'],
    ['another type with another sign', known, { type: 'refund', amount: '12.34' }, 'type, amount'],
    ['another merchant', known, { merchant: 'Cafe' }, 'merchant'],
    ['another country and description', known, { country: 'FR', description: 'x' }, 'country, description'],
  ])('moves nothing and is one case: %s', async (_what, first, then, differs) => {
    const { company, token, balance, payments } = await newCard(world);
    const told = purchase(token, first);
    await tell(told);
    const before = [await balance(), await payments(), await eventsOf(world, company)];
    expect(await tell({ ...told, ...then })).toBe('contradiction');
    expect(await tell({ ...told, ...then })).toBe('contradiction');
    expect([await balance(), await payments(), await eventsOf(world, company)]).toEqual(before);
    const cases = await casesOf(world, company);
    expect(cases).toMatchObject([{ kind: 'contradiction' }]);
    expect(cases[0]?.detail).toMatch(new RegExp(`They differ in: ${differs}\\.$`));
    const [payment] = await payments();
    const reports = await reportsOf(world, payment?.['id'] ?? '');
    expect(reports.map(({ outcome }) => outcome)).toEqual(['recorded', 'contradiction', 'contradiction']);
  });

  test('is another card of the company under a known reference', async () => {
    const { company, token, balance, payments } = await newCard(world);
    const other = await newCard(world, { company });
    const told = purchase(token);
    await tell(told);
    expect(await tell({ ...told, card: other.token })).toBe('contradiction');
    expect([await balance(), await other.balance()]).toEqual(['87.66', '100.00']);
    expect([await payments(), await other.payments()]).toMatchObject([[{}], []]);
    expect((await casesOf(world, company))[0]?.detail).toBe(
      'It is a settled purchase of -12.34, and a notification says a settled purchase of -12.34. They differ in: card.',
    );
  });

  test('within one batch is found as well', async () => {
    const { company, token, payments } = await newCard(world);
    const told = purchase(token);
    expect(await topic([noticeOf(told), noticeOf({ ...told, amount: '-1.00' })])).toEqual([
      'recorded',
      'contradiction',
    ]);
    expect(await payments()).toMatchObject([{ amount: '-12.34' }]);
    expect(await casesOf(world, company)).toHaveLength(1);
  });
});

describe('a purchase that is undone twice', () => {
  const undone = async (first: 'reversed' | 'reversal', more: Partial<Payment> = {}) => {
    const card = await newCard(world);
    const bought = purchase(card.token);
    const reversal = purchase(card.token, { type: 'reversal', amount: '12.34', ...more });
    await tell(bought);
    const ways = [{ ...bought, status: 'reversed' }, reversal];
    for (const way of first === 'reversed' ? ways : ways.toReversed()) await tell(way);
    return { ...card, bought };
  };

  test.each(['reversed', 'reversal'] as const)('is a case, whichever came first: %s', async (first) => {
    const { company, balance, bought, payments } = await undone(first);
    expect(await balance()).toBe('112.34'); // both are what the issuer reports
    const original = (await payments()).find(({ reference }) => reference === bought.reference);
    const { rows } = await world.admin.query(
      `select c.kind, c.detail from cases c join transactions t on t.id = c.subject_id where c.company_id = $1 and t.reference = $2`,
      [company.scope.companyId, bought.reference],
    );
    expect(original).toMatchObject({ status: 'reversed' });
    expect(rows).toMatchObject([{ kind: 'undone_twice' }]);
    expect(rows[0].detail).toContain('of the same amount at the same merchant gave the money back as well');
  });

  test('within one batch is a case, too', async () => {
    const { company, token } = await newCard(world);
    const reversal = purchase(token, { type: 'reversal', amount: '12.34', status: 'pending' });
    await topic([noticeOf(purchase(token, { status: 'reversed' })), noticeOf(reversal)]);
    expect(await casesOf(world, company)).toMatchObject([{ kind: 'undone_twice' }]);
  });

  test.each([
    ['another amount', { amount: '12.00' }],
    ['another merchant', { merchant: 'Cafe' }],
    ['a reversal that is declined', { status: 'declined' }],
    ['a refund', { type: 'refund' }],
  ])('is not what %s does', async (_what, more) => {
    const { company } = await undone('reversed', more);
    expect(await casesOf(world, company)).toEqual([]);
  });

  test('is not a purchase that stays settled beside its reversal', async () => {
    const { company, token, balance } = await newCard(world);
    await tell(purchase(token));
    await tell(purchase(token, { type: 'reversal', amount: '12.34' }));
    expect(await balance()).toBe('100.00');
    expect(await casesOf(world, company)).toEqual([]);
  });
});

describe('an invalid notification', () => {
  test.each<[string, object]>([
    ['a purchase above zero', { amount: '12.34' }],
    ['a refund below zero', { type: 'refund', amount: '-12.34' }],
    ['nothing at all', { amount: '0.00' }],
    ['minus nothing', { amount: '-0.00' }],
    ['one decimal', { amount: '-12.3' }],
    ['more than anybody pays', { amount: '-1000000000.01' }],
    ['a number', { amount: -12.34 }],
    ['another currency', { currency: 'EUR' }],
    ['another type', { type: 'chargeback' }],
    ['another status', { status: 'settling' }],
    ['a country of three letters', { country: 'DEU' }],
    ['a country in small letters', { country: 'de' }],
    ['no merchant', { merchant: undefined }],
    ['a merchant with a line break', { merchant: 'Book\nshop' }],
    ['half a character', { merchant: 'Book\ud83dshop' }],
    ['words without end', { description: 'x'.repeat(257) }],
    ['no reference', { reference: '' }],
    ['a reference with a space', { reference: 'a b' }],
    ['a reference without end', { reference: 'x'.repeat(129) }],
    ['a card number in place of a token', { card: '4242424242424242' }],
    ['no card', { card: null }],
    ['a date that is none', { occurredAt: '2026-02-30T00:00:00Z' }],
    ['a date of no time zone', { occurredAt: '2026-02-03T00:00:00' }],
    ['a year that cannot be', { occurredAt: '0000-01-01T00:00:00Z' }],
    ['an hour that cannot be', { occurredAt: '2026-02-03T24:00:00Z' }],
    ['no date', { occurredAt: undefined }],
  ])('moves nothing: %s', async (_what, wrong) => {
    const { company, token, balance, payments } = await newCard(world);
    expect(await tell({ ...purchase(token), ...wrong })).toBe('does not fit the protocol');
    expect(await balance()).toBe('100.00');
    expect(await payments()).toEqual([]);
    expect(await eventsOf(world, company)).toEqual([]);
  });

  test('is unplaced if it is about something else', async () => {
    const { token, payments } = await newCard(world);
    expect(await topic([noticeOf(purchase(token), { type: 'card.blocked' })])).toEqual(['its type is not known']);
    expect(await payments()).toEqual([]);
  });

  test('may lack description, merchant name and country', async () => {
    const { company, token, payments } = await newCard(world);
    expect(await tell(purchase(token, { merchant: '', country: '', type: 'fee' }))).toBe('recorded');
    expect(await payments()).toMatchObject([{ merchant: '', country: '', description: '' }]);
    await expectTold(world, company, ['transaction.created', 'card.updated']);
  });

  test('is not stored with unknown fields', async () => {
    const { token, payments } = await newCard(world);
    const outcomes = await topic(
      [{ amount: 'x' }, {}, { currency: 'EUR' }].map((more) => noticeOf({ ...purchase(token), ...more })),
    );
    expect(outcomes).toEqual(['does not fit the protocol', 'recorded', 'does not fit the protocol']);
    expect(await payments()).toHaveLength(1);
  });

  test('has a token of two cards, which is ambiguous', async () => {
    const { token, company, payments } = await newCard(world);
    await company.insertCard({ issuerToken: token });
    expect(await tell(purchase(token))).toBe('names several cards');
    expect(await payments()).toEqual([]);
  });
});

describe('a text that looks like a card number', () => {
  test('is masked in merchant and description, and never stored', async () => {
    const { token, company, payments } = await newCard(world);
    await tell(purchase(token, { merchant: 'Shop 4242424242424242', description: 'card 5555555555554444!' }));
    expect(await payments()).toMatchObject([
      { merchant: 'Shop ************4242', description: 'card ************4444!' },
    ]);
    await expectTold(world, company, ['transaction.created', 'card.updated']);
  });

  test('is masked in a reference, and two of them that end in the same four digits stay two payments', async () => {
    const { token, balance, payments } = await newCard(world);
    const [one, other] = ['4242424242424242', '4000000000024242'] as const;
    for (const reference of [one, other, one]) await tell(purchase(token, { reference, amount: '-1.00' }));
    const references = (await payments()).map(({ reference }) => reference);
    expect(references).toHaveLength(2);
    for (const reference of references) expect(reference).toMatch(/^\*{12}4242~[0-9a-f]{16}$/);
    expect(await balance()).toBe('98.00');
    expect(await tell(purchase(token, { reference: one, status: 'reversed', amount: '-1.00' }))).toBe('changed');
    expect(await balance()).toBe('99.00');
  });
});
