// Attacks: a payment that is exact and in time is credited, once. Nothing else is, and other transfers are visible.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { countKills, type Killer, killInTurn, openKiller } from '../crash/kills.ts';
import { besides } from '../harness/besides.ts';
import { administratorDb, operatorTools } from '../harness/companies.ts';
import { openPatient } from '../harness/patient.ts';
import { type Context, type Counts, inParallel, type Proof, sizeOf } from '../harness/proof.ts';
import { FAST_RECONCILING, reconcileSandboxes } from '../harness/reconciled.ts';
import { settlementBugs } from './bugs.ts';
import { judgeEverything, letEverythingHappen } from './end.ts';
import { drawLife } from './fates.ts';
import { type Company, companyFor, live, type Market } from './lives.ts';
import { disturbOutbox, openNoticing } from './notices.ts';
import { openWatch } from './watch.ts';

/** Timeout for the issuer: longer than its slow answer of 2 s, and short enough to wait for often. */
const ISSUER_TIMEOUT_MS = 3_500;

/** Share of the invoices that end before the first kill: decisions that must come soon do come soon. */
const CALM_PART = 1 / 3;

/** Poll interval of the tables while invoices are open. */
const POLL_EVERY_MS = 250;

/** How often senders that wait for a slow issuer are taken for dead. */
const SILENCE_EVERY_MS = 300;

type Run = { market: Market; killer: Killer; done: number; looks: number; silenced: number };

async function run(context: Context): Promise<Counts> {
  const [invoices, clients] = [sizeOf(context.sizes, 'invoices'), sizeOf(context.sizes, 'clients')];
  const tools = operatorTools(context.stack);
  const db = administratorDb(context.stack, 16);
  const patient = openPatient(context, clients);
  const noticing = openNoticing(context, db, patient);
  const killer = openKiller(context);
  const counts = { rivals: 0, replays: 0, transfers: 0, advances: 0 };
  const lastKillAt = () => (countKills(killer) === 0 ? -Infinity : killer.lastKillAt);
  const watch = openWatch(db);
  const market = {
    context,
    db,
    tools,
    patient,
    noticing,
    watch,
    companies: [],
    created: new Map(),
    lastKillAt,
    counts,
  };
  const whole: Run = { market, killer, done: 0, looks: 0, silenced: 0 };
  try {
    await disturbOutbox(db);
    const others = [(signal: AbortSignal) => lookOn(whole, signal), (signal: AbortSignal) => silenceOn(whole, signal)];
    await besides(others, () => liveAll(whole, Math.floor(invoices * CALM_PART), clients));
    await besides([...others, (signal) => killOn(whole, signal)], () => liveAll(whole, invoices, clients));
    await letEverythingHappen(market);
    const [facts, compared] = await Promise.all([judgeEverything(market), reconcileSandboxes(context, tools)]);
    const judged: Counts = { ...facts, ...compared };
    for (const what of ['completed', 'expired', 'inReview', 'failed', 'toldLate', 'odd'])
      if (judged[what] === 0) context.violation('something never happened, and nothing was proven of it', { what });
    const { transfers: _, ...asked } = counts;
    return {
      companies: market.companies.length,
      ...judged,
      ...asked,
      ...noticing.counts,
      killed: countKills(killer),
      ...killer.killed,
      repeated: patient.repeats(),
      looks: whole.looks,
      silenced: whole.silenced,
    };
  } finally {
    await watch.stop();
    await patient.close();
    await db.close();
    await tools.db.close();
  }
}

/**
 * Each client runs one invoice after another, for a company of its own as long as that company can create more, until
 * `upTo` have run.
 */
async function liveAll(whole: Run, upTo: number, clients: number): Promise<void> {
  const { market } = whole;
  const { context } = market;
  const invoices = sizeOf(context.sizes, 'invoices');
  let next = whole.done;
  await inParallel(clients, clients, async () => {
    let company: Company | undefined;
    while (next < upTo) {
      const number = next++;
      const random = context.random.fork(`invoice ${number}`);
      const own = await companyFor(market, company);
      const isResolved = await live(market, random, own, drawLife(random, number));
      company = isResolved ? own : undefined;
      context.progress(++whole.done, invoices, 'invoices');
    }
  });
}

/** Kills from time to time, spread evenly over the invoices after the calm part. */
async function killOn({ market, killer }: Run, signal: AbortSignal): Promise<void> {
  const { sizes, random: seed } = market.context;
  const [invoices, kills] = [sizeOf(sizes, 'invoices'), sizeOf(sizes, 'kills')];
  const random = seed.fork('kills');
  for (;;) {
    const due = invoices * (CALM_PART + ((1 - CALM_PART) * countKills(killer)) / kills);
    if (signal.aborted || countKills(killer) >= kills) return;
    if (market.created.size >= due) await killInTurn(killer, random);
    await sleep(POLL_EVERY_MS);
  }
}

/** Every poll finds at most one unresolved invoice per company. */
async function lookOn(whole: Run, signal: AbortSignal): Promise<void> {
  const { context, db } = whole.market;
  while (!signal.aborted) {
    const twice = await db
      .query<object>(sql`
        select company_id, environment, count(*) from invoices where status in ('creating', 'pending', 'manual_review')
         group by company_id, environment having count(*) > 1`)
      .catch(() => []); // the database may be down
    for (const company of twice) context.violation('a company has two unresolved invoices', company);
    whole.looks++;
    await sleep(POLL_EVERY_MS);
  }
}

/** Makes senders that still wait for the issuer look dead: their invoices become due for other workers. */
async function silenceOn(whole: Run, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const silenced = await whole.market.db
      .query<object>(sql`
        update invoices set next_at = clock_timestamp()
         where status = 'creating' and sent_at < clock_timestamp() - interval '0.5 seconds' and next_at > clock_timestamp()
           and right(id::text, 1) in ('0', '5', 'a', 'f')
        returning id`)
      .catch(() => []);
    whole.silenced += silenced.length;
    await sleep(SILENCE_EVERY_MS);
  }
}

export const settlement: Proof = {
  promise: 'Exact payments in time are credited, once. Nothing else is credited, and other transfers are visible.',
  sizes: {
    full: { invoices: 20_000, clients: 96, kills: 60 },
    small: { invoices: 160, clients: 32, kills: 4 },
  },
  stack: {
    api: 2,
    workers: 2,
    issuer: true,
    log: 'inherit', // a process that exits unexpectedly logs why
    env: {
      ...NO_RATE_LIMITS,
      ...FAST_RECONCILING,
      CARDWRIGHT_ISSUER_SANDBOX_TIMEOUT_MS: String(ISSUER_TIMEOUT_MS),
      CARDWRIGHT_LOG_LEVEL: 'fatal',
      ISSUER_SANDBOX_LOG_LEVEL: 'fatal',
    },
  },
  run,
  bugs: settlementBugs,
};
