// Attacks: a program with durable intents orders each card once, however often it is killed and whatever is lost.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { INTENTS_TABLE } from '@cardwright/sdk/sql';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { runApart } from '../harness/apart.ts';
import { besides } from '../harness/besides.ts';
import { administratorDb, newCompany, newKey, operatorTools } from '../harness/companies.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import { FAST_RECONCILING, reconcileSandboxes } from '../harness/reconciled.ts';
import { sdkBugs } from './bugs.ts';
import { checkEvents, checkIntents, FOLLOWER_TABLES, operationsOf } from './checks.ts';
import type { ControlTask } from './control.ts';
import { type Faults, openFaults } from './faults.ts';
import type { FollowerTask } from './follower.ts';
import type { Shop, Wish } from './orders.ts';
import type { ProbeTask } from './probes.ts';
import { runUntilEnd } from './processes.ts';
import { openShop } from './shop.ts';
import { killAtAwaits, storm, type World } from './storm.ts';

/** Half of the kills go through the awaits of single orders, and the rest hit many orders at once. */
const AT_AWAITS = 0.5;

/** Orders of the control. One in ten is doubled, so none among these is next to impossible. */
const CONTROL_ORDERS = 80;

/** The issuer decides thousands of orders within minutes, also on a busy machine. */
const QUIET_WITHIN_MS = 10 * 60_000;
const POLL_EVERY_MS = 250;

/** The follower lives this many awaits; an event takes about ten. */
const FOLLOWER_AWAITS = { low: 40, high: 1_500 };

type Parts = {
  context: Context;
  db: Db;
  /** The program's own database. */
  databaseUrl: string;
  program: pg.Pool;
  directory: string;
  faults: Faults;
};

type Company = { companyId: string; apiKey: string; shop: Shop };

async function run(context: Context): Promise<Counts> {
  const { stack, random } = context;
  const tools = operatorTools(stack);
  const db = administratorDb(stack, 2);
  const directory = await mkdtemp(join(tmpdir(), 'cardwright-proof-sdk-'));
  const databaseUrl = await newDatabase(db, stack.databaseUrl);
  const program = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  program.on('error', () => undefined); // the server ends while a connection is idle
  const faults = await openFaults(stack.baseUrl, random.fork('faults'));
  const parts: Parts = { context, db, databaseUrl, program, directory, faults };
  const open = async (name: string): Promise<Company> => {
    const companyId = await newCompany(tools, name);
    const apiKey = await newKey(tools, { companyId, environment: 'sandbox' });
    return { companyId, apiKey, shop: await openShop(stack.baseUrl, apiKey) };
  };
  try {
    await program.query(INTENTS_TABLE + FOLLOWER_TABLES);
    const [own, probed, careless] = await Promise.all([open('Program'), open('Probes'), open('Control')]);
    const probes: ProbeTask = { ...probed, baseUrl: faults.url, otherKey: own.apiKey, directory, databaseUrl };
    const probing = await runApart(context, { file: new URL('./probes.ts', import.meta.url), task: probes });
    faults.mode.isWild = true;
    const doubled = await control(parts, careless);
    const ordered = await order(parts, own);
    for (const company of [probed, careless]) await untilQuiet(parts, company);
    const reconciled = await reconcileSandboxes(context, tools);
    return { ...probing, ...ordered, doubledByControl: doubled, ...faults.tally, ...reconciled };
  } finally {
    await faults.close();
    await program.end();
    await db.close();
    await tools.db.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** A database for the program, on the server of the stack. */
async function newDatabase(db: Db, url: string): Promise<string> {
  const name = `program_${randomUUID().replaceAll('-', '')}`;
  await db.query({ parts: [`create database ${name}`], values: [] });
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** Orders while the program and the follower are killed, and compares the result. */
async function order(parts: Parts, own: Company): Promise<Counts> {
  const { context, db, databaseUrl, program, directory, faults } = parts;
  const world: World = {
    ...own,
    context,
    faults,
    places: [{ directory: join(directory, 'intents') }, { databaseUrl }],
    kills: { atAwaits: 0, underLoad: 0 },
    wishes: [],
  };
  const task: FollowerTask = { baseUrl: faults.url, apiKey: own.apiKey, databaseUrl };
  let followersKilled = 0;
  const following = async (signal: AbortSignal) => {
    const random = context.random.fork('follower');
    while (!signal.aborted) {
      const killAt = random.integer(FOLLOWER_AWAITS.low, FOLLOWER_AWAITS.high);
      await runUntilEnd(context, { file: './follower.ts', task: { ...task, killAt } });
      followersKilled++;
    }
  };
  await besides([following], async () => {
    const [intents, kills] = [sizeOf(context.sizes, 'intents'), sizeOf(context.sizes, 'kills')];
    await killAtAwaits(world, Math.ceil(kills * AT_AWAITS));
    const left = { intents: intents - world.wishes.length, kills: kills - world.kills.atAwaits };
    await storm(world, left);
  });
  await checkIntents(world, { operations: await operationsOf(db, own.companyId), program });
  const last = await untilQuiet(parts, own);
  const { isKilled } = await runUntilEnd(context, { file: './follower.ts', task: { ...task, last } });
  if (isKilled) context.violation('the follower does not reach the last event', { last });
  const events = await checkEvents(context, { db, program, companyId: own.companyId });
  return { ordered: world.wishes.length, ...world.kills, followersKilled, events };
}

/** Waits until every operation is decided, so that no event follows. Returns the number of the last one. */
async function untilQuiet({ db, context }: Parts, { companyId }: Company): Promise<number> {
  for (const end = performance.now() + QUIET_WITHIN_MS; performance.now() < end; await sleep(POLL_EVERY_MS)) {
    const [row] = await db.query<{ open: bigint; last: bigint }>(sql`
      select (select count(*) from operations where company_id = ${companyId} and status in ('queued', 'processing')) as open,
             (select max(sequence) from events where company_id = ${companyId} and environment = 'sandbox') as last`);
    if (row?.open === 0n) return Number(row.last);
  }
  context.violation('operations are never decided');
  return 0;
}

/** Plain retries must double some orders: otherwise the faults of the network prove nothing. */
async function control({ context, db, faults }: Parts, { apiKey, shop, companyId }: Company): Promise<number> {
  const wishes = Array.from({ length: CONTROL_ORDERS }, (_, index): Wish => ({ id: `plain-${index}`, kind: 'issue' }));
  const task: ControlTask = { apiKey, shop, wishes, baseUrl: faults.url };
  await runApart(context, { file: new URL('./control.ts', import.meta.url), task });
  const operations = await operationsOf(db, companyId);
  const doubled = [...operations.values()].filter(({ length }) => length > 1).length;
  if (doubled === 0) context.violation('plain retries double nothing, so the proof proves nothing');
  return doubled;
}

export const sdk: Proof = {
  promise: 'A program with durable intents orders each card once, however often it is killed and whatever is lost.',
  sizes: { full: { intents: 10_000, kills: 500 }, small: { intents: 130, kills: 28 } },
  stack: {
    api: 1,
    workers: 1,
    issuer: true,
    env: {
      ...NO_RATE_LIMITS,
      ...FAST_RECONCILING,
      CARDWRIGHT_LOG_LEVEL: 'silent',
      ISSUER_SANDBOX_LOG_LEVEL: 'silent',
    },
  },
  run,
  bugs: sdkBugs,
};
