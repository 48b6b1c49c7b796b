// A test file's own world: real API processes on a separate database, and companies created as operators do.
import { randomBytes } from 'node:crypto';
import { listProducts } from '@cardwright/server/cards/products/products.ts';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { readPeppers } from '@cardwright/server/foundation/config.ts';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { type KeyScope, keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import type { Environment, Scope } from '@cardwright/server/foundation/scope.ts';
import { createCompany, verifyCompany } from '@cardwright/server/identity/companies/manage.ts';
import type { Kind, Verification } from '@cardwright/server/identity/companies/sql.ts';
import { createKey } from '@cardwright/server/identity/keys/manage.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { gatherHeads } from '@cardwright/server/ledger/seals/heads.ts';
import { verifyAudit, verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { agree, operatorsOf } from '@cardwright/stack/operators.ts';
import { NO_RATE_LIMITS, type Stack, type StackOptions, startStack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { type Answer, type Ask, ask, type Client, clientOf } from './client.ts';
import {
  type CardValues,
  type HolderValues,
  type InvoiceValues,
  insertCards,
  insertHolders,
  insertInvoices,
  insertOperations,
  insertTransactions,
  type OperationValues,
  type TransactionValues,
} from './rows.ts';

export type WorldOptions = {
  /** Number of API processes. */
  api?: number;
  /** Settings of the API processes. */
  env?: Record<string, string>;
  /** Keeps the default rate limits. */
  defaultLimits?: true;
  /** Serves the metrics of every process. */
  metrics?: true;
  /** Starts the simulated issuer as well. */
  issuer?: true;
  /** Starts the portal as well; `people/person.ts` signs people in. */
  portal?: true;
  /** Starts the operators' desk as well; `surfaces/desk/operator.ts` signs operators in. */
  desk?: true;
  /** Number of workers; 0 by default. */
  workers?: number;
  /** Directories of built pages, for journeys through them. */
  pages?: StackOptions['pages'];
  /** The test corrupts the ledger, so it is not verified at the end. */
  tampered?: true;
};

export type World = {
  stack: Stack;
  /** The database as its superuser sees it. */
  admin: pg.Pool;
  /** The operator's tools, with the role of the command line. */
  tools: ReturnType<typeof toolsOf>;
  /** The seeded products, as the API names them. */
  products: { card: string; service: string };
  company(options?: CompanyOptions): Promise<Company>;
  /** A request to the first API process, with the given key and headers. */
  ask<Body = Record<string, unknown>>(path: string, options?: Ask): Promise<Answer<Body>>;
  stop(): Promise<void>;
};

type CompanyOptions = { name?: string; kind?: Kind; verification?: Verification; available?: string };

type KeyOptions = {
  scopes?: readonly KeyScope[];
  environment?: Environment;
  expiresAt?: Date;
  baseUrl?: string;
};

/** A company with a sandbox key of every scope. */
export type Company = Client & {
  id: string;
  name: string;
  scope: Scope;
  /** The same company with another key. */
  client(options?: KeyOptions): Promise<Client & { keyId: string }>;
  /** Credits sandbox funds through the API. */
  fund(amount: string): Promise<void>;
  balance(): Promise<{ available: string; held: string }>;
  insertHolder(values?: HolderValues): Promise<string>;
  insertCard(values?: Partial<CardValues>): Promise<string>;
  insertOperation(values?: Partial<OperationValues>): Promise<string>;
  insertTransaction(values: TransactionValues): Promise<string>;
  insertInvoice(values?: InvoiceValues): Promise<string>;
};

/** Starts a world. Its database is a copy of the template, so nothing is migrated again. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const adminUrl = inject('adminUrl');
  const template = inject('template');
  const database = `test_${randomBytes(6).toString('hex')}`;
  await copyDatabase(adminUrl, { from: template.database, to: database });
  const stack = await startStack({
    adminUrl,
    database,
    api: options.api ?? 1,
    workers: options.workers ?? 0,
    seed: false,
    issuer: options.issuer ?? false,
    portal: options.portal ?? false,
    desk: options.desk ?? false,
    metrics: options.metrics ?? false,
    ...(options.pages === undefined ? {} : { pages: options.pages }),
    secrets: { peppers: template.peppers },
    env: { ...(options.defaultLimits ? {} : NO_RATE_LIMITS), ...options.env },
  });
  const admin = new pg.Pool({ connectionString: stack.databaseUrl, max: 4 });
  admin.on('error', () => undefined); // a connection that a test cuts is replaced
  const tools = toolsOf(stack);
  const products = await productsOf(tools.db);
  const world: World = {
    stack,
    admin,
    tools,
    products,
    company: (company = {}) => makeCompany(world, company),
    ask: (path, request = {}) => ask(stack.baseUrl + path, request),
    async stop() {
      const bad = options.tampered ? undefined : await firstBadRow(stack, tools.db);
      await tools.db.close();
      await admin.end();
      await stack.stop();
      expect(bad, 'the ledger still adds up when the tests are done').toBeUndefined();
    },
  };
  return world;
}

/** The result of verification against the heads exported by a worker of this stack. */
async function firstBadRow(stack: Stack, db: Db): Promise<object | undefined> {
  const heads = await gatherHeads(openHeadFiles(stack.sealsDirectory, systemClock));
  return (await verifyLedger(db, { heads })).bad ?? (await verifyAudit(db, heads)).bad;
}

async function copyDatabase(adminUrl: string, { from, to }: { from: string; to: string }): Promise<void> {
  const client = new pg.Client(adminUrl);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('copy of the template'))"); // a template is copied by one at a time
    await client.query(`create database ${to} template ${from} owner cardwright_owner`);
  } finally {
    await client.end();
  }
}

function toolsOf(stack: Stack) {
  const db = openDb({
    url: stack.urlOf('cardwright_admin'),
    name: 'test-operator',
    connections: 2,
    histories: true,
    onError: () => undefined,
  });
  return {
    db,
    clock: systemClock,
    peppers: readPeppers(stack.secrets.peppers),
    cell: '00',
    ...operatorsOf(stack.secrets.peppers),
  };
}

async function productsOf(db: Db): Promise<{ card: string; service: string }> {
  const products = await listProducts(db);
  const idOf = (kind: string) => {
    const product = products.find((candidate) => candidate.kind === kind);
    if (product === undefined) throw new Error(`the template has no ${kind} product`);
    return toId('product', product.id);
  };
  return { card: idOf('card'), service: idOf('service') };
}

async function makeCompany(world: World, options: CompanyOptions): Promise<Company> {
  const { tools, admin, stack } = world;
  const { name = 'Test Ltd', kind = 'corporate', verification = 'approved' } = options;
  const companyId = await createCompany(tools, { name, kind });
  if (verification !== 'pending') await verifyCompany(tools, companyId, { verification, reason: 'made by a test' });
  const scope: Scope = { companyId, environment: 'sandbox' };

  const client: Company['client'] = async ({
    scopes = keyScopes,
    environment = 'sandbox',
    expiresAt,
    baseUrl,
  } = {}) => {
    const asked = { name: 'test', scopes, reason: 'made by a test', ...(expiresAt === undefined ? {} : { expiresAt }) };
    const key = await createKey(tools, { companyId, environment }, asked);
    await agree(tools, key);
    return { ...clientOf(baseUrl ?? stack.baseUrl, key.text), keyId: key.id };
  };
  const own = await client();
  const company: Company = {
    ...own,
    ...rowsOf(admin, scope, world.products),
    id: toId('company', companyId),
    name,
    scope,
    client,
    async fund(amount) {
      const answer = await own.post('/api/v1/sandbox/funding', { amount });
      expect(answer, `funding of ${amount}`).toMatchObject({ status: 200, text: '{}' });
    },
    async balance() {
      const { body } = await own.get<{ available: string; held: string }>('/api/v1/balance');
      return { available: body.available, held: body.held };
    },
  };
  if (options.available !== undefined) await company.fund(options.available);
  return company;
}

function rowsOf(
  admin: pg.Pool,
  scope: Scope,
  products: World['products'],
): Pick<Company, 'insertHolder' | 'insertCard' | 'insertOperation' | 'insertTransaction' | 'insertInvoice'> {
  const first = ([id]: string[]) => id ?? '';
  const insertHolder: Company['insertHolder'] = async (values = {}) =>
    first(await insertHolders(admin, scope, [values]));
  return {
    insertHolder,
    async insertCard(values = {}) {
      const holderId = values.holderId ?? (await insertHolder());
      return first(await insertCards(admin, scope, [{ productId: products.card, ...values, holderId }]));
    },
    async insertOperation(values = {}) {
      return first(await insertOperations(admin, scope, [{ productId: products.card, ...values }]));
    },
    insertTransaction: async (values) => first(await insertTransactions(admin, scope, [values])),
    insertInvoice: async (values = {}) => first(await insertInvoices(admin, scope, [values])),
  };
}
