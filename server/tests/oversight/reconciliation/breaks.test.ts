// Every planted difference, on our side or on the issuer's, is found and named, and nothing else is.
import { fromId, newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import { usd } from '@cardwright/server/foundation/money/usd.ts';
import { approve } from '@cardwright/server/oversight/proposals/decide.ts';
import { breakKinds } from '@cardwright/server/oversight/reconciliation/kinds.ts';
import { propose } from '@cardwright/server/oversight/reviews/decide.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ledger, ledgerOf } from '../../ledger-of.ts';
import { becomes } from '../../operations/run/on-its-way.ts';
import { operatorOf } from '../../operator-of.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { makeTraffic, reconcile, type Traffic } from './traffic.ts';

let world: World;
let ledger: Ledger;
let company: Company;
let traffic: Traffic;
beforeAll(async () => {
  world = await startWorld({ issuer: true, tampered: true });
  await world.stack.spawn('worker');
  ledger = ledgerOf(world.stack);
  company = await world.company({ available: '500.00' });
  traffic = await makeTraffic(world, company);
});
afterAll(async () => {
  await ledger?.close();
  await world?.stop();
});

const sql = (text: string, ...values: unknown[]) => world.admin.query(text, values);

/** Changes a row and returns a function that reverts it. */
type Plant = () => Promise<() => Promise<unknown>>;

/** Changes one column of the one row that matches a condition, as superuser. */
const changed =
  (table: string, column: string, value: string, condition: string, ...values: (() => unknown)[]): Plant =>
  async () => {
    const given = values.map((each) => each());
    const { rows } = await sql(`select ${column}::text as was from ${table} where ${condition}`, ...given);
    expect(rows, `${table} where ${condition}`).toHaveLength(1);
    await sql(`update ${table} set ${column} = ${value} where ${condition}`, ...given);
    const back = `update ${table} set ${column} = $${given.length + 1} where ${condition}`;
    return () => sql(back, ...given, rows[0].was);
  };

/** Changes ledger entries. A trigger refuses this even to the superuser, so it is disabled meanwhile. */
const entryChanged =
  (...changes: Plant[]): Plant =>
  async () => {
    const unguarded = async (work: () => Promise<unknown>) => {
      await sql('alter table ledger.entries disable trigger entries_are_append_only');
      await work();
      await sql('alter table ledger.entries enable always trigger entries_are_append_only');
    };
    const undos: (() => Promise<unknown>)[] = [];
    await unguarded(async () => {
      for (const change of changes) undos.push(await change());
    });
    return () =>
      unguarded(async () => {
        for (const undo of undos) await undo();
      });
  };

const ofEntry = (kind: string, reference: () => string, column: string, cents: number): Plant =>
  changed('ledger.entries', column, `${column} + (${cents})`, `kind = '${kind}' and reference = $1`, reference);

/** Deducts from sandbox credits what another entry gained, so that the total stays the same. */
const balanced = (cents: number): Plant =>
  changed(
    'ledger.entries',
    'available_delta',
    `available_delta + (${-cents})`,
    `kind = 'sandbox_credit' and company_id = $1`,
    () => company.scope.companyId,
  );

const ofOperation = (column: string, value: string, id: () => string): Plant =>
  changed('operations', column, value, 'id = $1', () => fromId('operation', id()));

/** Changes the issuer's response to a read of an order. */
const ofOrder = (id: () => string, change: string): Plant =>
  changed('issuer_sandbox.orders', 'answer', `(answer::jsonb || '${change}')::text`, 'reference = $1', id);

const ofAccount = (account: string, cents: number): Plant =>
  changed(
    'ledger.accounts',
    'balance',
    `balance + (${cents})`,
    `account = '${account}' and environment = 'sandbox' and company_id = $1`,
    () => company.scope.companyId,
  );

const both =
  (...plants: Plant[]): Plant =>
  async () => {
    const undos: (() => Promise<unknown>)[] = [];
    for (const plant of plants) undos.push(await plant());
    return async () => {
      for (const undo of undos.toReversed()) await undo();
    };
  };

const issue = () => traffic.issue;
const service = () => traffic.service;
const rejected = () => traffic.rejected;
const invoice = () => traffic.invoice;
const cardId = () => fromId('card', traffic.card);

type Expected = { kind: string; subject: () => string; ours: string | RegExp; theirs: string | RegExp }[];

const planted: [string, Plant, Expected][] = [
  [
    'a capture of another amount',
    entryChanged(ofEntry('capture', issue, 'held_delta', 1_00), balanced(1_00)),
    [{ kind: 'operation_capture', subject: issue, ours: /held -50\.00$/, theirs: /held -49\.00$/ }],
  ],
  [
    'a fee of another amount',
    entryChanged(ofEntry('fee', issue, 'held_delta', 10), balanced(10)),
    [{ kind: 'operation_fee', subject: issue, ours: /held -3\.10$/, theirs: /held -3\.00$/ }],
  ],
  [
    'a release of another amount',
    entryChanged(ofEntry('release', rejected, 'held_delta', 1)),
    [{ kind: 'operation_release', subject: rejected, ours: /held -5\.00$/, theirs: /held -4\.99$/ }],
  ],
  [
    'a reservation of another amount',
    entryChanged(ofEntry('reservation', service, 'available_delta', 1)),
    [{ kind: 'operation_reservation', subject: service, ours: /available -5\.00/, theirs: /available -4\.99/ }],
  ],
  [
    'a deposit of another amount',
    entryChanged(ofEntry('deposit', invoice, 'available_delta', 1_00), balanced(1_00)),
    [{ kind: 'invoice_deposit', subject: invoice, ours: /available 100\.00/, theirs: /available 101\.00/ }],
  ],
  [
    'a deposit fee of another amount',
    entryChanged(ofEntry('deposit_fee', invoice, 'available_delta', 50), balanced(50)),
    [{ kind: 'invoice_deposit_fee', subject: invoice, ours: /available -1\.50/, theirs: /available -1\.00/ }],
  ],
  [
    'money that is available and not held',
    both(ofAccount('available', -5_00), ofAccount('held', 5_00)),
    [{ kind: 'held_total', subject: () => 'book', ours: '5.00', theirs: '0.00' }],
  ],
  [
    'money that came from nowhere',
    ofAccount('available', 1),
    [{ kind: 'book_total', subject: () => 'book', ours: '490.31', theirs: '490.30' }],
  ],
  [
    'a payment of another amount than the card was moved by',
    changed('transactions', 'amount', 'amount - 1', 'card_id = $1', cardId),
    [{ kind: 'card_story', subject: () => traffic.card, ours: '87.66', theirs: '87.65' }],
  ],
  [
    'a card with another balance than it should have',
    changed('cards', 'balance', 'balance + 100', 'id = $1', cardId),
    [
      { kind: 'card_balance', subject: () => traffic.card, ours: '88.66', theirs: '87.66' },
      { kind: 'card_story', subject: () => traffic.card, ours: '88.66', theirs: '87.66' },
    ],
  ],
  [
    'a receipt that is another',
    ofOperation('receipt', `'R-OURS'`, service),
    [{ kind: 'operation_receipt', subject: service, ours: 'R-OURS', theirs: /^R-/ }],
  ],
  [
    'an order that the issuer rejected',
    ofOrder(service, '{"status":"rejected"}'),
    [{ kind: 'operation_not_done', subject: service, ours: 'completed', theirs: 'rejected' }],
  ],
  [
    'an order that the issuer never heard of',
    changed('issuer_sandbox.orders', 'reference', `'gone'`, `account = $1 and kind = 'topup'`, () => company.id),
    [{ kind: 'operation_not_done', subject: () => traffic.topup, ours: 'completed', theirs: 'absent' }],
  ],
  [
    'an order that failed here and was done there',
    ofOrder(rejected, '{"status":"done","receipt":"R-1"}'),
    [{ kind: 'operation_done', subject: rejected, ours: 'failed', theirs: 'done' }],
  ],
  [
    'an order of another amount',
    ofOrder(service, '{"amount":"6.00"}'),
    [{ kind: 'operation_amount', subject: service, ours: 'service of 5.00', theirs: 'service of 6.00' }],
  ],
  [
    'an order for another card',
    ofOrder(issue, '{"card":{"token":"ict_another","last4":"0007"}}'),
    [{ kind: 'operation_card', subject: issue, ours: /^card_.+ ending in/, theirs: 'another, ending in 0007' }],
  ],
  [
    'an order that only the issuer has',
    async () => {
      const undo = await ofOrder(service, '{"reference":"foreign-1"}')();
      return async () => {
        await undo();
        await sql(`delete from cases where kind = 'unknown_here'`);
        await sql('delete from unknown_records');
      };
    },
    [{ kind: 'unknown_here', subject: () => 'foreign-1', ours: 'nothing', theirs: 'order of 5.00, done' }],
  ],
  [
    'a deposit that was paid less',
    changed('issuer_sandbox.transfers', 'amount_micros', '1', 'reference = $1', invoice),
    [{ kind: 'invoice_not_paid', subject: invoice, ours: 'completed with 100.00', theirs: /^mismatched, 0\.000001/ }],
  ],
  [
    'a deposit of another amount at the issuer',
    both(
      changed('issuer_sandbox.deposits', 'amount_cents', 'amount_cents + 100', 'reference = $1', invoice),
      changed('issuer_sandbox.transfers', 'amount_micros', 'amount_micros + 1000000', 'reference = $1', invoice),
    ),
    [{ kind: 'invoice_amount', subject: invoice, ours: /^100\.00, to be/, theirs: /^101\.00, to be paid with 101\./ }],
  ],
  [
    'a transfer that nobody has told us of',
    async () => {
      await sql(
        `insert into issuer_sandbox.transfers (id, account, reference, amount_micros, occurred_at)
         values ('tx_untold', $1, $2, 7000000, now())`,
        company.id,
        invoice(),
      );
      return () => sql(`delete from issuer_sandbox.transfers where id = 'tx_untold'`);
    },
    [{ kind: 'invoice_received', subject: invoice, ours: /^100\.\d{6} USDT/, theirs: /^107\.\d{6} USDT/ }],
  ],
  [
    'a balance that is another at the issuer',
    changed('issuer_sandbox.cards', 'balance_cents', 'balance_cents - 1', 'account = $1', () => company.id),
    [{ kind: 'card_balance', subject: () => traffic.card, ours: '87.66', theirs: '87.65' }],
  ],
  [
    'a card that is frozen at the issuer only',
    changed('issuer_sandbox.cards', 'status', `'frozen'`, 'account = $1', () => company.id),
    [{ kind: 'card_status', subject: () => traffic.card, ours: 'active', theirs: 'frozen' }],
  ],
  [
    'a card that is closed here only, with another balance at the issuer',
    both(
      changed('cards', 'status', `'closed'`, 'id = $1', cardId),
      changed('issuer_sandbox.cards', 'balance_cents', 'balance_cents - 1', 'account = $1', () => company.id),
    ),
    [
      { kind: 'card_balance', subject: () => traffic.card, ours: '87.66', theirs: '87.65' },
      { kind: 'card_status', subject: () => traffic.card, ours: 'closed', theirs: 'active' },
    ],
  ],
  [
    'a limit that the issuer does not have',
    changed('cards', 'limits', `'{"perTransaction":"5.00","perDay":null,"perMonth":"9.00"}'`, 'id = $1', cardId),
    [{ kind: 'card_limits', subject: () => traffic.card, ours: '5.00 per payment, 9.00 a month', theirs: 'none' }],
  ],
  [
    'a card that the issuer does not have',
    changed('issuer_sandbox.cards', 'account', `'nobody'`, 'token = $1', () => token),
    [{ kind: 'card_absent', subject: () => traffic.card, ours: /^ending in/, theirs: 'absent' }],
  ],
];

let token: string;

/** The breaks found while a difference is planted; it is always removed afterwards. */
async function whileThere(undo: () => Promise<unknown>) {
  try {
    return await reconcile(world, company);
  } finally {
    await undo();
  }
}

describe('a planted difference', () => {
  beforeAll(async () => {
    token = (await sql('select issuer_token from cards where id = $1', cardId())).rows[0].issuer_token;
  });

  test.each(planted)('%s is found and named', async (_what, plant, expected) => {
    const undo = await plant();
    const { breaks } = await whileThere(undo);
    expect(breaks.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual(
      expected.map(({ kind, subject, ours, theirs }) => ({
        kind,
        subject: subject(),
        ours: typeof ours === 'string' ? ours : expect.stringMatching(ours),
        theirs: typeof theirs === 'string' ? theirs : expect.stringMatching(theirs),
        since: expect.any(Date),
      })),
    );
  });

  test('is no longer reported once removed', async () => {
    const { run, breaks } = await reconcile(world, company);
    expect(breaks).toEqual([]);
    expect(run).toMatchObject({ breaks: 0n });
  });
});

describe('an entry without a cause', () => {
  const absent = (kind: 'invoice' | 'operation' | 'transaction' | 'case') => toId(kind, newUuid(new Date()));
  const foundIn = async (owner: Company) =>
    (await reconcile(world, owner)).breaks
      .map(({ kind, subject, theirs }) => ({ kind, subject, theirs }))
      .toSorted((a, b) => (a.kind < b.kind ? -1 : 1));

  test('a deposit without an invoice is one break', async () => {
    const owner = await world.company();
    const subject = absent('invoice');
    await ledger.deposit(owner.scope, subject, 10_00n, 15n);
    expect(await foundIn(owner)).toEqual([{ kind: 'deposit_without_invoice', subject, theirs: 'no invoice' }]);
  });

  test('a hold that came and went without an operation is one break', async () => {
    const owner = await world.company({ available: '10.00' });
    const subject = absent('operation');
    await ledger.reserve(owner.scope, subject, 10_00n);
    await ledger.release(owner.scope, subject, 10_00n);
    expect(await foundIn(owner)).toEqual([{ kind: 'entry_without_operation', subject, theirs: 'no operation' }]);
  });

  test('a return from a closed card has the amount of its closing, or of its payment', async () => {
    const owner = await world.company({ available: '500.00' });
    const { issue: order } = await makeTraffic(world, owner);
    const cardId = order.replace('op_', 'card_');
    const { body } = await owner.post<{ id: string }>(`/api/v1/cards/${cardId}/close`, {});
    await becomes(owner, body.id, 'completed');
    const planted = { sql: 'select ledger.return_from_cards(array[$1]::uuid[], $2, array[$3], array[100]::bigint[])' };
    const subject = absent('transaction');
    await sql(planted.sql, owner.scope.companyId, '{sandbox}', subject);
    const undo = await entryChanged(ofEntry('card_return', () => body.id, 'available_delta', 1_00))();
    expect(await foundIn(owner)).toMatchObject([
      { kind: 'book_total' },
      { kind: 'operation_card_return', subject: body.id },
      { kind: 'return_without_payment', subject, theirs: 'no transaction' },
    ]);
    await undo();
  });

  test('a correction without a case is one break', async () => {
    const owner = await world.company();
    const subject = absent('case');
    await ledger.adjust(owner.scope, subject, 10_00n);
    expect(await foundIn(owner)).toEqual([{ kind: 'adjustment_without_case', subject, theirs: 'no case' }]);
  });

  test('a correction of another amount than two operators decided is named with both amounts', async () => {
    const owner = await world.company({ available: '10.00' });
    const order = { type: 'service', productId: world.products.service, amount: '5.00', recipient: 'a' };
    const { body } = await owner.post<{ id: string }>('/api/v1/operations', order);
    const { companyId } = owner.scope;
    const about = fromId('operation', body.id);
    await sql(`select open_case($1, 'sandbox', 'operation', $2, 'contradiction', 'planted')`, companyId, about);
    const [found] = (await sql('select id from cases where subject_id = $1', about)).rows;
    const [ann, bob] = [await operatorOf(world, 'Ann'), await operatorOf(world, 'Bob')];
    const decision = { decision: 'adjust', reason: 'ticket 4711', amount: usd(3_00n) } as const;
    const proposed = await propose({ ...world.tools, actor: ann.actor }, { kind: 'case', id: found.id }, decision);
    if (typeof proposed === 'string') throw new Error(proposed);
    expect(await approve({ ...world.tools, actor: bob.actor }, proposed.proposalId)).toBe('approved');
    expect(await foundIn(owner)).toEqual([]);
    const undo = await entryChanged(ofEntry('adjustment', () => toId('case', found.id), 'available_delta', 1_00))();
    expect(await foundIn(owner)).toEqual([
      { kind: 'adjustment_without_case', subject: toId('case', found.id), theirs: 'a correction of 3.00' },
      { kind: 'book_total', subject: 'book', theirs: expect.stringMatching(/^(9|14)\.00$/) }, // done by now, or not
    ]);
    await undo();
  });

  test('sandbox credit in live is a break', async () => {
    const owner = await world.company();
    const live = { ...owner.scope, environment: 'live' as const };
    await sql(
      `select ledger.post(array[$1]::uuid[], '{live}', '{sandbox_credit}', '{planted}', '{Planted}', '{100}'::bigint[])`,
      live.companyId,
    );
    const { breaks } = await reconcile(world, { ...owner, scope: live });
    expect(breaks).toMatchObject([{ kind: 'play_money', subject: 'planted', ours: 'sandbox_credit: 1.00, 0.00' }]);
  });

  test('an entry under a reference that cannot cause it is named as well', async () => {
    const owner = await world.company({ available: '10.00' });
    const order = { type: 'service', productId: world.products.service, amount: '5.00', recipient: 'a' };
    const { body } = await owner.post<{ id: string }>('/api/v1/operations', order);
    await ledger.adjust(owner.scope, body.id, 10_00n);
    expect(await foundIn(owner)).toEqual([
      { kind: 'adjustment_without_case', subject: body.id, theirs: 'no case' },
      { kind: 'entry_misplaced', subject: body.id, theirs: expect.stringContaining('adjustment') },
    ]);
  });
});

describe('an invoice that was not credited', () => {
  test('and is paid at the issuer is a break', async () => {
    const reference = () => traffic.rejectedInvoice;
    const undo = await changed('issuer_sandbox.deposits', 'rejected', 'false', 'reference = $1', reference)();
    await sql(
      `insert into issuer_sandbox.transfers (id, account, reference, amount_micros, occurred_at)
         select 'tx_planted', account, reference, amount_cents * 10000 + pay_fraction_micros, now() - interval '1 minute'
           from issuer_sandbox.deposits where reference = $1`,
      traffic.rejectedInvoice,
    );
    const { breaks } = await reconcile(world, company);
    expect(breaks).toMatchObject([{ kind: 'invoice_paid', subject: traffic.rejectedInvoice, ours: 'failed' }]);
    await sql(`delete from issuer_sandbox.transfers where id = 'tx_planted'`);
    await undo();
  });
});

describe('a contradiction', () => {
  test('opens one case, keeps its first date, and is explained once two operators have closed the case', async () => {
    const undo = await ofOrder(service, '{"status":"pending"}')();
    const casesOf = async () =>
      (
        await sql(
          'select id, detail from cases where subject_id = $1 and closed_at is null',
          fromId('operation', service()),
        )
      ).rows;
    await sql(`update cases set closed_at = now(), closing_note = 'before' where closed_at is null`);
    const first = await reconcile(world, company);
    const second = await reconcile(world, company);
    expect(first.breaks).toMatchObject([{ kind: 'operation_not_done', theirs: 'pending' }]);
    expect(second.breaks).toEqual(first.breaks);
    expect(await casesOf()).toMatchObject([{ detail: 'Reconciled: here completed, at the issuer pending.' }]);
    await sql(`update cases set closed_at = now(), closing_note = 'decided' where closed_at is null`);
    const third = await reconcile(world, company);
    expect(third).toMatchObject({ breaks: [], run: { breaks: 0n, explained: 1n } });
    expect(await casesOf()).toEqual([]);
    await undo();
    expect(await reconcile(world, company)).toMatchObject({ breaks: [], run: { breaks: 0n, explained: 0n } });
    // The decision covers only the earlier contradiction: a new one opens a new case.
    const undoAgain = await ofOrder(service, '{"status":"pending"}')();
    const back = await reconcile(world, company);
    expect(back.breaks).toMatchObject([{ kind: 'operation_not_done', theirs: 'pending' }]);
    expect(back.breaks[0]?.since.getTime()).toBeGreaterThan(first.breaks[0]?.since.getTime() ?? 0);
    expect(await casesOf()).toHaveLength(1);
    await undoAgain();
  });
});

test('every kind of break is planted above', () => {
  const named = [
    ...planted.flatMap(([, , expected]) => expected.map(({ kind }) => kind)),
    'deposit_without_invoice',
    'entry_without_operation',
    'adjustment_without_case',
    'entry_misplaced',
    'invoice_paid',
    'operation_card_return',
    'return_without_payment',
    'play_money',
  ];
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(breakKinds).toSorted());
});
