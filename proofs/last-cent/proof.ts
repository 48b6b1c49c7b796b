// Attacks: when many clients race for the same money, exactly the money that exists is given out.
import { randomUUID } from 'node:crypto';
import { usd } from '@cardwright/server/foundation/money/usd.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { creditSandbox, reserve } from '@cardwright/server/ledger/book/postings.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { administratorDb, newCompany, operatorTools } from '../harness/companies.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { replayBook } from '../harness/replay.ts';

/** Database connections shared by the clients: more only wait longer for the same row. */
const CONNECTIONS = 16;

/** The most reservations that one batch of this proof holds. */
const LARGEST_GROUP = 20;

/** Rounds between replays of the whole book. It is also replayed at the end. */
const REPLAY_EVERY = 250;

async function run(context: Context): Promise<Counts> {
  const [rounds, clients] = [sizeOf(context.sizes, 'rounds'), sizeOf(context.sizes, 'clients')];
  const tools = operatorTools(context.stack);
  const db = administratorDb(context.stack, CONNECTIONS);
  let given = 0;
  try {
    const scope: Scope = { companyId: await newCompany(tools, 'Last cent'), environment: 'sandbox' };
    for (let round = 1; round <= rounds; round++) {
      given += await race(context, { db, scope, clients, random: context.random.fork(round) });
      if (round % REPLAY_EVERY === 0 || round === rounds) await replayBook(db, scope, context.violation);
      context.progress(round, rounds, 'rounds');
    }
    return { reservations: rounds * clients, given };
  } finally {
    await db.close();
    await tools.db.close();
  }
}

/**
 * Provides an amount of money and lets every client reserve a part of it at once. The parts are equal, except that some
 * are larger than the whole: those must be refused and must not make any other client lose its part.
 */
async function race(
  context: Context,
  {
    db,
    scope,
    clients,
    random,
  }: { db: ReturnType<typeof administratorDb>; scope: Scope; clients: number; random: Random },
): Promise<number> {
  const part = BigInt(random.integer(1, 10_000));
  const places = random.integer(0, clients + 5);
  const leftOver = await availableOf(db, scope);
  // Often exactly the sum of the parts: then the very last cent must be given out too.
  const spare = random.oneIn(2) ? 0n : BigInt(random.integer(0, Number(part) - 1));
  const target = part * BigInt(places) + spare;
  await setAvailable(db, scope, target - leftOver);

  const wishes = Array.from({ length: clients }, () => (random.oneIn(10) ? target + 1n : part));
  const answers = (await Promise.all(inGroups(random, wishes).map((amounts) => reach(db, scope, amounts)))).flat();

  const winners = answers.filter((answer) => answer === true).length;
  const fair = Math.min(places, wishes.filter((amount) => amount === part).length);
  const after = await availableOf(db, scope);
  if (answers.some((answer) => answer === 'error'))
    context.violation('a reservation failed without a reason', { part, places });
  if (winners > places) context.violation('more money was given out than existed', { winners, places });
  if (winners < fair)
    context.violation('a client was refused while there was money for it', { winners, fair, part, places });
  if (after !== target - part * BigInt(winners))
    context.violation('the remainder is not the start minus the money given out', { after, target, winners, part });
  if (after < 0n) context.violation('available is below zero', after);
  return winners;
}

/** Some clients reserve alone, some in one batch, as requests do that waited for the same moment. */
function inGroups(random: Random, wishes: readonly bigint[]): bigint[][] {
  const groups: bigint[][] = [];
  for (let at = 0; at < wishes.length; ) {
    const size = random.oneIn(2) ? 1 : random.integer(2, LARGEST_GROUP);
    groups.push(wishes.slice(at, at + size));
    at += size;
  }
  return groups;
}

async function reach(
  db: ReturnType<typeof administratorDb>,
  scope: Scope,
  amounts: readonly bigint[],
): Promise<(boolean | 'error')[]> {
  const [amount = 0n] = amounts;
  const alone = { reference: randomUUID(), amount: usd(amount), reason: 'race' };
  return db
    .write(scope, async (tx) => {
      if (amounts.length === 1) return [await reserve(tx, scope, alone)];
      const [row] = await tx.query<{ posted: boolean[] }>(sql`
        select ledger.reserve(${amounts.map(() => scope.companyId)}::uuid[], ${amounts.map(() => scope.environment)}::environment[],
                              ${amounts.map(() => randomUUID())}::text[], ${amounts}::bigint[], ${amounts.map(() => 'race')}::text[]) as posted`);
      return row?.posted ?? [];
    })
    .catch(() => amounts.map(() => 'error' as const));
}

async function availableOf(db: ReturnType<typeof administratorDb>, scope: Scope): Promise<bigint> {
  const [row] = await db.query<{ balance: bigint }>(sql`
    select balance from ledger.accounts
     where company_id = ${scope.companyId} and environment = ${scope.environment} and account = 'available'`);
  return row?.balance ?? 0n;
}

/** Brings `available` to the start of a round: by a credit, or by a reservation that stays. */
async function setAvailable(db: ReturnType<typeof administratorDb>, scope: Scope, change: bigint): Promise<void> {
  const reference = randomUUID();
  if (change > 0n) await db.write(scope, (tx) => creditSandbox(tx, scope, { reference, amount: usd(change) }));
  if (change < 0n)
    await db.write(scope, (tx) => reserve(tx, scope, { reference, amount: usd(-change), reason: 'reset' }));
}

const BELOW_ZERO = 'if before.available + available_delta < 0 or before.held + held_delta < 0 then';
const BATCH_BELOW_ZERO = 'if balances[1] < 0 or balances[2] < 0 then';

export const lastCent: Proof = {
  promise: 'When many clients race for the same money, exactly the money that exists is given out.',
  sizes: { full: { rounds: 1_000, clients: 200 }, small: { rounds: 20, clients: 60 } },
  stack: { api: 0, workers: 0 },
  run,
  bugs: {
    'no-lock-for-one': {
      what: 'a reservation that comes alone does not lock the book',
      functions: [{ name: 'ledger.post_one', find: 'for update', replace: '' }],
    },
    'no-lock-in-a-batch': {
      what: 'a batch of reservations does not lock the book',
      functions: [{ name: 'ledger.lock_books', find: 'for update', replace: '' }],
    },
    'no-limit-for-one': {
      what: 'nothing stops a reservation that comes alone from taking available below zero',
      functions: [{ name: 'ledger.post_one', find: BELOW_ZERO, replace: 'if false then' }],
      sql: ['alter table ledger.accounts drop constraint available_never_below_zero'],
    },
    'no-limit-in-a-batch': {
      what: 'nothing stops a batch of reservations from taking available below zero',
      functions: [{ name: 'ledger.post', find: BATCH_BELOW_ZERO, replace: 'if false then' }],
      sql: ['alter table ledger.accounts drop constraint available_never_below_zero'],
    },
    'refuses-the-last-cent': {
      what: 'a reservation of exactly everything is refused',
      functions: [
        { name: 'ledger.post_one', find: BELOW_ZERO, replace: 'if before.available + available_delta <= 0 then' },
        { name: 'ledger.post', find: BATCH_BELOW_ZERO, replace: 'if balances[1] <= 0 then' },
      ],
    },
    'large-one-spoils-the-rest': {
      what: 'behind a reservation that is too large everything in its batch is refused',
      functions: [{ name: 'ledger.post', find: 'continue;', replace: 'exit;' }],
    },
  },
};
