// A fictitious month of a company: cards, payments, invoices, operations and their postings, dated on past days.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { ledgerOf } from '../../server/tests/ledger-of.ts';
import {
  insertCards,
  insertHolders,
  insertInvoices,
  insertOperations,
  insertTransactions,
} from '../../server/tests/rows.ts';
import type { World } from '../../server/tests/world.ts';

const DAY_MS = 86_400_000;

const daysAgo = (days: number, hour = 10) =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS + hour * 3_600_000);

const holders = [
  { name: 'Ada Lovelace', email: 'ada@nordlicht.example', kind: 'individual', status: 'active' },
  {
    name: 'Grace Hopper',
    email: 'grace@nordlicht.example',
    kind: 'individual',
    status: 'active',
    externalId: 'HR-112',
  },
  { name: 'Hafenbüro Hamburg GmbH', email: 'office@hafenbuero.example', kind: 'corporate', status: 'active' },
  { name: 'Alan Turing', email: 'alan@nordlicht.example', kind: 'individual', status: 'blocked' },
  { name: 'Edsger Dijkstra', email: 'edsger@nordlicht.example', kind: 'individual', status: 'rejected' },
] as const;

const cards = [
  { name: 'Travel', holder: 0, last4: '4242', balance: 812_40n, status: 'active', days: 27 },
  { name: 'Software subscriptions', holder: 1, last4: '1881', balance: 1_204_15n, status: 'active', days: 24 },
  { name: 'Advertising', holder: 2, last4: '0019', balance: 9_310_00n, status: 'active', days: 20 },
  { name: 'Office supplies', holder: 2, last4: '7730', balance: 64_05n, status: 'frozen', days: 16 },
  { name: 'Conference Lisbon', holder: 0, last4: '5516', balance: 0n, status: 'closed', days: 15 },
  { name: 'Courier', holder: 1, last4: '9904', balance: -12_30n, status: 'active', days: 9 },
  { name: 'Trade fair', holder: 3, last4: '3127', balance: 250_00n, status: 'blocked', days: 8 },
] as const;

const payments = [
  [0, 'Deutsche Bahn', 'DE', -84_90n, 'settled', 'purchase', 0.1],
  [0, 'Hotel Alma, Lisbon', 'PT', -412_00n, 'pending', 'purchase', 0.4],
  [1, 'GitHub', 'US', -84_00n, 'settled', 'purchase', 1],
  [2, 'Google Ads', 'IE', -1_250_00n, 'settled', 'purchase', 2],
  [1, 'Figma', 'US', -45_00n, 'settled', 'purchase', 2],
  [0, 'Lufthansa', 'DE', 218_60n, 'settled', 'refund', 3],
  [5, 'DHL Express', 'DE', -38_20n, 'settled', 'purchase', 3],
  [3, 'Staples', 'US', -120_75n, 'declined', 'purchase', 4],
  [0, 'Lufthansa', 'DE', -218_60n, 'settled', 'purchase', 5],
  [2, 'Meta Platforms', 'IE', -2_480_00n, 'settled', 'purchase', 6],
  [0, 'Geldautomat Hamburg Hbf', 'DE', -100_00n, 'settled', 'withdrawal', 7],
  [0, '', '', -3_50n, 'settled', 'fee', 7],
  [1, 'Amazon Web Services EMEA SARL, Luxembourg', 'LU', -731_22n, 'settled', 'purchase', 8],
  [4, 'Web Summit', 'PT', -899_00n, 'reversed', 'purchase', 11],
  [0, 'SIXT', 'DE', -156_40n, 'settled', 'purchase', 12],
  [2, 'Google Ads', 'IE', -1_100_00n, 'settled', 'purchase', 14],
] as const;

/** Credits in dollars and spending in cents, by days ago. */
const deposits = [
  [28, 5_000n],
  [21, 10_000n],
  [13, 8_000n],
  [5, 6_000n],
] as const;
const spendings = [
  [27, 'issue', 1_000_00n, 5_00n, 0],
  [24, 'issue', 2_000_00n, 7_00n, 1],
  [20, 'issue', 6_000_00n, 15_00n, 2],
  [18, 'service', 240_00n, 0n, undefined],
  [16, 'issue', 300_00n, 3_60n, 3],
  [12, 'topup', 4_000_00n, 8_00n, 2],
  [9, 'issue', 200_00n, 3_40n, 5],
  [7, 'topup', 1_500_00n, 3_00n, 1],
  [4, 'service', 180_00n, 0n, undefined],
  [3, 'topup', 2_500_00n, 5_00n, 2],
] as const;

export type Past = {
  cards: Record<'active' | 'frozen' | 'blocked' | 'overdrawn', string>;
  /** A cardholder with cards. */
  holder: string;
  invoices: Record<'completed' | 'expired' | 'failed', string>;
};

/** Writes the month; the company must have no earlier postings. */
export async function livePast(world: World, scope: Scope): Promise<Past> {
  const { admin } = world;
  const { cardIds, holder } = await writeCards(world, scope);
  const days = await postMonth(world, scope, cardIds);
  await dateEntries(world, scope, days);
  await insertTransactions(
    admin,
    scope,
    payments.map(([card, merchant, country, amount, status, type, ago]) => ({
      cardId: cardIds[card] ?? '',
      merchant,
      country,
      amount,
      status,
      type,
      occurredAt: new Date(Date.now() - ago * DAY_MS),
    })),
  );
  const [expired = '', failed = ''] = await insertInvoices(admin, scope, [
    { status: 'expired', requested: 750_00n, createdAt: daysAgo(10) },
    {
      status: 'failed',
      requested: 400_00n,
      createdAt: daysAgo(6),
      failure: { code: 'rejected', message: 'The issuer does not take this amount today.' },
    },
  ]);
  const [active = '', , , frozen = '', , overdrawn = '', blocked = ''] = cardIds;
  await describeCards(world, scope, { active, frozen });
  const completed = [...days.keys()].find((reference) => reference.startsWith('inv_')) ?? '';
  return { cards: { active, frozen, blocked, overdrawn }, holder, invoices: { completed, expired, failed } };
}

/** Limits and metadata of a card, the freeze of another, and why its payment was declined. */
async function describeCards({ admin, products }: World, scope: Scope, ids: { active: string; frozen: string }) {
  const metadata = JSON.stringify({ department: 'sales', costCenter: '4711' });
  const limits = JSON.stringify({ perTransaction: '500.00', perDay: null, perMonth: '2500.00' });
  await admin.query('update cards set metadata = $1, limits = $2 where id = $3', [
    metadata,
    limits,
    fromId('card', ids.active),
  ]);
  await admin.query(`update holders set metadata = $1 where company_id = $2 and environment = $3`, [
    metadata,
    scope.companyId,
    scope.environment,
  ]);
  await admin.query(
    `update transactions set decline_reason = 'card_frozen' where status = 'declined' and card_id = $1`,
    [fromId('card', ids.frozen)],
  );
  const freeze = { type: 'freeze', status: 'completed', amount: 0n, fee: 0n, cardId: ids.frozen };
  await insertOperations(admin, scope, [{ ...freeze, productId: products.card, createdAt: daysAgo(4, 9) }]);
}

async function writeCards({ admin, products }: World, scope: Scope) {
  const holderIds = await insertHolders(
    admin,
    scope,
    holders.map((holder, index) => ({ ...holder, createdAt: daysAgo(29, 8 + index) })),
  );
  const cardIds = await insertCards(
    admin,
    scope,
    cards.map(({ holder, days, ...card }) => ({
      ...card,
      productId: products.card,
      holderId: holderIds[holder] ?? '',
      createdAt: daysAgo(days, 11),
    })),
  );
  return { cardIds, holder: holderIds[cards[0]?.holder ?? 0] ?? '' };
}

/** Posts deposits and spending in order; returns the time of each by its reference. */
async function postMonth({ admin, stack, products }: World, scope: Scope, cardIds: readonly string[]) {
  const ledger = ledgerOf(stack);
  const moments = new Map<string, Date>();
  const steps = [
    ...deposits.map(([days, dollars]) => ({ days, post: () => deposit(days, dollars) })),
    ...spendings.map((spending) => ({ days: spending[0], post: () => spend(spending) })),
  ].toSorted((one, other) => other.days - one.days);
  async function deposit(days: number, dollars: bigint) {
    const requested = dollars * 100n;
    const fee = (requested * 15n) / 1_000n;
    const createdAt = daysAgo(days, 9);
    const transfers = [{ id: `t-${days}`, amount: requested * 10_000n + 4_217n, occurredAt: createdAt }];
    const [id = ''] = await insertInvoices(admin, scope, [{ requested, fee, createdAt, transfers }]);
    moments.set(id, createdAt);
    await ledger.deposit(scope, id, requested, fee);
  }
  async function spend([days, type, amount, fee, card]: (typeof spendings)[number]) {
    const createdAt = daysAgo(days, 12);
    const productId = type === 'service' ? products.service : products.card;
    const cardId = card === undefined ? undefined : cardIds[card];
    const row = { type, status: 'completed', productId, amount, fee, createdAt, receipt: `R-${4_700 + days}` };
    const [id = ''] = await insertOperations(admin, scope, [{ ...row, ...(cardId === undefined ? {} : { cardId }) }]);
    if (type === 'service')
      await admin.query(`update operations set recipient = '+49 40 123456' where id = $1`, [fromId('operation', id)]);
    moments.set(id, createdAt);
    await ledger.reserve(scope, id, amount + fee, type === 'service' ? 'Service order' : 'Card');
    await ledger.capture(scope, id, amount, fee);
  }
  for (const { post } of steps) await post();
  await ledger.close();
  return moments;
}

/** Moves entries to their days. A trigger refuses this even to the superuser, so it is disabled meanwhile. */
async function dateEntries({ admin }: World, { companyId }: Scope, moments: ReadonlyMap<string, Date>): Promise<void> {
  const rows = [...moments].map(([reference, at]) => ({ reference, at }));
  await admin.query('alter table ledger.entries disable trigger entries_are_append_only');
  await admin.query(
    `update ledger.entries e set created_at = m.at + e.sequence * interval '1 second'
       from jsonb_to_recordset($2) as m (reference text, at timestamptz)
      where e.company_id = $1 and e.reference = m.reference`,
    [companyId, JSON.stringify(rows)],
  );
  await admin.query('alter table ledger.entries enable always trigger entries_are_append_only');
}
