// Attacks: no order of postings by any number of clients creates or loses a cent.
import { randomUUID } from 'node:crypto';
import { usd } from '@cardwright/server/foundation/money/usd.ts';
import type { Environment, Scope } from '@cardwright/server/foundation/scope.ts';
import { adjust, capture, creditSandbox, deposit, release, reserve } from '@cardwright/server/ledger/book/postings.ts';
import type { Account } from '@cardwright/server/ledger/book/sql.ts';
import { verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import type { Db, Tx } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { administratorDb, newCompany, operatorTools } from '../harness/companies.ts';
import { Caught } from '../harness/plant.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { replayBook } from '../harness/replay.ts';
import { conservationBugs } from './bugs.ts';

const COMPANIES = 6;
const CLIENTS = 12;

/** The largest batch that the service would ever send. */
const LARGEST_BATCH = 16;

type Effect = Partial<Record<Account, bigint>>;
type Hold = { reference: string; amount: bigint; fee: bigint };

/** The acknowledged effects on one book, as the clients know them. */
type Book = { scope: Scope; acknowledged: Effect; entries: number; open: Hold[] };

async function run(context: Context): Promise<Counts> {
  const rounds = sizeOf(context.sizes, 'rounds');
  const tools = operatorTools(context.stack);
  const db = administratorDb(context.stack, CLIENTS);
  try {
    const books: Book[] = [];
    for (let index = 0; index < COMPANIES; index++) {
      const companyId = await newCompany(tools, `Conservation ${index}`);
      for (const environment of ['sandbox', 'live'] satisfies Environment[]) {
        books.push({ scope: { companyId, environment }, acknowledged: {}, entries: 0, open: [] });
      }
    }
    let done = 0;
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const random = context.random.fork(client);
        while (done < rounds) {
          done++;
          context.progress(done, rounds, 'postings');
          await postSomething(context, db, random, books);
          if (random.oneIn(500)) await lookDuring(context, db);
        }
      }),
    );
    const total = await checkEverything(context, db, tools.db, books);
    await attackFromOutside(context, db, books);
    for (const book of books) await attackReturns(context, db, book);
    return total;
  } finally {
    await db.close();
    await tools.db.close();
  }
}

/** One posting of a random kind, in its own transaction; its acknowledged effect is recorded. */
async function postSomething(context: Context, db: Db, random: Random, books: readonly Book[]): Promise<void> {
  const book = random.pick(books);
  const amount = BigInt(random.integer(1, random.oneIn(4) ? 5_000_000 : 5_000));
  const write = <Result>(work: (tx: Tx) => Promise<Result>) => db.write(book.scope, work);
  const reference = randomUUID();
  try {
    switch (random.integer(1, 11)) {
      case 1: {
        const fee = (amount * 150n + 9_999n) / 10_000n;
        await write((tx) => deposit(tx, book.scope, { reference, amount: usd(amount), fee: usd(fee) }));
        return acknowledge(book, { available: amount - fee, deposits: -amount, fees: fee }, 2);
      }
      case 2:
        if (book.scope.environment === 'live')
          return await expectFailure(context, 'sandbox credit in live', () =>
            write((tx) => creditSandbox(tx, book.scope, { reference, amount: usd(amount) })),
          );
        await write((tx) => creditSandbox(tx, book.scope, { reference, amount: usd(amount) }));
        return acknowledge(book, { available: amount, deposits: -amount }, 1);
      case 3: {
        const signed = random.oneIn(2) ? amount : -amount;
        if (await write((tx) => adjust(tx, book.scope, { reference, amount: usd(signed), description: 'proof' }))) {
          acknowledge(book, { available: signed, adjustments: -signed }, 1);
        }
        return;
      }
      case 4:
      case 5:
      case 6: {
        const fee = BigInt(random.integer(0, 300));
        if (await write((tx) => reserve(tx, book.scope, { reference, amount: usd(amount + fee), reason: 'proof' }))) {
          acknowledge(book, { available: -(amount + fee), held: amount + fee }, 1);
          book.open.push({ reference, amount, fee });
        }
        return;
      }
      case 7:
      case 8:
        return await settleSomeHold(context, db, random, book);
      case 9:
        return await attackSomeHold(context, db, random, book);
      case 10:
        await returnFromCards(db, book, [reference], [amount]);
        return acknowledge(book, { available: amount, issuer: -amount }, 1);
      default:
        return await postBatch(context, db, random, books);
    }
  } catch (error) {
    if (error instanceof Caught) throw error;
    context.violation('a posting failed unexpectedly', { error: String(error) });
  }
}

/** Returns the balances of closed cards, as their closes and late payments do. */
async function returnFromCards(db: Db, { scope }: Book, references: string[], amounts: bigint[]): Promise<void> {
  await db.writeUnscoped((tx) =>
    tx.query(sql`
      select ledger.return_from_cards(
        ${references.map(() => scope.companyId)}::uuid[], ${references.map(() => scope.environment)}::environment[],
        ${references}::text[], ${amounts}::bigint[])`),
  );
}

async function settleSomeHold(context: Context, db: Db, random: Random, book: Book): Promise<void> {
  const [hold] = book.open.splice(random.integer(0, Math.max(0, book.open.length - 1)), 1);
  if (hold === undefined) return;
  const { reference, amount, fee } = hold;
  if (random.oneIn(2)) {
    await db.write(book.scope, (tx) => capture(tx, book.scope, { reference, amount: usd(amount), fee: usd(fee) }));
    acknowledge(book, { held: -(amount + fee), issuer: amount, fees: fee }, 2);
  } else {
    await db.write(book.scope, (tx) => release(tx, book.scope, { reference, amount: usd(amount + fee) }));
    acknowledge(book, { held: -(amount + fee), available: amount + fee }, 1);
  }
  // A settled hold cannot be settled again, in either way.
  const again = random.oneIn(2)
    ? (tx: Tx) => capture(tx, book.scope, { reference, amount: usd(amount), fee: usd(fee) })
    : (tx: Tx) => release(tx, book.scope, { reference, amount: usd(amount + fee) });
  await expectFailure(context, 'a hold was settled twice', () => db.write(book.scope, again));
}

/** Tries to settle a hold for an amount other than its own; the hold's owner continues with it afterwards. */
async function attackSomeHold(context: Context, db: Db, random: Random, book: Book): Promise<void> {
  const [hold] = book.open.splice(0, 1);
  if (hold === undefined) return;
  const { reference, amount, fee } = hold;
  const off = BigInt(random.pick([-1, 1]));
  await expectFailure(context, 'a hold was captured for another amount', () =>
    db.write(book.scope, (tx) => capture(tx, book.scope, { reference, amount: usd(amount + off), fee: usd(fee) })),
  );
  await expectFailure(context, 'a hold was released for another amount', () =>
    db.write(book.scope, (tx) => release(tx, book.scope, { reference, amount: usd(amount + fee + off) })),
  );
  book.open.push(hold);
}

/**
 * A mixed batch over several books, directly into the posting function: some entries are too large, and now and then
 * one was posted before, which fails the whole batch.
 */
async function postBatch(context: Context, db: Db, random: Random, books: readonly Book[]): Promise<void> {
  const entries = Array.from({ length: random.integer(1, LARGEST_BATCH) }, () => {
    const amount = BigInt(random.integer(1, 20_000)) * (random.oneIn(5) ? 100_000n : 1n) * (random.oneIn(2) ? 1n : -1n);
    return { book: random.pick(books), amount, reference: randomUUID() };
  });
  const [first] = entries;
  // A credit is always posted, so posting it twice must fail.
  const repeats = first !== undefined && first.amount > 0n && random.oneIn(5);
  if (repeats) entries.push({ ...first, amount: 1n });
  const post = () =>
    db.writeUnscoped((tx) =>
      tx.query<{ numbers: (bigint | null)[] }>(sql`
        select ledger.post(
          ${entries.map(({ book }) => book.scope.companyId)}::uuid[], ${entries.map(({ book }) => book.scope.environment)}::environment[],
          ${entries.map(() => 'adjustment')}::ledger.entry_kind[], ${entries.map(({ reference }) => reference)}::text[],
          ${entries.map(() => 'batch')}::text[], ${entries.map(({ amount }) => amount)}::bigint[]) as numbers`),
    );
  if (repeats) return expectFailure(context, 'an entry was posted twice', post);
  const [row] = await post();
  for (const [index, number] of (row?.numbers ?? []).entries()) {
    const posting = entries[index];
    if (posting !== undefined && number !== null)
      acknowledge(posting.book, { available: posting.amount, adjustments: -posting.amount }, 1);
    if (posting !== undefined && number === null && posting.amount > 0n)
      context.violation('a credit was refused as insufficient', posting.amount);
  }
}

function acknowledge(book: Book, effect: Effect, entries: number): void {
  for (const [account, amount] of Object.entries(effect) as [Account, bigint][]) {
    book.acknowledged[account] = (book.acknowledged[account] ?? 0n) + amount;
  }
  book.entries += entries;
}

async function expectFailure(context: Context, what: string, attack: () => Promise<unknown>): Promise<void> {
  const failed = await attack().then(
    () => false,
    () => true,
  );
  if (!failed) context.violation(what);
}

/** In every snapshot, every book sums to zero and no guarded account is below zero. */
async function lookDuring(context: Context, db: Db): Promise<void> {
  const bad = await db.query(sql`
    select company_id, environment, sum(balance) as total, min(balance) filter (where account in ('available', 'held')) as lowest
      from ledger.accounts
     group by company_id, environment
    having sum(balance) <> 0 or min(balance) filter (where account in ('available', 'held')) < 0`);
  if (bad.length > 0) context.violation('a snapshot does not add up', bad);
}

async function checkEverything(context: Context, db: Db, operator: Db, books: readonly Book[]): Promise<Counts> {
  let entries = 0;
  for (const book of books) {
    const replayed = await replayBook(db, book.scope, context.violation);
    entries += replayed.entries;
    if (replayed.entries !== book.entries)
      context.violation('entries differ from what was acknowledged', {
        found: replayed.entries,
        acknowledged: book.entries,
      });
    for (const account of ['available', 'held', 'issuer', 'fees', 'deposits', 'adjustments'] as const) {
      const [found, known] = [replayed.balances[account] ?? 0n, book.acknowledged[account] ?? 0n];
      if (found !== known) context.violation('money differs from what was acknowledged', { account, found, known });
    }
  }
  const verified = await verifyLedger(operator);
  if (verified.bad !== undefined) context.violation('ledger verify found a bad row', verified.bad);
  return { clients: CLIENTS, books: books.length, entries };
}

/** A card gives back its balance once, and never less than a cent. */
async function attackReturns(context: Context, db: Db, book: Book): Promise<void> {
  const reference = randomUUID();
  await returnFromCards(db, book, [reference], [1n]);
  for (const amounts of [[1n], [0n], [-1n]]) {
    const references = amounts[0] === 1n ? [reference] : [randomUUID()];
    await expectFailure(context, `${amounts.join(', ')} was returned from a card`, () =>
      returnFromCards(db, book, references, amounts),
    );
  }
}

/** Forbidden statements, tried by the owner of the tables and by each process role. */
async function attackFromOutside(context: Context, db: Db, books: readonly Book[]): Promise<void> {
  const [book] = books;
  if (book === undefined) return;
  const { companyId, environment } = book.scope;
  const attacks = [
    sql`update ledger.entries set available_delta = available_delta + 1 where company_id = ${companyId}`,
    sql`delete from ledger.lines where company_id = ${companyId}`,
    sql`
      insert into ledger.lines (company_id, environment, account, sequence, entry_sequence, amount, balance_after)
      values (${companyId}, ${environment}, 'available', 999999999, 1, 1, 1)`,
    sql`truncate ledger.entries, ledger.lines`,
    sql`
      select ledger.post(array[${companyId}]::uuid[], array[${environment}]::environment[], '{deposit}', '{attack}', '{attack}', '{100}')`,
  ];
  for (const role of ['cardwright_owner', 'cardwright_api', 'cardwright_worker', 'cardwright_admin', 'postgres']) {
    for (const attack of attacks) {
      if (role === 'postgres' && attack === attacks.at(-1)) continue; // the administrator may call it
      await expectFailure(context, `${role} changed the ledger: ${attack.parts[0]?.slice(0, 40)}`, () =>
        db.write(book.scope, async (tx) => {
          await tx.query(sql`select set_config('role', ${role}, true)`);
          await tx.query(attack);
          if (role === 'cardwright_owner' && attack !== attacks.at(-1)) await requireEffect(tx);
        }),
      );
    }
  }
}

/** Row-level security may turn an attack into a statement that finds nothing; that counts as a defence too. */
async function requireEffect(tx: Tx): Promise<void> {
  const [row] = await tx.query<{ changed: boolean }>(
    sql`select pg_current_xact_id_if_assigned() is not null as changed`,
  );
  if (row?.changed !== true) throw new Error('nothing was changed');
}

export const conservation: Proof = {
  promise: 'No order of postings by any number of clients creates or loses a cent.',
  sizes: { full: { rounds: 100_000 }, small: { rounds: 3_000 } },
  stack: { api: 0, workers: 0 },
  run,
  bugs: conservationBugs,
};
