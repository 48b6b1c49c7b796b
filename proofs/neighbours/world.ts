// Everything that two companies share: one API, one portal, two workers, one issuer, one webhook receiver.
import { randomUUID } from 'node:crypto';
import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { freePort } from '@cardwright/stack/ports.ts';
import { type Answer, type Ask, type Client, openClient } from '../harness/ask.ts';
import { administratorDb, newCompany, newKey, operatorTools, type Tools } from '../harness/companies.ts';
import { type Context, sizeOf } from '../harness/proof.ts';
import { findProducts, until } from '../issuer-faults/orders.ts';
import type { Door } from '../roles/people.ts';
import { type PlayedIssuer, playIssuerFor } from './issuer.ts';
import { openReceiver, type Receiver } from './receiver.ts';

/** API connections for each of the two companies, so that neither waits for the other here. */
const CONNECTIONS = 64;

/** The proof's database connections: one watches, the others create and remove rows. */
const LOOKING = 4;

/** Two workers: a missing lease shows only where another worker could take the work. */
const WORKERS = 2;

/** More than a company spends in a run. */
const FUNDS = '1000000.00';

/** A company is set up within this time, or something is wrong with the run itself. */
const SET_UP_WITHIN_MS = 30_000;

export type Company = {
  scope: Scope;
  /** As the API and the issuer name it. */
  account: string;
  key: string;
  ask(ask: Omit<Ask, 'key'>): Promise<Answer>;
  /** Sends a request that has one effect per Idempotency-Key. */
  order(path: string, body: object | string, headers?: Record<string, string>): Promise<Answer>;
};

export type World = {
  context: Context;
  db: Db;
  tools: Tools;
  issuer: PlayedIssuer;
  receiver: Receiver;
  door: Door;
  products: { card: string; service: string };
  /** A client of the API for each of the two sides. */
  clients: { own: Client; other: Client };
  close(): Promise<void>;
};

/** Opens everything and starts the workers, with the proxy as their issuer URL. */
export async function openWorld(context: Context): Promise<World> {
  const { stack } = context;
  const db = administratorDb(stack, LOOKING);
  const tools = operatorTools(stack);
  const issuer = await playIssuerFor(stack.issuer?.url ?? '');
  const receiver = await openReceiver();
  const api = await startApi(context);
  const clients = { own: openClient(api, CONNECTIONS), other: openClient(api, CONNECTIONS) };
  const origin = stack.portalUrl ?? '';
  const door: Door = { client: openClient(origin, CONNECTIONS), origin, at: '/portal' };
  for (let worker = 0; worker < WORKERS; worker++) {
    await stack.spawn('worker', undefined, { CARDWRIGHT_ISSUER_SANDBOX_URL: issuer.url });
  }
  const { card, service } = await findProducts(db);
  return {
    context,
    db,
    tools,
    issuer,
    receiver,
    door,
    products: { card, service },
    clients,
    async close() {
      await Promise.all([clients.own.close(), clients.other.close(), door.client.close()]);
      await Promise.all([issuer.close(), receiver.close(), db.close(), tools.db.close()]);
    },
  };
}

/** An API process next to the one that the issuer notifies. Its queue is full with the backlog of one company. */
async function startApi({ stack, sizes }: Context): Promise<string> {
  const port = await freePort();
  await stack.spawn('api', port, { CARDWRIGHT_MOST_QUEUED: String(sizeOf(sizes, 'backlog')) });
  return `http://127.0.0.1:${port}`;
}

/** A company with money and a sandbox key. */
export async function makeCompany(world: World, name: string, client: Client): Promise<Company> {
  const companyId = await newCompany(world.tools, name);
  const company = await companyIn(world, { companyId, environment: 'sandbox' }, client);
  await expectStatus(200, company.order('/api/v1/sandbox/funding', { amount: FUNDS }));
  return company;
}

/** A company in one of its environments, with a new key. */
export async function companyIn(world: World, scope: Scope, client: Client): Promise<Company> {
  const key = await newKey(world.tools, scope);
  const ask: Company['ask'] = (asked) => client.ask({ ...asked, key });
  return {
    scope,
    account: toId('company', scope.companyId),
    key,
    ask,
    order: (path, body, headers = {}) =>
      ask({ method: 'POST', path, body, headers: { 'idempotency-key': randomUUID(), ...headers } }),
  };
}

/** An order: a service costs a dollar and needs no card. */
export const serviceOf = ({ products }: World) => ({
  type: 'service',
  productId: products.service,
  recipient: 'somebody',
  amount: '1.00',
});

export const aHolder = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };

/** Issues a card and returns its id. */
export async function issueCard(world: World, company: Company): Promise<string> {
  const holder = await expectStatus(201, company.order('/api/v1/holders', aHolder));
  const { companyId } = company.scope;
  const isActive = async () => {
    const id = fromId('holder', holder.id) ?? '';
    const rows = await world.db.query(sql`
      select from holders where company_id = ${companyId} and id = ${id} and status = 'active'`);
    return rows.length > 0;
  };
  if (!(await until(SET_UP_WITHIN_MS, isActive))) throw new Error('a holder is not active');
  const card = { type: 'issue', productId: world.products.card, holderId: holder.id, name: 'Card', amount: '1000.00' };
  await expectStatus(201, company.order('/api/v1/operations', card));
  let cardId: string | undefined;
  const isIssued = async () => {
    const [row] = await world.db.query<{ id: string }>(sql`select id from cards where company_id = ${companyId}`);
    cardId = row?.id;
    return row !== undefined;
  };
  if (!(await until(SET_UP_WITHIN_MS, isIssued)) || cardId === undefined) throw new Error('a card is not issued');
  return toId('card', cardId);
}

/** The answer to a request without which the run cannot continue. */
export async function expectStatus(status: number, asked: Promise<Answer>): Promise<{ id: string }> {
  const answer = await asked;
  if (answer.status !== status) throw new Error(`expected ${status}: ${answer.status} ${answer.text.slice(0, 200)}`);
  return JSON.parse(answer.text) as { id: string };
}
