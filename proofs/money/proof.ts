// Attacks: every amount is read, written, charged and booked to the last cent and the last millionth.
import { randomUUID } from 'node:crypto';
import { setProduct } from '@cardwright/server/cards/products/products.ts';
import { newUuid } from '@cardwright/server/foundation/ids.ts';
import { usd } from '@cardwright/server/foundation/money/usd.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { agree } from '@cardwright/stack/operators.ts';
import { runApart } from '../harness/apart.ts';
import { administratorDb, newCompany, operatorTools, type Tools } from '../harness/companies.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import { replayBook } from '../harness/replay.ts';
import { moneyBugs } from './bugs.ts';
import { centsText, microsText, randomCents } from './reference.ts';

/** Amounts per statement: enough that the overhead of the statement disappears. */
const BATCH = 20_000;

/** Amounts of each batch that are priced at every price, in one statement. */
const WEIGHED = 64;

/** Amounts of each batch that are booked as a deposit and as a captured hold. */
const BOOKED = 4;

/** The largest amount that the service accepts. */
const LARGEST_CENTS = 100_000_000_000n;

async function run(context: Context): Promise<Counts> {
  const rounds = sizeOf(context.sizes, 'rounds');
  // The product's own parsing and formatting, in a process that carries the planted bug if there is one. One after the
  // other: a failure in the database must not leave that process behind.
  const written = await runApart(context, { file: new URL('./texts.ts', import.meta.url), task: { rounds } });
  return { amounts: rounds, ...written, ...(await chargeAndBook(context, rounds)) };
}

/** The database's treatment of amounts: it formats them, charges fees and books some of them. */
async function chargeAndBook(context: Context, rounds: number): Promise<Counts> {
  const tools = operatorTools(context.stack);
  const db = administratorDb(context.stack, 2);
  try {
    const scope: Scope = { companyId: await newCompany(tools, 'Money'), environment: 'sandbox' };
    const prices = await makeCatalogue(tools);
    const counts = { weighed: 0, booked: 0 };
    for (let done = 0; done < rounds; done += BATCH) {
      const random = context.random.fork(done);
      const amounts = Array.from({ length: Math.min(BATCH, rounds - done) }, () => randomCents(random, LARGEST_CENTS));
      await checkTexts(context, db, amounts);
      counts.weighed += await checkOrderFees(context, db, { scope, prices, amounts: amounts.slice(0, WEIGHED) });
      counts.booked += await book(context, db, scope, amounts.slice(0, BOOKED));
      context.progress(done + amounts.length, rounds, 'amounts');
    }
    await replayBook(db, scope, context.violation);
    return counts;
  } finally {
    await db.close();
    await tools.db.close();
  }
}

type Row = { amount: bigint; fee: bigint; usd: string; usdt: string };

/** The fee that the database charges for a deposit, and how it formats amounts in events and answers. */
async function checkTexts(context: Context, db: Db, amounts: readonly bigint[]): Promise<void> {
  const rows = await db.query<Row>(sql`
    select a.amount, deposit_fee(a.amount) as fee, usd_text(a.amount) as usd, usdt_text(a.amount) as usdt
      from unnest(${amounts}::bigint[]) as a (amount)`);
  for (const { amount, fee, usd, usdt } of rows) {
    // 1.5 % is three two-hundredths; a fraction of a cent is rounded up.
    const exact = amount * 3n;
    if (fee * 200n < exact || fee * 200n - exact >= 200n)
      context.violation('a deposit fee is not 1.5 %, rounded up', { amount, fee });
    if (fee > amount) context.violation('a fee is larger than its deposit', { amount, fee });
    if (usd !== centsText(amount)) context.violation('the database formats dollars wrongly', { amount, usd });
    if (usdt !== microsText(amount)) context.violation('the database formats USDT wrongly', { amount, usdt });
  }
}

type Type = 'issue' | 'topup' | 'service';
type Price = { type: Type; productId: string; fixedFee: bigint; rateBps: bigint; minimumFee: bigint };

/** Prices at which rounding errors would show: rates that divide nothing, with minimum fees. */
const pricings = [
  { fixedFee: 300n, rateBps: 20n, minimumFee: 0n },
  { fixedFee: 0n, rateBps: 1n, minimumFee: 0n },
  { fixedFee: 1n, rateBps: 7n, minimumFee: 25n },
  { fixedFee: 0n, rateBps: 333n, minimumFee: 1_000n },
  { fixedFee: 99n, rateBps: 9_999n, minimumFee: 0n },
  { fixedFee: 0n, rateBps: 0n, minimumFee: 0n },
];

/** A catalogue with all of them, for every kind of operation. */
async function makeCatalogue(tools: Tools): Promise<Price[]> {
  const prices: Price[] = [];
  for (const { fixedFee, rateBps, minimumFee } of pricings) {
    const bounds = { minimumAmount: usd(1n), maximumAmount: usd(LARGEST_CENTS) };
    const price = { fixedFee: usd(fixedFee), rateBps, minimumFee: usd(minimumFee), ...bounds };
    const product = { name: `${rateBps} bps`, status: 'active' as const, reason: 'made by a proof' };
    const [card, service] = [newUuid(tools.clock.now()), newUuid(tools.clock.now())];
    const ofCards = { ...product, kind: 'card' as const, prices: { issue: price, topup: price } };
    await agree(tools, await setProduct(tools, { ...ofCards, id: card }));
    const ofServices = { ...product, kind: 'service' as const, prices: { service: price } };
    await agree(tools, await setProduct(tools, { ...ofServices, id: service }));
    const own = { fixedFee, rateBps, minimumFee };
    prices.push({ type: 'issue', productId: card, ...own }, { type: 'topup', productId: card, ...own });
    prices.push({ type: 'service', productId: service, ...own });
  }
  return prices;
}

/** The cost of an order, by the same function that accepts it. */
async function checkOrderFees(
  context: Context,
  db: Db,
  { scope, prices, amounts }: { scope: Scope; prices: readonly Price[]; amounts: readonly bigint[] },
): Promise<number> {
  const asked = amounts.flatMap((amount) => prices.map((price) => ({ amount, price })));
  const requests = asked.map(({ amount, price }) => ({
    company_id: scope.companyId,
    environment: scope.environment,
    type: price.type,
    product_id: price.productId,
    amount: String(amount),
  }));
  const rows = await db.query<{ fee: bigint; total: bigint }>(sql`
    select fee, total from weigh_operations(${JSON.stringify(requests)}::jsonb) order by at_position`);
  if (rows.length !== asked.length) context.violation('not every order was priced', { rows: rows.length });
  for (const [index, { fee, total }] of rows.entries()) {
    const { amount, price } = asked[index] ?? { amount: 0n, price: undefined };
    if (price === undefined || fee !== feeOf(price, amount))
      context.violation('a fee is not its rate, rounded up, and no less than the smallest', { amount, fee, price });
    if (total !== amount + fee) context.violation('a total is not amount and fee', { amount, fee, total });
  }
  return rows.length;
}

/** The fee as computed by hand: the whole cents of the rate, plus one if a fraction is left. */
function feeOf({ fixedFee, rateBps, minimumFee }: Price, amount: bigint): bigint {
  const [cents, left] = [(amount * rateBps) / 10_000n, (amount * rateBps) % 10_000n];
  const fee = fixedFee + cents + (left > 0n ? 1n : 0n);
  return fee < minimumFee ? minimumFee : fee;
}

/** Books amounts as deposits with their fee, and as holds that are captured in two entries. */
async function book(context: Context, db: Db, scope: Scope, amounts: readonly bigint[]): Promise<number> {
  const { companyId, environment } = scope;
  for (const amount of amounts) {
    const reference = `inv_${randomUUID()}`;
    const before = await balanceOf(db, scope);
    await db.query(
      sql`select ledger.deposit(${companyId}, ${environment}, ${reference}, ${amount}, deposit_fee(${amount}))`,
    );
    const [row] = await db.query<{ fee: bigint }>(sql`select deposit_fee(${amount}) as fee`);
    const credited = (await balanceOf(db, scope)) - before;
    if (credited !== amount - (row?.fee ?? 0n))
      context.violation('a deposit credits another amount', { amount, credited });
    if (credited === 0n) continue; // the fee of one cent is one cent, so there is nothing to hold
    const [one] = await db.query<{ reserved: boolean[] }>(sql`
      select ledger.reserve(array[${companyId}]::uuid[], array[${environment}]::environment[], array[${`op_${reference}`}]::text[],
                            array[${credited}]::bigint[], array['Card issue']) as reserved`);
    if (one?.reserved[0] !== true) context.violation('credited money cannot be held', { credited });
    const fee = credited / 3n;
    await db.query(sql`
      select ledger.capture(array[${companyId}]::uuid[], array[${environment}]::environment[], array[${`op_${reference}`}]::text[],
                            array[${credited - fee}]::bigint[], array[${fee}]::bigint[])`);
    if ((await balanceOf(db, scope)) !== before) context.violation('spent money differs from held money', { amount });
  }
  const unbalanced = await db.query<object>(sql`
    select entry_sequence from ledger.lines where company_id = ${companyId} group by entry_sequence having sum(amount) <> 0`);
  if (unbalanced.length > 0) context.violation('an entry does not balance', unbalanced[0]);
  return amounts.length;
}

async function balanceOf(db: Db, { companyId, environment }: Scope): Promise<bigint> {
  const [row] = await db.query<{ balance: bigint }>(sql`
    select balance from ledger.accounts
     where company_id = ${companyId} and environment = ${environment} and account = 'available'`);
  return row?.balance ?? 0n;
}

export const money: Proof = {
  promise: 'Every amount is read, written, charged and booked to the last cent and the last millionth of a USDT.',
  sizes: { full: { rounds: 10_000_000 }, small: { rounds: 200_000 } },
  stack: { api: 0, workers: 0, seed: false },
  run,
  bugs: moneyBugs,
};
