// Attacks: whatever happens to a card, its money is on it or back on the account, and closed is closed.
import { setTimeout as sleep } from 'node:timers/promises';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { countKills, killOne, openKiller } from '../crash/kills.ts';
import { besides } from '../harness/besides.ts';
import { administratorDb, operatorTools } from '../harness/companies.ts';
import { openPatient } from '../harness/patient.ts';
import { type Context, type Counts, inParallel, type Proof, sizeOf } from '../harness/proof.ts';
import { FAST_RECONCILING, reconcileSandboxes } from '../harness/reconciled.ts';
import { replayBook } from '../harness/replay.ts';
import { lifeBugs } from './bugs.ts';
import { takeStep } from './clients.ts';
import { actions, type Company, openCompanies, type Run } from './companies.ts';
import { letEverythingHappen } from './end.ts';
import { readBoth, readOurs } from './facts.ts';
import { judgeAcceptance, replayIssuer } from './history.ts';
import { judgeBoth, judgeOurs } from './judge.ts';
import { judgeTold } from './told.ts';

/** Timeout for the issuer: longer than its slow answer of 2 s, and short enough to wait for often. */
const ISSUER_TIMEOUT_MS = 3_500;

/** Poll interval of the tables while clients work. */
const LOOK_EVERY_MS = 200;

/** Kills in this order: mostly our own processes, because the others take theirs down too. */
const victims = ['worker', 'api', 'worker', 'issuer', 'api', 'postgres'] as const;

async function run(context: Context): Promise<Counts> {
  const clients = sizeOf(context.sizes, 'clients');
  const tools = operatorTools(context.stack);
  const db = administratorDb(context.stack, 8);
  const patient = openPatient(context, clients);
  const killer = openKiller(context);
  const counts: Run['counts'] = {};
  try {
    const productId = await findProduct(db);
    const whole: Run = { context, db, tools, patient, killer, companies: [], productId, counts };
    await openCompanies(whole, sizeOf(context.sizes, 'companies'));
    await disturbOutbox(db);
    await besides([(signal) => lookOn(whole, signal)], () => takeAllSteps(whole, clients));
    await letEverythingHappen(whole);
    const judged = await judgeAll(whole);
    for (const what of [
      'issue',
      'topup',
      ...actions,
      'payments',
      'cancelled',
      'refused',
      'inARow',
      'closed',
      'lateReturns',
    ])
      if ((judged[what] ?? counts[what] ?? 0) === 0)
        context.violation('something never happened, and nothing was proven of it', { what });
    const { bad, entries } = await verifyLedger(tools.db);
    if (bad !== undefined) context.violation('the ledger does not add up', bad);
    const reconciled = await reconcileSandboxes(context, tools);
    const killed = { killed: countKills(killer), repeated: patient.repeats() };
    return { ...counts, ...judged, entries: Number(entries), ...reconciled, ...killed };
  } finally {
    await patient.close();
    await db.close();
    await tools.db.close();
  }
}

async function findProduct(db: Db): Promise<string> {
  const [product] = await db.query<{ id: string }>(
    sql`select id from products where kind = 'card' and status = 'active' limit 1`,
  );
  return toId('product', product?.id ?? '');
}

/** Delays a part of the issuer's reports of payments, so that they cross closes and one another. */
async function disturbOutbox(db: Db): Promise<void> {
  await db.query(sql`
    create function issuer_sandbox.disturb() returns trigger language plpgsql as $$
    begin
      if new.body::json ->> 'type' = 'card.transaction' and random() < 0.3 then
        new.due_at := new.due_at + make_interval(secs => random() * 3);
      end if;
      return new;
    end $$`);
  await db.query(sql`
    create trigger disturbed before insert on issuer_sandbox.notifications
      for each row execute function issuer_sandbox.disturb()`);
}

/** Every client takes one step after another. Kills are spread evenly over the steps. */
async function takeAllSteps(whole: Run, clients: number): Promise<void> {
  const { context, killer } = whole;
  const [steps, kills] = [sizeOf(context.sizes, 'steps'), sizeOf(context.sizes, 'kills')];
  const random = context.random.fork('kills');
  let done = 0;
  let killing: Promise<void> = Promise.resolve();
  let started = 0;
  await inParallel(steps, clients, async (number) => {
    await takeStep(whole, number);
    context.progress(++done, steps, 'steps');
    if (started >= kills || done < (steps * (started + 1)) / (kills + 1)) return;
    const victim = victims[started++ % victims.length] ?? 'worker';
    killing = killing.then(() => killOne(killer, random, victim));
    killing.catch(() => undefined); // it is awaited below
  });
  await killing;
}

/** What must hold at any moment holds in every snapshot. */
async function lookOn(whole: Run, signal: AbortSignal): Promise<void> {
  const random = whole.context.random.fork('looks');
  while (!signal.aborted) {
    const { scope } = random.pick(whole.companies);
    const ours = await readOurs(whole.db, scope).catch(() => undefined); // the database may be down
    if (ours !== undefined) judgeOurs(ours, whole.context.violation);
    whole.counts['looks'] = (whole.counts['looks'] ?? 0) + 1;
    await sleep(LOOK_EVERY_MS);
  }
}

async function judgeAll(whole: Run): Promise<Record<string, number>> {
  const totals = { cards: 0, closed: 0, lateReturns: 0, inReview: 0, failed: 0, declined: 0, replayed: 0 };
  for (const company of whole.companies) await judgeCompany(whole, company, totals);
  return totals;
}

async function judgeCompany(whole: Run, company: Company, totals: Record<string, number>): Promise<void> {
  const { context, db } = whole;
  const { ours, theirs } = await readBoth(db, company.scope);
  judgeOurs(ours, context.violation);
  judgeBoth(company, ours, theirs, context.violation);
  judgeAcceptance(ours, context.violation);
  await judgeTold(whole, company, ours);
  await replayBook(db, company.scope, context.violation);
  const add = (what: string, more: number) => {
    totals[what] = (totals[what] ?? 0) + more;
  };
  add('replayed', replayIssuer(company, theirs, context.violation));
  add('cards', ours.cards.length);
  add('closed', ours.cards.filter(({ status }) => status === 'closed').length);
  add('lateReturns', ours.payments.filter(({ returned }) => returned !== null).length);
  add('inReview', ours.operations.filter(({ status }) => status === 'manual_review').length);
  add('failed', ours.operations.filter(({ status }) => status === 'failed').length);
  add('declined', ours.payments.filter(({ status }) => status === 'declined').length);
}

export const cardLife: Proof = {
  promise: 'Whatever happens to a card, its money is on it or back on the account, and a closed card stays closed.',
  sizes: {
    full: { steps: 50_000, companies: 24, clients: 48, kills: 40 },
    small: { steps: 600, companies: 3, clients: 48, kills: 3 },
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
  bugs: lifeBugs,
};
