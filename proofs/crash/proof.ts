// Attacks: acknowledged work is never lost, and nothing is sent twice, whatever dies.
import { setTimeout as sleep } from 'node:timers/promises';
import { toId } from '@cardwright/server/foundation/ids.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { openClient } from '../harness/ask.ts';
import { administratorDb, newCompany, newKey, operatorTools, type Tools } from '../harness/companies.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import { FAST_RECONCILING, reconcileSandboxes } from '../harness/reconciled.ts';
import { checkLateEffects, startStalls } from '../harness/stalls.ts';
import { crashBugs } from './bugs.ts';
import { awaitDecisions, awaitQuiet, type Checking, checkEverything, makeReviewsDue, resolveReviews } from './check.ts';
import { countKills, killEverything, openKiller } from './kills.ts';
import { addHolder, type Buyer, type Catalogue, closeLoad, type Load, openLoad, order, startLoad } from './load.ts';

/** Companies that order; each has its own lock in the database. */
const COMPANIES = 5;

/** Cardholders and cards of each company before the first kill. */
const HOLDERS = 2;
const CARDS = 3;

/** More than a company can spend in the longest run. */
const FUNDS = '5000000.00';

/** The bar: accepted operations per second, over the whole time of the kills. */
const FEWEST_PER_SECOND = 20;

/** The bar: how often each crash point must kill a process in a full run. */
const FEWEST_HITS = 10;
const FULL_KILLS = 300;

/** Time limit for setting up a company without load. */
const READY_WITHIN_MS = 60_000;

/** How often reviews are made due during the kills, so that reads are always under way. */
const REVIEWS_EVERY_MS = 2_000;

async function run(context: Context): Promise<Counts> {
  const [kills, minutes] = [sizeOf(context.sizes, 'kills'), sizeOf(context.sizes, 'minutes')];
  const tools = operatorTools(context.stack);
  const db = administratorDb(context.stack, 4);
  const load = openLoad(context, await readCatalogue(db), []);
  const checking = { context, db, load };
  try {
    for (let index = 0; index < COMPANIES; index++) load.buyers.push(await openBuyer(checking, tools, index));
    const killer = openKiller(context);
    const before = countOrders(load);
    const started = performance.now();
    const offering = startLoad(load);
    const looking = keepReviewsDue(db);
    const stalls = startStalls(context, db);
    try {
      await killEverything(killer, { kills, minutes, isOver: () => load.error !== undefined });
      await stalls.over;
    } finally {
      await looking.stop();
    }
    const stallsOverAt = performance.now();
    const seconds = (stallsOverAt - started) / 1_000;
    await offering.stop();
    const perSecond = Math.round(((countOrders(load) - before) / seconds) * 10) / 10;
    const hits = [...killer.hits.values()];
    // A small run is too short for these: one slow process start would miss them.
    if (kills >= FULL_KILLS && perSecond < FEWEST_PER_SECOND)
      context.violation('the load was too small', { perSecond });
    if (kills >= FULL_KILLS && hits.some((times) => times < FEWEST_HITS))
      context.violation('a crash point was not hit often enough', Object.fromEntries(killer.hits));

    await awaitDecisions(checking, Math.max(killer.lastKillAt, stallsOverAt));
    await resolveReviews(checking);
    await awaitQuiet(checking);
    await checkLateEffects(context, db);
    const counts = { ...(await checkEverything(checking)), ...(await reconcileSandboxes(context, tools)) };
    return {
      ...counts,
      acknowledged: load.acknowledged.length,
      perSecond,
      ...load.tally,
      killed: countKills(killer),
      ...killer.killed,
      ...stalls.counts,
      atCrashPoints: hits.reduce((sum, times) => sum + times, 0),
      crashPoints: hits.length,
      fewestHits: Math.min(...hits),
      missedPoints: killer.missed,
    };
  } finally {
    await closeLoad(load);
    await db.close();
    await tools.db.close();
  }
}

const countOrders = ({ acknowledged }: Load) => acknowledged.filter(({ kind }) => kind !== 'holder').length;

async function readCatalogue(db: Db): Promise<Catalogue> {
  const products = await db.query<{ id: string; kind: 'card' | 'service' }>(sql`select id, kind from products`);
  const idOf = (kind: 'card' | 'service') => toId('product', products.find((each) => each.kind === kind)?.id ?? '');
  return { card: idOf('card'), service: idOf('service') };
}

/** A company with money, cardholders known to the issuer and cards, set up before the first kill. */
async function openBuyer({ context, db, load }: Checking, tools: Tools, index: number): Promise<Buyer> {
  const random = context.random.fork(`company ${index}`);
  const companyId = await newCompany(tools, `Company ${index}`);
  const scope = { companyId, environment: 'sandbox' } as const;
  const buyer: Buyer = { scope, key: await newKey(tools, scope), holders: [], cards: [], issued: [] };
  const client = openClient(context.stack.baseUrl, 1);
  const funding = { method: 'POST', path: '/api/v1/sandbox/funding', key: buyer.key, body: { amount: FUNDS } } as const;
  const { status } = await client.ask({ ...funding, headers: { 'idempotency-key': 'funds' } });
  await client.close();
  if (status !== 200) throw new Error(`a company could not be funded: ${status}`);
  for (let each = 0; each < HOLDERS; each++) await addHolder(load, random, buyer);
  buyer.holders = await namesOf('holder', HOLDERS, () =>
    db.query<{ id: string }>(sql`select id from holders where company_id = ${companyId} and status = 'active'`),
  );
  for (let each = 0; each < CARDS; each++) await order(load, random, { buyer, kind: 'issue', amount: '10.00' });
  buyer.cards = await namesOf('card', CARDS, () =>
    db.query<{ id: string }>(sql`select id from cards where company_id = ${companyId}`),
  );
  buyer.issued = []; // these are topped up
  return buyer;
}

/** Waits until this many exist, and returns their names. */
async function namesOf(named: 'holder' | 'card', count: number, read: () => Promise<{ id: string }[]>) {
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until) {
    const rows = await read();
    if (rows.length === count) return rows.map(({ id }) => toId(named, id));
    await sleep(100);
  }
  throw new Error(`there are no ${count} ${named}s`);
}

function keepReviewsDue(db: Db): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await makeReviewsDue(db).catch(() => undefined); // the database may be down
      await sleep(REVIEWS_EVERY_MS);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await looking;
    },
  };
}

export const crash: Proof = {
  promise: 'Acknowledged work is never lost, and nothing is sent twice, whatever dies.',
  sizes: { full: { kills: 300, minutes: 30, stalls: 12 }, small: { kills: 20, minutes: 1, stalls: 2 } },
  stack: {
    api: 2,
    workers: 2,
    issuer: true,
    log: 'inherit', // a process that exits unexpectedly logs why
    env: { ...NO_RATE_LIMITS, ...FAST_RECONCILING, CARDWRIGHT_LOG_LEVEL: 'fatal', ISSUER_SANDBOX_LOG_LEVEL: 'fatal' },
  },
  run,
  bugs: crashBugs,
};
