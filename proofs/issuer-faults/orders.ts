// Companies that order through the API concurrently, with every fault of the menu.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Client } from '../harness/ask.ts';
import { newCompany, newKey, type Tools } from '../harness/companies.ts';
import { type Context, inParallel } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import {
  type Action,
  type Effect,
  type Fault,
  feeOf,
  isAction,
  type Kind,
  kinds,
  menu,
  type Ordered,
  totalOf,
  usdText,
} from './menu.ts';

/** More than all orders of one company cost together: money must not run out here. */
export const FUNDS = 100_000_000n;

/** One in this many top-ups names a card unknown to the issuer: it is rejected, regardless of notifications. */
const STRAY = 4;

/** Companies created side by side. */
const MADE_AT_ONCE = 8;

/** A company is set up within this time, or something is wrong with the run itself. */
const SET_UP_WITHIN_MS = 60_000;

/** Poll interval of a waiting client. */
const POLL_AGAIN_MS = 200;

export type Company = {
  scope: Scope;
  account: string;
  key: string;
  holderId: string;
  cardId: string;
  /** Our card that the issuer does not know, and its token at the issuer. */
  strayId: string;
  strayToken: string;
  orders: Map<string, Ordered>;
  /** Cards that were made for one action each. */
  made: Set<string>;
};

export type Shop = {
  context: Context;
  client: Client;
  db: Db;
  products: Record<'card' | 'service', string>;
  /** Answers that asked for a retry: the queue was full. */
  busy: number;
};

/** Polls until a condition holds. False: it did not in this time. */
export async function until(withinMs: number, holds: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > end) return false;
    await sleep(POLL_AGAIN_MS);
  }
  return true;
}

/** The products that orders name. */
export async function findProducts(db: Db): Promise<Shop['products']> {
  const rows = await db.query<{ id: string; kind: string }>(sql`select id, kind from products where status = 'active'`);
  const of = (kind: string) => toId('product', rows.find((row) => row.kind === kind)?.id ?? '');
  return { card: of('card'), service: of('service') };
}

/** Companies with funds, a holder known to the issuer, one of its cards, and one that the issuer has never seen. */
export async function openCompanies(shop: Shop, tools: Tools, count: number): Promise<Company[]> {
  const companies: Company[] = [];
  await inParallel(count, MADE_AT_ONCE, async (index) => {
    const scope = { companyId: await newCompany(tools, `Faults ${index}`), environment: 'sandbox' as const };
    const key = await newKey(tools, scope);
    const account = toId('company', scope.companyId);
    const company: Company = {
      scope,
      account,
      key,
      holderId: '',
      cardId: '',
      strayId: '',
      strayToken: '',
      orders: new Map(),
      made: new Set(),
    };
    await post(shop, company, '/api/v1/sandbox/funding', { amount: usdText(FUNDS) });
    const holder = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
    company.holderId = (await post(shop, company, '/api/v1/holders', holder)).id;
    companies.push(company);
  });
  await setUp('the issuer does not know every holder', () =>
    isEmpty(shop.db.query(sql`select from holders where status = 'pending' limit 1`)),
  );
  await inParallel(count, MADE_AT_ONCE, async (index) => {
    const company = companies[index];
    if (company === undefined) return;
    const plain = { fault: menuOf(''), stray: false, amount: 1_000n };
    for (let card = 0; card < 2; card++)
      await order(shop, company, 'issue', { ...plain, idempotencyKey: `card ${card}` });
  });
  await setUp('not every company has two cards', () =>
    isEmpty(shop.db.query(sql`select from operations where status in ('queued', 'processing') limit 1`)),
  );
  for (const company of companies) await takeCards(shop.db, company);
  return companies;
}

const isEmpty = async (rows: Promise<object[]>) => (await rows).length === 0;

async function setUp(missed: string, holds: () => Promise<boolean>): Promise<void> {
  if (!(await until(SET_UP_WITHIN_MS, holds))) throw new Error(missed);
}

async function takeCards(db: Db, company: Company): Promise<void> {
  const { companyId } = company.scope;
  const [own, stray, ...others] = await db.query<{ id: string; issuer_token: string }>(sql`
    select id, issuer_token from cards where company_id = ${companyId} order by id`);
  if (own === undefined || stray === undefined || others.length > 0) throw new Error('a company without two cards');
  company.cardId = toId('card', own.id);
  company.strayId = toId('card', stray.id);
  company.strayToken = stray.issuer_token;
  await putToken(db, company, 'ict_nobody');
}

/** Restores the token of the card that the issuer did not know: nothing was ever done with it under the other. */
export const giveBackStray = (db: Db, company: Company): Promise<void> => putToken(db, company, company.strayToken);

async function putToken(db: Db, { scope, strayId }: Company, token: string): Promise<void> {
  await db.query(sql`
    update cards set issuer_token = ${token}
     where company_id = ${scope.companyId} and id = ${fromId('card', strayId) ?? ''}`);
}

/** Orders every kind with every fault, as evenly as the number allows, in an order that the seed decides. */
export async function orderAll(
  shop: Shop,
  companies: readonly Company[],
  { operations, clients }: { operations: number; clients: number },
): Promise<void> {
  const random = shop.context.random.fork('orders');
  const cells: { kind: Kind; fault: Fault }[] = [];
  while (cells.length < operations) {
    cells.push(
      ...shuffled(
        random,
        kinds.flatMap((kind) => menu.map((fault) => ({ kind, fault }))),
      ),
    );
  }
  let done = 0;
  await inParallel(operations, clients, async (index) => {
    const { kind, fault } = cells[index] ?? { kind: 'service', fault: menuOf('') };
    const own = shop.context.random.fork(`order ${index}`);
    const company = own.pick(companies);
    const stray = kind === 'topup' && own.oneIn(STRAY);
    const amount = BigInt(own.integer(1_000, 20_000));
    if (isAction(kind)) await act(shop, company, kind, { fault, amount, idempotencyKey: `order ${index}` });
    else await order(shop, company, kind, { fault, stray, amount, idempotencyKey: `order ${index}` });
    shop.context.progress(++done, operations, 'orders accepted');
  });
}

/** Orders without a fault, one after the other, until stopped. */
export async function orderOn(shop: Shop, companies: readonly Company[], isOver: () => boolean): Promise<void> {
  const random = shop.context.random.fork('orders that go on');
  const plain = { fault: menuOf(''), stray: false, amount: 1_000n };
  for (let index = 0; !isOver(); index++) {
    await order(shop, random.pick(companies), 'service', { ...plain, idempotencyKey: `goes on ${index}` });
    await sleep(POLL_AGAIN_MS);
  }
}

/** Acts on a card of its own, so that no other action keeps it busy: the administrator makes it on both sides. */
async function act(
  shop: Shop,
  company: Company,
  kind: Action,
  { fault, amount, idempotencyKey }: { fault: Fault; amount: bigint; idempotencyKey: string },
): Promise<void> {
  const card = randomUUID();
  company.made.add(card);
  await makeCard(shop.db, company, { card, status: kind === 'unfreeze' ? 'frozen' : 'active', balance: amount });
  const path = `/api/v1/cards/${toId('card', card)}/${kind}`;
  const body = kind === 'limits' ? { perDay: usdText(amount) } : {};
  const { id, status, total } = await post(shop, company, path, body, headersOf(fault, idempotencyKey));
  const returns = kind === 'close' ? amount : 0n;
  company.orders.set(id, { id, kind, fault, effect: fault.effect, amount: 0n, fee: 0n, returns });
  if (status !== 'queued' || total !== '0.00')
    shop.context.violation('an accepted action differs from its request', { kind, status, total });
}

/** A card whose balance came from a refund: reconciliation must be able to explain it. */
async function makeCard(
  db: Db,
  { scope, account, holderId }: Company,
  { card, status, balance }: { card: string; status: string; balance: bigint },
): Promise<void> {
  const holder = fromId('holder', holderId) ?? '';
  const [owner, token] = [sql`${scope.companyId}, ${scope.environment}`, sql`'ict_' || ${card}::text`];
  await db.query(sql`
    with ours as (
      insert into cards (company_id, environment, id, holder_id, product_id, name, last4, issuer_token, status, balance, created_at)
      select ${owner}, ${card}, ${holder}, p.id, 'Faults', '4242', ${token}, ${status}, ${balance}, clock_timestamp()
        from products p where p.kind = 'card' limit 1
      returning *), paid as (
      insert into transactions (company_id, environment, id, card_id, reference, type, status, amount, currency, country, occurred_at,
                                created_at)
      select company_id, environment, gen_random_uuid(), id, issuer_token, 'refund', 'settled', balance, 'USD', 'DE', created_at, created_at
        from ours)
    insert into issuer_sandbox.cards (token, account, holder, last4, balance_cents, status, number, created_at)
    select ${token}, ${account}, h.issuer_token, '4242', ${balance}, ${status}, issuer_sandbox.next_number(${account}), clock_timestamp()
      from holders h where h.company_id = ${scope.companyId} and h.id = ${holder}`);
}

const headersOf = ({ scenario }: Fault, idempotencyKey: string) => ({
  'idempotency-key': idempotencyKey,
  ...(scenario === '' ? {} : { 'sandbox-scenario': scenario }),
});

async function order(
  shop: Shop,
  company: Company,
  kind: Exclude<Kind, Action>,
  { fault, stray, amount, idempotencyKey }: { fault: Fault; stray: boolean; amount: bigint; idempotencyKey: string },
): Promise<void> {
  const fee = feeOf(kind, amount);
  const body = {
    type: kind,
    amount: usdText(amount),
    expectedTotal: usdText(amount + fee),
    ...(kind === 'issue' ? { productId: shop.products.card, holderId: company.holderId, name: 'Faults' } : {}),
    ...(kind === 'topup' ? { cardId: stray ? company.strayId : company.cardId } : {}),
    ...(kind === 'service' ? { productId: shop.products.service, recipient: 'ada' } : {}),
  };
  const headers = headersOf(fault, idempotencyKey);
  const { id, status, total } = await post(shop, company, '/api/v1/operations', body, headers);
  const effect: Effect = stray && fault.effect === 'done' ? 'rejected' : fault.effect;
  const ordered = { id, kind, fault, effect, amount, fee, returns: 0n };
  company.orders.set(id, ordered);
  if (status !== 'queued' || total !== usdText(totalOf(ordered)))
    shop.context.violation('an accepted order differs from its request', { body, status, total });
}

/** Retries until it is accepted: a full queue asks for a retry with the same key. */
async function post(
  shop: Shop,
  company: Company,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ id: string; status: string; total: string }> {
  const request = {
    method: 'POST' as const,
    path,
    key: company.key,
    body,
    headers: { 'idempotency-key': path, ...headers },
  };
  for (;;) {
    const answer = await shop.client.ask(request);
    if (answer.status < 300) return JSON.parse(answer.text) as { id: string; status: string; total: string };
    if (answer.status !== 503) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
    shop.busy++;
    await sleep(Number(answer.headers['retry-after'] ?? 1) * 1_000);
  }
}

function menuOf(scenario: string): Fault {
  const fault = menu.find((item) => item.scenario === scenario);
  if (fault === undefined) throw new Error(`the menu has no "${scenario}"`);
  return fault;
}

function shuffled<Item>(random: Random, items: Item[]): Item[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = random.integer(0, at);
    [items[at], items[other]] = [items[other] as Item, items[at] as Item];
  }
  return items;
}
