// Attacks: an order goes to the issuer at most once, whatever happens. An unknown outcome keeps its hold until it is
// known.
import { setTimeout as sleep } from 'node:timers/promises';
import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import { scenarios } from '@cardwright/server/foundation/scenarios.ts';
import { verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { openClient } from '../harness/ask.ts';
import { administratorDb, operatorTools, type Tools } from '../harness/companies.ts';
import { type Context, type Counts, inParallel, type Proof, sizeOf } from '../harness/proof.ts';
import { FAST_RECONCILING, reconcileSandboxes } from '../harness/reconciled.ts';
import { replayBook } from '../harness/replay.ts';
import { checkLateEffects, startStalls } from '../harness/stalls.ts';
import { faultBugs } from './bugs.ts';
import { judge, type Moment, wasLiedTo } from './checks.ts';
import { type Fact, readBalances, readFacts } from './facts.ts';
import { startMeddling } from './meddling.ts';
import { menu, usdText } from './menu.ts';
import {
  type Company,
  findProducts,
  giveBackStray,
  openCompanies,
  orderAll,
  orderOn,
  type Shop,
  until,
} from './orders.ts';
import { addUp, newTally, type Tally } from './tally.ts';
import { areGivenUp, areQuiet, areRead, endRefusal, moveClocks, openReviews } from './time.ts';

/**
 * Timeout for the issuer, as configured for this proof: longer than its slow answer of 2 s, and short enough to afford
 * two timeouts in eighteen orders.
 */
const ISSUER_TIMEOUT_MS = 3_500;

/** Companies checked side by side. */
const JUDGED_AT_ONCE = 4;

/** Poll interval per company while orders are under way. */
const POLL_EVERY_MS = 1_000;

/** One in this many companies gets its clock moved, so that its reviews are due immediately. */
const MOVED = 3;

/** All accepted orders are decided within this time after the last one; the API's queue may be full. */
const DECIDED_WITHIN_MS = 300_000;

/** Every review of the companies whose clock moved is read within this time; there may be thousands. */
const READ_WITHIN_MS = 300_000;

/** A given-up order is noticed by the next retry, at most 10 s later; then many are settled at once. */
const GIVEN_UP_WITHIN_MS = 60_000;

/** How long unreachable orders are watched, to see that they are not given up early: one probe and a bit. */
const NOT_YET_MS = 12_000;

/** Unknown outcomes in a row that stop the sending. */
const FEWEST_UNKNOWN = 3n;

/** The second half of the promise. */
const KEPT = 'An unknown outcome keeps its hold until it is known.';

type Run = { shop: Shop; companies: readonly Company[]; looks: number };

async function run(context: Context): Promise<Counts> {
  const tools = operatorTools(context.stack);
  const db = administratorDb(context.stack, JUDGED_AT_ONCE + 2);
  const client = openClient(context.stack.baseUrl, sizeOf(context.sizes, 'clients'));
  try {
    compareMenus(context);
    const shop: Shop = { context, client, db, products: await findProducts(db), busy: 0 };
    const companies = await openCompanies(shop, tools, sizeOf(context.sizes, 'companies'));
    const whole: Run = { shop, companies, looks: 0 };
    const orders = await order(whole);
    const tally = await prove(whole);
    const { bad, entries } = await verifyLedger(tools.db);
    if (bad !== undefined) context.violation('ledger verify found something', bad);
    for (const company of companies) await giveBackStray(db, company);
    const reconciled = await reconcile(whole, tools);
    return { ...tally, ...reconciled, ...orders, entries: Number(entries), looks: whole.looks, busy: shop.busy };
  } finally {
    await client.close();
    await db.close();
    await tools.db.close();
  }
}

/** Operations that the issuer did after it had said that it would not. Our books must differ there. */
async function findContradicted(db: Db, companies: readonly Company[]): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (const { scope } of companies) {
    for (const fact of (await readFacts(db, scope)).operations.values())
      if (wasLiedTo(fact) && fact.status === 'failed' && fact.truth?.status === 'done') facts.push(fact);
  }
  return facts;
}

/** Compares all books with the issuer's. What it contradicted is a break, and then a case: nothing else may be one. */
async function reconcile({ shop, companies }: Run, tools: Tools): Promise<Counts> {
  const contradicted = await findContradicted(shop.db, companies);
  const named = new Set(
    contradicted.flatMap(({ id, card_id }) => [id, toId('card', card_id ?? fromId('operation', id) ?? '')]),
  );
  const counts = await reconcileSandboxes(shop.context, tools, (subject) => named.has(subject));
  for (const { id, cases } of await findContradicted(shop.db, companies))
    if (cases === 0) shop.context.violation('the issuer contradicted itself, and nobody has a case', { id });
  return counts;
}

/** Places all orders and waits until all are decided except the unreachable ones; meddles and checks meanwhile. */
async function order(whole: Run): Promise<Counts> {
  const { shop, companies } = whole;
  const { context, db } = shop;
  const [operations, clients] = [sizeOf(context.sizes, 'operations'), sizeOf(context.sizes, 'clients')];
  const meddler = startMeddling(db);
  const stalls = startStalls(context, db);
  const started = performance.now();
  try {
    await lookWhile(whole, async () => {
      await orderAll(shop, companies, { operations, clients });
      let isOver = false;
      const stalling = stalls.over.finally(() => {
        isOver = true;
      });
      await Promise.all([stalling, orderOn(shop, companies, () => isOver)]); // stalls need orders
      await waitFor(context, 'an operation is not decided', DECIDED_WITHIN_MS, () => areQuiet(db));
    });
  } finally {
    await meddler.stop();
  }
  const perSecond = Math.round((operations * 1_000) / (performance.now() - started));
  await checkLateEffects(context, db, meddler.silenced);
  return { ...meddler.counts, ...stalls.counts, perSecond };
}

/** The server knows exactly the scenarios of the menu. */
function compareMenus({ violation }: Context): void {
  const ours = menu.map(({ scenario }) => scenario).filter((scenario) => scenario !== '');
  if (ours.toSorted().join() !== [...scenarios].toSorted().join())
    violation('the server knows other scenarios than the menu has', { ours, theirs: scenarios });
}

/** Waits for a condition. If it does not hold in time, that is a violation, and the checks show which order it was. */
async function waitFor({ violation }: Context, missed: string, withinMs: number, holds: () => Promise<boolean>) {
  if (!(await until(withinMs, holds))) violation(`${missed} within ${withinMs / 1_000} s`);
}

/** Checks one company after another while the run goes on: invariants hold in every snapshot. */
async function lookWhile(whole: Run, work: () => Promise<void>): Promise<void> {
  const { db, context } = whole.shop;
  const random = context.random.fork('looks');
  const stopping = new AbortController();
  const { signal } = stopping;
  const looking = (async () => {
    while (!signal.aborted) {
      const company = random.pick(whole.companies);
      judge(company, await readFacts(db, company.scope), 'running', context.violation);
      await checkCircuits(whole.shop);
      whole.looks++;
      await sleep(POLL_EVERY_MS);
    }
  })();
  // The first failure ends the run: a failed check does not wait for the work.
  await Promise.race([looking, work()]).finally(() => stopping.abort());
  await looking;
}

/** Only unknown outcomes that no sandbox asked for stop sending: three of one company, or of three companies. */
async function checkCircuits({ db, context }: Shop): Promise<void> {
  const [row] = await db.query<{ waiting: bigint; unknown: bigint }>(sql`
    select (select count(*) from operations where unanswered_since is not null) as waiting,
           (select count(*) from operations o join operation_attempts a on a.operation_id = o.id
             where o.scenario = '' and a.kind in ('send', 'lost') and a.outcome = 'unknown') as unknown`);
  if (row !== undefined && row.waiting > 0n && row.unknown < FEWEST_UNKNOWN)
    context.violation('faults that were asked for stop other operations', row);
}

/** All orders are placed. Now time passes for some companies, and every check must hold each time. */
async function prove(whole: Run): Promise<Tally> {
  const { shop, companies } = whole;
  const { db, context } = shop;
  await endRefusal(db, '14 minutes');
  const notYet = sleep(NOT_YET_MS);
  await judgeAll(whole, 'quiet');

  const before = await openReviews(db);
  const moved = companies.filter((_, index) => index % MOVED === 0);
  await moveClocks(context.stack, db, moved);
  await waitFor(context, 'a review that is due is not read', READ_WITHIN_MS, () => areRead(db, moved));
  await waitFor(context, 'a notification is not processed', DECIDED_WITHIN_MS, () => areQuiet(db));
  await notYet;
  await judgeAll(whole, 'quiet'); // an order given up by now was given up before its 15 minutes

  await endRefusal(db, '15 minutes 1 second');
  await waitFor(context, 'what nobody can connect to is not given up', GIVEN_UP_WITHIN_MS, () => areGivenUp(db));
  await waitFor(context, 'a notification is not processed', DECIDED_WITHIN_MS, () => areQuiet(db));
  await judgeAll(whole, 'over');
  const tally = newTally();
  tally.reviewsBefore = before;
  for (const company of companies) addUp(tally, company, await readFacts(db, company.scope), context.violation);
  return tally;
}

/** Checks every company against both books and against the balance that the API shows. */
async function judgeAll({ shop, companies }: Run, moment: Moment): Promise<void> {
  const { db, context } = shop;
  let done = 0;
  await inParallel(companies.length, JUDGED_AT_ONCE, async (index) => {
    const company = companies[index];
    if (company === undefined) return;
    judge(company, await readFacts(db, company.scope), moment, context.violation);
    await replayBook(db, company.scope, context.violation);
    await compareBalance(shop, company);
    context.progress(++done, companies.length, `companies judged, ${moment}`);
  });
}

/** The API shows the ledger's balance. It is read again if a settlement came in between. */
async function compareBalance({ client, db, context }: Shop, company: Company): Promise<void> {
  for (;;) {
    const before = await readBalances(db, company.scope);
    const answer = await client.ask({ method: 'GET', path: '/api/v1/balance', key: company.key });
    const { available, held } = await readBalances(db, company.scope);
    if (before.held !== held || before.available !== available) continue;
    const shown = JSON.parse(answer.text) as { available: string; held: string };
    if (shown.held !== usdText(held) || shown.available !== usdText(available))
      context.violation('the API shows another balance than the ledger has', { shown, available, held });
    return;
  }
}

export const issuerFaults: Proof = {
  promise: `An order goes to the issuer at most once, whatever happens. ${KEPT}`,
  sizes: {
    full: { operations: 50_000, companies: 150, clients: 64, stalls: 6 },
    small: { operations: 324, companies: 6, clients: 32, stalls: 2 },
  },
  stack: {
    api: 1,
    workers: 2,
    issuer: true,
    env: { ...NO_RATE_LIMITS, ...FAST_RECONCILING, CARDWRIGHT_ISSUER_SANDBOX_TIMEOUT_MS: String(ISSUER_TIMEOUT_MS) },
  },
  run,
  bugs: faultBugs,
};
