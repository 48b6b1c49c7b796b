// The product on a cluster, with companies that can order, and everything that an attack needs.
import { setTimeout as sleep } from 'node:timers/promises';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Cluster } from '@cardwright/stack/cluster/start.ts';
import { freePort, localUrl } from '@cardwright/stack/ports.ts';
import { roleUrl } from '@cardwright/stack/secrets.ts';
import { administratorDb, newCompany, newKey, operatorTools, type Tools } from '../harness/companies.ts';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { type Bare, startBare } from './bare.ts';
import { namesAt } from './facts.ts';
import { type Buyer, type Catalogue, closeLoad, type Door, type Load, openLoad } from './load.ts';

export type World = {
  context: Context;
  cluster: Cluster;
  /** The product's database, as its administrator sees it. */
  db: Db;
  /** The issuer's own records, on a server that is not attacked. */
  issuer: Db;
  load: Load;
  bare: Bare;
  random: Random;
  /** Our processes, as they were started. */
  pids: readonly number[];
  /** Connections that listen for wake-ups. */
  listeners: number;
};

/** The connection of a worker that listens for wake-ups. */
export const LISTENER = 'cardwright-listen';

/** Companies that order; each has its own lock in the database. */
const COMPANIES = 4;

/** More than a company can spend in the longest run. */
const FUNDS = '50000000.00';

/** Time limit for setting up a company without load. */
const READY_WITHIN_MS = 60_000;

/** Opens the world: a second API process finds the primary through HAProxy, the first by the list of hosts. */
export async function openWorld(context: Context): Promise<World & { close(): Promise<void> }> {
  const { stack, cluster } = context;
  if (cluster === undefined) throw new Error('this proof needs a cluster');
  const port = await freePort();
  const database = new URL(stack.databaseUrl.replace(/@[^/]*\//, '@host/')).pathname.slice(1);
  await stack.spawn('api', port, {
    CARDWRIGHT_DATABASE_URL: roleUrl(cluster.writerUrl, database, 'cardwright_api'),
  });
  const doors: Door[] = [
    { name: 'hosts', url: stack.baseUrl },
    { name: 'proxy', url: localUrl(port) },
  ];
  const db = administratorDb(stack, 4);
  const issuer = openDb({
    url: stack.issuer?.databaseUrl ?? '',
    name: 'proof-issuer',
    connections: 2,
    histories: true,
    onError: () => undefined,
  });
  const load = openLoad(context, doors, await readCatalogue(db));
  const tools = operatorTools(stack);
  const bare = await startBare(cluster.writerUrl);
  const close = async () => {
    await closeLoad(load);
    await bare.stop();
    await Promise.all([db.close(), issuer.close(), tools.db.close()]);
  };
  try {
    const buyers = Array.from({ length: COMPANIES }, (_, index) => openBuyer(context, { db, tools, load, index }));
    load.buyers.push(...(await Promise.all(buyers)));
    const listeners = (await namesAt((await cluster.primary()).url)).filter((name) => name === LISTENER).length;
    if (listeners === 0) throw new Error('no worker listens');
    const pids = stack.processes.map(({ pid }) => pid);
    return { context, cluster, db, issuer, load, bare, random: context.random.fork('rounds'), pids, listeners, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function readCatalogue(db: Db): Promise<Catalogue> {
  const products = await db.query<{ id: string; kind: 'card' | 'service' }>(sql`select id, kind from products`);
  const idOf = (kind: 'card' | 'service') => toId('product', products.find((each) => each.kind === kind)?.id ?? '');
  return { card: idOf('card'), service: idOf('service') };
}

/** A company with money, a cardholder known to the issuer and a card. */
async function openBuyer(
  { stack }: Context,
  { db, tools, load, index }: { db: Db; tools: Tools; load: Load; index: number },
): Promise<Buyer> {
  const companyId = await newCompany(tools, `Company ${index}`);
  const scope = { companyId, environment: 'sandbox' } as const;
  const key = await newKey(tools, scope);
  const post = async (path: string, body: object): Promise<string> => {
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': path, 'content-type': 'application/json' };
    const answer = await fetch(stack.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { id?: string }).id ?? '';
  };
  await post('/api/v1/sandbox/funding', { amount: FUNDS });
  const person = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
  const holder = await post('/api/v1/holders', person);
  await exists(() => db.query(sql`select id from holders where company_id = ${companyId} and status = 'active'`));
  const wish = { type: 'issue', productId: load.catalogue.card, holderId: holder, amount: '10.00' };
  const id = await post('/api/v1/operations', wish);
  load.acknowledged.push({
    buyer: { scope, key, holder, card: '' },
    kind: 'issue',
    amount: '10.00',
    id,
    at: Date.now(),
  });
  const [card] = await exists(() =>
    db.query<{ id: string }>(sql`select id from cards where company_id = ${companyId}`),
  );
  return { scope, key, holder, card: toId('card', card?.id ?? '') };
}

/** Waits for the first row. */
async function exists<Row>(read: () => Promise<Row[]>): Promise<Row[]> {
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until) {
    const rows = await read();
    if (rows.length > 0) return rows;
    await sleep(100);
  }
  throw new Error('a company could not be set up');
}
