// One life of the product on one server: its processes, its operators, and the companies that order.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { operatorToken } from '@cardwright/stack/operators.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import { administratorDb, newCompany, newKey, operatorTools, type Tools } from '../harness/companies.ts';
import type { Random } from '../harness/random.ts';
import { type Buyer, type Intent, send } from './intents.ts';

export type Life = { stack: Stack; tools: Tools; db: Db; issuer: Db };

/** More than a company can spend in a round. */
const FUNDS = '1000000.00';

const READY_WITHIN_MS = 60_000;

/** Opens what a proof needs of a running stack. */
export function openLife(stack: Stack): Life & { close(): Promise<void> } {
  const tools = operatorTools(stack);
  const db = administratorDb(stack, 4);
  const url = stack.issuer?.databaseUrl ?? '';
  const issuer = openDb({ url, name: 'proof-issuer', connections: 2, histories: true, onError: () => undefined });
  return {
    stack,
    tools,
    db,
    issuer,
    close: async () => void (await Promise.all([tools.db.close(), db.close(), issuer.close()])),
  };
}

type Asked = { as?: string; json?: object };
export type DeskAnswer = { status: number; exported: string | null; body: Record<string, unknown> };

/** Asks the desk, as the first operator unless a token says otherwise. */
export async function askDesk(
  { deskUrl, secrets }: Stack,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { as = operatorToken(secrets.peppers, 0), json = {} }: Asked = {},
): Promise<DeskAnswer> {
  const answer = await fetch(`${deskUrl}/desk/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' ? { body: JSON.stringify(json) } : {}),
  });
  const body = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, exported: answer.headers.get('audit-export'), body };
}

/** Reads as a company. */
export const read = async (stack: Stack, key: string, path: string): Promise<{ status: number; text: string }> => {
  const answer = await fetch(stack.baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
  return { status: answer.status, text: await answer.text() };
};

/** A company with money, a cardholder and a card. */
export async function openBuyer({ stack, tools, db }: Life, products: Products): Promise<Buyer> {
  const companyId = await newCompany(tools, 'Buyer');
  const key = await newKey(tools, { companyId, environment: 'sandbox' });
  const buyer: Buyer = { id: toId('company', companyId), companyId, key, holder: '', card: '' };
  await must(stack, { buyer, path: '/api/v1/sandbox/funding', body: { amount: FUNDS }, key: randomUUID() });
  buyer.holder = await must(stack, newHolder(buyer));
  await until(() => db.query(sql`select 1 from holders where company_id = ${companyId} and status = 'active'`));
  const body = { type: 'issue', productId: products.card, holderId: buyer.holder, amount: '10.00' };
  await must(stack, { buyer, path: '/api/v1/operations', body, key: randomUUID() });
  const [card] = await until(() => db.query<{ id: string }>(sql`select id from cards where company_id = ${companyId}`));
  buyer.card = toId('card', card?.id ?? '');
  return buyer;
}

export type Products = { card: string; service: string };

/** A product of each kind. */
export async function findProducts(db: Db): Promise<Products> {
  const rows = await db.query<{ id: string; kind: 'card' | 'service' }>(sql`select id, kind from products`);
  const idOf = (kind: 'card' | 'service') => toId('product', rows.find((each) => each.kind === kind)?.id ?? '');
  return { card: idOf('card'), service: idOf('service') };
}

const newHolder = (buyer: Buyer): Intent => ({
  buyer,
  path: '/api/v1/holders',
  body: { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' },
  key: randomUUID(),
});

/** A request that a client may make. */
export function newIntent(buyer: Buyer, products: Products, random: Random): Intent {
  const amount = `${random.integer(10, 60)}.${random.integer(10, 99)}`;
  const operations = '/api/v1/operations';
  const key = randomUUID();
  const orders: Intent[] = [
    { buyer, path: operations, body: { type: 'topup', cardId: buyer.card, amount }, key },
    { buyer, path: operations, body: { type: 'issue', productId: products.card, holderId: buyer.holder, amount }, key },
    {
      buyer,
      path: operations,
      body: { type: 'service', productId: products.service, recipient: 'somebody', amount },
      key,
    },
    newHolder(buyer),
  ];
  return random.pick(orders);
}

async function must(stack: Stack, intent: Intent): Promise<string> {
  const answer = await send(stack, intent);
  if (answer === undefined || answer.status > 201)
    throw new Error(`${intent.path}: ${answer?.status} ${answer?.body.code}`);
  return answer.body.id ?? '';
}

/** Waits for the first row. */
export async function until<Row>(find: () => Promise<Row[]>, withinMs = READY_WITHIN_MS): Promise<Row[]> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(100)) {
    const rows = await find();
    if (rows.length > 0) return rows;
  }
  throw new Error(`nothing was found within ${withinMs} ms: ${String(find)}`);
}
