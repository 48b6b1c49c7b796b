// A statement by operations and deposits: what people read, always with the totals of the ledger.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { parseUsd } from '@cardwright/server/foundation/money/usd.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { buildActivityPage } from '@cardwright/server/ledger/statements/activity.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { parseSync } from 'ofx-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, openCompany, type SignedIn } from '../../identity/people/person.ts';
import { type Ledger, ledgerOf } from '../../ledger-of.ts';
import { explain, watch } from '../../plans.ts';
import { insertCards, insertHolders, insertOperations } from '../../rows.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
let ledger: Ledger;
let owner: SignedIn;
beforeAll(async () => {
  world = await startWorld({ portal: true });
  ledger = ledgerOf(world.stack);
  owner = await newPerson(world);
});
afterAll(async () => {
  await ledger?.close();
  await world?.stop();
});

const PATH = '/portal/v1/statements/activity';
const JANUARY = { from: '2040-01-01', to: '2040-01-31' };
const FEBRUARY = { from: '2040-02-01', to: '2040-02-29' };
const BOTH = { from: JANUARY.from, to: FEBRUARY.to };

type Days = typeof JANUARY;
type Row = {
  reference: string;
  type: string;
  detail: string;
  status: string;
  amount: string;
  incoming: string;
  outgoing: string;
  fee: string;
  held: string;
  balance: string;
  at: string;
  entries: { id: string; kind: string; reference: string; amount: string; heldDelta: string; createdAt: string }[];
};
type Totals = { openingBalance: string; closingBalance: string; incoming: string; outgoing: string };
type Activity = Totals & { data: Row[]; nextCursor: string | null };

const scopeOf = (id: string) => ({ companyId: fromId('company', id) ?? '', environment: 'sandbox' as const });

const queryOf = (query: Record<string, string>) => new URLSearchParams(query).toString();

async function read(company: string, query: Days & { cursor?: string }): Promise<Activity> {
  const answer = await owner.get<Activity>(`${PATH}?${queryOf(query)}`, { company, environment: 'sandbox' });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Cents of an amount that may be negative. */
const cents = (amount: string) => (amount.startsWith('-') ? -1n : 1n) * (parseUsd(amount.replace('-', '')) ?? 0n);

const sum = (rows: readonly Row[], name: 'amount' | 'incoming' | 'outgoing') =>
  rows.reduce((total, row) => total + cents(row[name]), 0n);

/** The rows add up to the totals of the range, and each to its own entries. */
function expectSums({ data, ...totals }: Totals & { data: readonly Row[] }): void {
  expect(sum(data, 'incoming')).toBe(cents(totals.incoming));
  expect(sum(data, 'outgoing')).toBe(cents(totals.outgoing));
  expect(cents(totals.openingBalance) + sum(data, 'amount')).toBe(cents(totals.closingBalance));
  expect(data[0]?.balance ?? totals.openingBalance).toBe(totals.closingBalance);
  for (const { amount, reference, entries, at } of data) {
    expect(entries.reduce((total, entry) => total + cents(entry.amount), 0n)).toBe(cents(amount));
    expect(new Set(entries.map((entry) => entry.reference))).toEqual(new Set([reference]));
    expect(at).toBe(entries.at(-1)?.createdAt);
  }
}

/** Makes the next entry carry exactly this time: an entry is never earlier than the one before. */
const nextEntryAt = ({ companyId }: Scope, at: string) =>
  world.admin.query(`update ledger.books set last_entry_at = $2 where company_id = $1 and environment = 'sandbox'`, [
    companyId,
    at,
  ]);

/** Two months: of every kind of activity something, and a service on hold over the end of January. */
async function liveTwoMonths() {
  const company = await openCompany(world, owner, { name: 'Müller & Söhne' });
  const scope = scopeOf(company);
  const { card: productId, service } = world.products;
  const [holderId = ''] = await insertHolders(world.admin, scope, [{ name: 'Ada Lovelace' }]);
  const [cardId = ''] = await insertCards(world.admin, scope, [{ name: 'R&D', last4: '4242', holderId, productId }]);
  const [topUp = '', failed = '', across = '', closed = ''] = await insertOperations(world.admin, scope, [
    { type: 'topup', status: 'completed', productId, cardId },
    { type: 'issue', status: 'failed', productId, holderId },
    { type: 'service', status: 'failed', productId: service },
    { type: 'close', status: 'completed', productId, cardId, amount: 0n, fee: 0n },
  ]);
  await nextEntryAt(scope, '2040-01-15T10:00:00.000Z');
  await ledger.credit(scope, 1_000_00n, 'sbf_1');
  await ledger.reserve(scope, topUp, 53_10n);
  await ledger.reserve(scope, failed, 20_00n);
  await ledger.capture(scope, topUp, 50_00n, 3_10n);
  await ledger.release(scope, failed, 20_00n);
  await ledger.reserve(scope, across, 30_00n);
  await nextEntryAt(scope, '2040-01-31T23:59:59.999Z');
  await ledger.deposit(scope, 'inv_1', 101_00n, 1_52n);
  await nextEntryAt(scope, '2040-02-01T00:00:00.000Z');
  await ledger.release(scope, across, 30_00n);
  await ledger.adjust(scope, 'case_down', -5n, 'Correction <down>');
  for (const [reference, amount] of [[closed, 5_00] as const, ['txn_late', 1_00] as const])
    await world.admin.query(
      `select ledger.return_from_cards(array[$1::uuid], array['sandbox'::environment], array[$2], array[$3::bigint])`,
      [scope.companyId, reference, amount],
    );
  await ledger.adjust(scope, 'case_up', 7_00n, '=1+1');
  return { company, topUp, failed, across, closed };
}

const brief = ({ reference, type, detail, status, incoming, outgoing, amount, fee, held, balance, entries }: Row) =>
  `${reference} ${type} (${detail}) ${status}: +${incoming} -${outgoing} = ${amount}, fee ${fee}, held ${held}, ` +
  `${balance}: ${entries.map(({ kind }) => kind).join(' ')}`;

test('has one row for each cause, newest first, with what it did in the range', async () => {
  const { company, topUp, failed, across, closed } = await liveTwoMonths();
  const january = await read(company, JANUARY);
  expect(january).toMatchObject({ openingBalance: '0.00', closingBalance: '1046.38', nextCursor: null });
  const { rows } = await world.admin.query('select name from products where id = $1', [
    fromId('product', world.products.service),
  ]);
  expect(january.data.map(brief)).toEqual([
    'inv_1 deposit () received: +101.00 -1.52 = 99.48, fee 1.52, held 0.00, 1046.38: deposit deposit_fee',
    `${across} service (${rows[0].name}) on_hold: +0.00 -0.00 = 0.00, fee 0.00, held 30.00, 946.90: reservation`,
    `${failed} issue (Ada Lovelace) released: +0.00 -0.00 = 0.00, fee 0.00, held 0.00, 946.90: reservation release`,
    `${topUp} topup (R&D ••4242, Ada Lovelace) charged: +0.00 -53.10 = -53.10, fee 3.10, held 0.00, 946.90: ` +
      'reservation capture fee',
    'sbf_1 sandbox_credit () received: +1000.00 -0.00 = 1000.00, fee 0.00, held 0.00, 1000.00: sandbox_credit',
  ]);
  const february = await read(company, FEBRUARY);
  expect(february.data).toMatchObject([
    { reference: 'case_up', type: 'adjustment', detail: '=1+1', status: 'received', amount: '7.00' },
    { reference: 'txn_late', type: 'card_return', detail: '', status: 'received', amount: '1.00' },
    { reference: closed, type: 'close', detail: 'R&D ••4242, Ada Lovelace', status: 'received', amount: '5.00' },
    { reference: 'case_down', type: 'adjustment', status: 'charged', amount: '-0.05', outgoing: '0.05' },
    { reference: across, status: 'released', amount: '0.00', held: '0.00', entries: [{ heldDelta: '-30.00' }] },
  ]);
  const both = await read(company, BOTH);
  const order = ['case_up', 'txn_late', closed, 'case_down', across, 'inv_1', failed, topUp, 'sbf_1'];
  expect(both.data.map(({ reference }) => reference)).toEqual(order);
  expect(both.data[4]).toMatchObject({ status: 'released', held: '0.00', entries: [{}, {}] });
  for (const activity of [january, february, both]) expectSums(activity);
  expect(january.closingBalance).toBe(february.openingBalance);
});

test('is the same in every file', async () => {
  const { company } = await liveTwoMonths();
  const at = { company, environment: 'sandbox' as const };
  const { data, closingBalance } = await read(company, BOTH);

  const csv = await owner.get(`${PATH}.csv?${queryOf(BOTH)}`, at);
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="activity-2040-01-01-2040-02-29.csv"');
  const lines = csv.text.trimEnd().split('\n');
  expect(lines).toHaveLength(data.length + 1);
  expect(lines[0]).toBe('date,type,detail,status,incoming,outgoing,fee,onHold,balance,reference');
  expect(lines[1]).toBe(`${data[0]?.at},Adjustment,'=1+1,Received,7.00,0.00,0.00,0.00,1059.33,case_up`);

  const ofx = await owner.get(`/portal/v1/statements.ofx?${queryOf(BOTH)}`, at);
  expect(ofx.headers.get('content-type')).toBe('application/x-ofx');
  expect(ofx.headers.get('content-disposition')).toMatch(/^attachment; filename="statement-.*\.ofx"$/);
  const shown: Ofx = parseSync(ofx.text).OFX['BANKMSGSRSV1'].STMTTRNRS.STMTRS;
  expect(shown.BANKTRANLIST.STMTTRN.map(({ FITID, TRNAMT }) => [FITID, TRNAMT])).toEqual(
    data.filter(({ amount }) => amount !== '0.00').map(({ reference, amount }) => [reference, amount]),
  );
  expect(shown.LEDGERBAL.BALAMT).toBe(closingBalance);
  const held = await owner.get(`/portal/v1/statements.ofx?${queryOf(JANUARY)}`, at);
  expect(held.text).toContain('<AVAILBAL><BALAMT>1016.38</BALAMT>');
  expect(held.text).toContain('<LEDGERBAL><BALAMT>1046.38</BALAMT>');

  const pdf = await owner.get(`/portal/v1/statements.pdf?${queryOf(BOTH)}`, at);
  expect(pdf.text.startsWith('%PDF-')).toBe(true);
});

type Ofx = { BANKTRANLIST: { STMTTRN: { FITID: string; TRNAMT: string }[] }; LEDGERBAL: { BALAMT: string } };

test('pages by cursor: every row once, also while new ones arrive', async () => {
  const company = await openCompany(world, owner);
  const scope = scopeOf(company);
  await nextEntryAt(scope, '2040-01-15T10:00:00.000Z');
  for (let index = 0; index < 60; index++) await ledger.credit(scope, BigInt(index + 1), `sbf_${index}`);
  const rows: Row[] = [];
  const sizes: number[] = [];
  const { data: _, nextCursor: __, ...totals } = await read(company, JANUARY);
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Activity = await read(company, { ...JANUARY, ...(cursor === undefined ? {} : { cursor }) });
    rows.push(...page.data);
    sizes.push(page.data.length);
    cursor = page.nextCursor;
    if (cursor !== null) await ledger.credit(scope, 1n, `sbf_late_${sizes.length}`);
  }
  expect(sizes).toEqual([25, 25, 10]);
  expect(rows.map(({ reference }) => reference)).toEqual(
    Array.from({ length: 60 }, (__, index) => `sbf_${59 - index}`),
  );
  expectSums({ ...totals, data: rows });
});

test('reads what a page needs, however long the history and the range are', async () => {
  const url = world.stack.urlOf('cardwright_api');
  const api = openDb({ url, name: 'test', connections: 2, onError: () => undefined });
  /** The blocks read for two pages, of a company with this many entries before the range and this many in it. */
  const costOf = async (before: number, within: number) => {
    const { scope } = await world.company();
    await creditMany(scope.companyId, before);
    await nextEntryAt(scope, '2040-01-15T10:00:00.000Z');
    await creditMany(scope.companyId, within);
    await world.admin.query('vacuum analyze ledger.entries');
    const { db, captured } = watch(api);
    const { nextCursor } = await buildActivityPage(db, scope, JANUARY);
    const { rows } = await buildActivityPage(db, scope, { ...JANUARY, cursor: nextCursor ?? '' });
    expect(rows).toHaveLength(25);
    const plans = await explain(world, scope, captured);
    for (const { text } of plans) expect(text).not.toMatch(/Seq Scan/);
    const sums = plans.filter(({ text }) => text.startsWith('{"Plan":{"Node Type":"Aggregate"'));
    expect(sums, 'the totals, which read the range').toHaveLength(2);
    return plans.filter((plan) => !sums.includes(plan)).reduce((all, { blocks }) => all + blocks, 0);
  };
  const short = await costOf(100, 100);
  expect(await costOf(20_000, 10_000)).toBeLessThan(2 * short); // an index of more entries is a level deeper
  await api.close();
});

/** Credits one cent many times, in one batch. */
const creditMany = (companyId: string, count: number) =>
  world.admin.query(
    `select ledger.post(
       array_fill($1::uuid, array[$2::int]), array_fill('sandbox'::environment, array[$2]),
       array_fill('sandbox_credit'::ledger.entry_kind, array[$2]),
       array(select gen_random_uuid()::text from generate_series(1, $2)), array_fill('Credit'::text, array[$2]),
       array_fill(1::bigint, array[$2]))`,
    [companyId, count],
  );

test('refuses what is no range or cursor, and shows nothing to strangers', async () => {
  const company = await openCompany(world, owner);
  const at = { company, environment: 'sandbox' as const };
  for (const wrong of [
    { from: '2040-02-01', to: '2040-01-31' },
    { ...JANUARY, cursor: '0' },
    { ...JANUARY, to: '2041-01-31' },
  ])
    expect((await owner.get(`${PATH}?${queryOf(wrong)}`, at)).status).toBe(400);
  const stranger = await newPerson(world);
  expect(await stranger.get(`${PATH}?${queryOf(JANUARY)}`, at)).toMatchObject({ status: 404 });
  expect(await read(company, JANUARY)).toMatchObject({ data: [], nextCursor: null, closingBalance: '0.00' });
});
