// Attacks: a sandbox's clock moves everything in it that has a date or falls due, including at the issuer; never live.
import { verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { openClient } from '../harness/ask.ts';
import { administratorDb, operatorTools } from '../harness/companies.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import { FAST_RECONCILING, reconcileSandboxes } from '../harness/reconciled.ts';
import { replayBook } from '../harness/replay.ts';
import { findProducts } from '../issuer-faults/orders.ts';
import { clockBugs } from './bugs.ts';
import { chooseDays, walk } from './dates.ts';
import { expire } from './expiry.ts';
import { climb } from './ladder.ts';
import { endMonths } from './months.ts';
import { checkLive, type Moving, type Owner, openOwner } from './owners.ts';

/** Connections to the API, and database connections for checks. */
const CONNECTIONS = 64;
const LOOKING = 12;

/** From this many days on, every step of the schedule is visited (otherwise every third), and more seasons are run. */
const MANY_DAYS = 12;
const SEASONS = 6;

async function run(context: Context): Promise<Counts> {
  const [companies, days, months] = [
    sizeOf(context.sizes, 'companies'),
    sizeOf(context.sizes, 'days'),
    sizeOf(context.sizes, 'months'),
  ];
  const tools = operatorTools(context.stack);
  const db = administratorDb(context.stack, LOOKING);
  const client = openClient(context.stack.baseUrl, CONNECTIONS);
  const counts = { jumps: 0, dated: 0, statements: 0, invoices: 0, steps: 0, places: 0 };
  try {
    const { service } = await findProducts(db);
    const moving: Moving = { context, db, tools, client, serviceId: service, counts };
    const owners: Owner[] = [];
    let done = 0;
    const live = async (number: number) => {
      const own = await liveOnce(moving, number, { days, months });
      owners.push(...own);
      context.progress(++done, companies, 'groups of companies');
    };
    await Promise.all(Array.from({ length: companies }, (_, number) => live(number)));
    for (const owner of owners) {
      await checkLive(moving, owner);
      await replayBook(db, owner.scope, context.violation);
      await replayBook(db, { ...owner.scope, environment: 'live' }, context.violation);
    }
    const { bad, entries } = await verifyLedger(tools.db);
    if (bad !== undefined) context.violation('ledger verify found something', bad);
    const compared = await reconcileSandboxes(context, tools);
    return { ...counts, entries: Number(entries), requests: client.asked(), ...compared };
  } finally {
    await client.close();
    await db.close();
    await tools.db.close();
  }
}

/** Companies that run side by side: around midnights, at expiry, at the ends of months, and on the review schedule. */
async function liveOnce(
  moving: Moving,
  number: number,
  { days, months }: { days: number; months: number },
): Promise<Owner[]> {
  const random = moving.context.random.fork(`group ${number}`);
  const [walker, payer, reviewed, watched] = await Promise.all(
    ['Midnights', 'Instants', 'Reviews', 'Watched'].map((name) => openOwner(moving, `${name} ${number}`)),
  );
  if (walker === undefined || payer === undefined || reviewed === undefined || watched === undefined)
    throw new Error('a company is missing');
  const [individual] = await Promise.all([
    endMonths(moving, random.fork('months'), months),
    walk(moving, random.fork('days'), walker, chooseDays(random, Date.now(), days)),
    expire(moving, random.fork('instants'), payer, days >= MANY_DAYS ? SEASONS : 1),
    climb(moving, [reviewed, watched], days >= MANY_DAYS ? 1 : 3),
  ]);
  return [walker, payer, reviewed, watched, individual];
}

export const clock: Proof = {
  promise:
    'A sandbox’s clock moves everything in it that has a date or falls due, including at the issuer, and never live.',
  sizes: { full: { companies: 6, days: 36, months: 20 }, small: { companies: 1, days: 5, months: 3 } },
  stack: { api: 1, workers: 2, issuer: true, env: { ...NO_RATE_LIMITS, ...FAST_RECONCILING } },
  run,
  bugs: clockBugs,
};
