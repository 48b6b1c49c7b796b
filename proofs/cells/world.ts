// Two cells behind the router: each with its own Postgres, Redis, processes and secrets. The first one will be lost.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { routerLines } from '@cardwright/server/platform/cells/router.ts';
import { type Home, openHome } from '@cardwright/stack/cluster/home.ts';
import { type Router, startRouter } from '@cardwright/stack/cluster/router.ts';
import { freePort } from '@cardwright/stack/ports.ts';
import { type Postgres, startPostgres } from '@cardwright/stack/postgres.ts';
import type { RunningProcess } from '@cardwright/stack/processes.ts';
import { NO_RATE_LIMITS, type Stack, startStack } from '@cardwright/stack/start.ts';
import { newCompany, newKey, operatorTools } from '../harness/companies.ts';
import { replaceOnce } from '../harness/plant.ts';
import type { Context } from '../harness/proof.ts';
import { ROUTER_FILE } from './bugs.ts';

/** The cell that is lost, and the one that must not notice. */
const LOST = 'c1';
const OTHER = 'c2';

/**
 * Small enough for the clients of a cell that hangs to take all of the router's connections, if nothing limits them:
 * the load on it opens more than these in a window.
 */
const ROUTER_LIMITS = { ROUTER_CONNECTIONS: '160', ROUTER_CELL_CONNECTIONS: '60', ROUTER_CELL_QUEUE: '10' };

/** The router starts and finds its cells within this time, also on a busy machine. */
const PATIENCE_MS = 60_000;
const POLL_EVERY_MS = 50;

const COMPANIES = 3;

/** More than a run spends. */
const FUNDS = '900000.00';

const REDIS = '/usr/bin/redis-server';

/** Settings of both cells; the proof's own stack takes them too. */
export const cellSettings = {
  ...NO_RATE_LIMITS,
  CARDWRIGHT_LOG_LEVEL: 'silent',
  CARDWRIGHT_TRUSTED_PROXIES: 'loopback',
};

export type Company = { id: string; uuid: string; key: string };

export type Cell = {
  name: string;
  stack: Stack;
  /** Its database, for its administrator. */
  databaseUrl: string;
  redisPort: number;
  companies: Company[];
  serviceId: string;
  api: RunningProcess;
  worker: RunningProcess;
  /** Starts its processes again after a kill. */
  restart(): Promise<void>;
};

export type World = {
  context: Context;
  home: Home;
  router: Router;
  lost: Cell;
  other: Cell;
  /** Folder of the server whose database is lost. */
  folder: string;
  close(): Promise<void>;
};

/** Starts everything. */
export async function openWorld(context: Context): Promise<World> {
  const home = await openHome('cells');
  const folder = 'postgres';
  let postgres: Postgres | undefined;
  let stack: Stack | undefined;
  const close = async () => {
    home.thaw(folder);
    await stack?.stop();
    await postgres?.stop();
    await home.remove();
  };
  try {
    await home.folder(folder);
    postgres = await startPostgres({ version: '18', directory: join(home.directory, folder) });
    const { nodeArguments } = context;
    stack = await startStack({ ...cells.stack, adminUrl: postgres.url, database: 'cell', nodeArguments });
    const redisPort = await startRedis(home, LOST);
    const isShared = context.plant?.deployment === 'one-redis';
    const lost = await startCell(LOST, stack, redisPort);
    const other = await startCell(OTHER, context.stack, isShared ? redisPort : await startRedis(home, OTHER));
    const router = await startRouter(home, {
      cells: { [LOST]: linesOf(lost), [OTHER]: linesOf(other) },
      settings: { ...ROUTER_LIMITS, ROUTER_REFUSALS: '1000000' },
      change: (text) =>
        (context.plant?.source ?? [])
          .filter(({ file }) => file === ROUTER_FILE)
          .reduce((changed, { find, replace }) => replaceOnce(ROUTER_FILE, changed, find, replace), text),
    });
    const world: World = { context, home, router, lost, other, folder, close };
    await untilUsable(world, lost);
    await untilUsable(world, other);
    return world;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Options of a cell's stack: its API and worker start once its Redis runs. */
const cells = { stack: { api: 0, workers: 0, issuer: true, metrics: true, env: cellSettings } } as const;

async function startRedis(home: Home, cell: string): Promise<number> {
  const port = await freePort();
  await home.folder(`redis-${cell}`);
  home.start(`redis-${cell}`, [REDIS, '--port', String(port), '--bind', '127.0.0.1', '--save', '']);
  return port;
}

async function startCell(name: string, stack: Stack, redisPort: number): Promise<Cell> {
  const port = await freePort();
  const env = { CARDWRIGHT_REDIS_URL: `redis://127.0.0.1:${redisPort}` };
  const start = () => Promise.all([stack.spawn('api', port, env), stack.spawn('worker')]);
  const [api, worker] = await start();
  const tools = { ...operatorTools(stack), cell: name };
  const companies: Company[] = [];
  for (let number = 0; number < COMPANIES; number++) {
    const uuid = await newCompany(tools, `${name} ${number}`);
    const key = await newKey(tools, { companyId: uuid, environment: 'sandbox' });
    companies.push({ id: toId('company', uuid), uuid, key });
  }
  await tools.db.close();
  const url = `http://127.0.0.1:${port}`;
  for (const { key } of companies) await call(url, key, '/sandbox/funding', { amount: FUNDS });
  const { data } = (await call(url, companies[0]?.key ?? '', '/products')) as { data: { id: string; name: string }[] };
  const cell: Cell = {
    name,
    stack,
    databaseUrl: stack.databaseUrl,
    redisPort,
    companies,
    serviceId: data.find((product) => product.name === 'Service order')?.id ?? '',
    api,
    worker,
    async restart() {
      [cell.api, cell.worker] = await start();
    },
  };
  return cell;
}

/** A request of the set-up, past the router. */
async function call(url: string, key: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}/api/v1${path}`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': 'set-up' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

const addressOf = ({ api }: Cell) => new URL((api.said as { url: string }).url).host;

/** The cell's row of the router's table. There are no portal and no desk here. */
const linesOf = (cell: Cell) =>
  routerLines({ name: cell.name, servers: { api: [addressOf(cell)], portal: [], desk: [], issuer: [] } });

/** Waits until the router uses a cell. */
export async function untilUsable({ router, home }: World, { name }: Cell): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(POLL_EVERY_MS)) {
    const usable = await router.usable().catch((): string[] => []);
    if (usable.includes(`api-${name}`)) return;
  }
  throw new Error(`the router does not use ${name}\n${await home.said('router')}`);
}
