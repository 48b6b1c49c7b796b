// Books with two funded accounts each, once in the ledger and once in plain tables, and transfers chosen beforehand.
import { randomFrom } from '@cardwright/proofs/harness/random.ts';
import { newUuid } from '@cardwright/server/foundation/ids.ts';
import type pg from 'pg';
import { zipfOf } from './zipf.ts';

/** Cents in each account at the beginning. */
const INITIAL = 1_000_000n;

/** Cents of a transfer, at most. */
const MOST_CENTS = 1_000;

/** Chosen transfers. Drawn at random from here, they are as skewed as if each were chosen anew. */
export const PICKS = 200_000;

/** Books that are funded by one statement. */
const FUNDED_AT_ONCE = 1_000;

/** From `available` to `held`, or back. */
export type Transfer = { book: number; company: string; amount: bigint; back: boolean };

export type TransferWorld = { transfers: readonly Transfer[]; books: number };

/**
 * The plain side: what a team writes first. `transfer` locks the two rows, in order, and checks the balance.
 * `transfers` does the same for a batch, under one lock of all its rows.
 */
const plainSide = `
create schema plain;
create table plain.accounts (
  book     integer not null,
  account  text not null check (account in ('available', 'held')),
  balance  bigint not null check (balance >= 0),
  primary key (book, account)
);
create table plain.transfers (
  id          bigint generated always as identity primary key,
  book        integer not null,
  source      text not null,
  target      text not null,
  amount      bigint not null check (amount > 0),
  created_at  timestamptz not null default clock_timestamp()
);
create index on plain.transfers (book);
create index on plain.transfers (created_at);
create table plain.picks (
  draw     integer primary key,
  book     integer not null,
  company  uuid not null,
  amount   bigint not null,
  back     boolean not null
);
create function plain.move(of_book integer, of_amount bigint, is_back boolean) returns boolean language plpgsql as $$
declare
  source text := case when is_back then 'held' else 'available' end;
  target text := case when is_back then 'available' else 'held' end;
begin
  if (select a.balance from plain.accounts a where a.book = of_book and a.account = source) < of_amount then
    return false;
  end if;
  update plain.accounts a set balance = a.balance - of_amount where a.book = of_book and a.account = source;
  update plain.accounts a set balance = a.balance + of_amount where a.book = of_book and a.account = target;
  insert into plain.transfers (book, source, target, amount) values (of_book, source, target, of_amount);
  return true;
end
$$;
create function plain.transfer(of_book integer, of_amount bigint, is_back boolean) returns boolean language plpgsql as $$
begin
  perform from plain.accounts a where a.book = of_book order by a.account for update;
  return plain.move(of_book, of_amount, is_back);
end
$$;
create function plain.transfers(books integer[], amounts bigint[], backs boolean[]) returns boolean[] language plpgsql as $$
declare
  answers boolean[] := '{}';
begin
  perform from plain.accounts a where a.book = any (books) order by a.book, a.account for update;
  for i in 1 .. cardinality(books) loop
    answers := answers || plain.move(books[i], amounts[i], backs[i]);
  end loop;
  return answers;
end
$$;`;

/** Opens and funds the books on both sides, and chooses the transfers. */
export async function makeTransfers(
  database: pg.Pool,
  { books, seed, progress }: { books: number; seed: number; progress: (what: string) => void },
): Promise<TransferWorld> {
  const companies = Array.from({ length: books }, () => newUuid(new Date()));
  await database.query(
    `insert into companies (id, name, kind, created_at)
     select c.id, 'Bench ' || c.number, 'corporate', now() from unnest($1::uuid[]) with ordinality as c (id, number)`,
    [companies],
  );
  await database.query(
    `with book as (insert into ledger.books (company_id, environment) select id, 'sandbox' from unnest($1::uuid[]) as c (id))
     insert into ledger.accounts (company_id, environment, account)
     select c.id, 'sandbox', a.account from unnest($1::uuid[]) as c (id), unnest(enum_range(null::ledger.account)) as a (account)`,
    [companies],
  );
  progress(`${books} books are open`);
  for (let from = 0; from < books; from += FUNDED_AT_ONCE)
    await fund(database, companies.slice(from, from + FUNDED_AT_ONCE));
  progress(`${books} books are funded`);
  await database.query(plainSide);
  await database.query(
    `insert into plain.accounts (book, account, balance)
     select b.book, a.account, $2 from generate_series(0, $1::integer - 1) as b (book), unnest(array['available', 'held']) as a (account)`,
    [books, String(INITIAL)],
  );
  const transfers = chooseTransfers(companies, seed);
  await database.query(
    `insert into plain.picks (draw, book, company, amount, back)
     select t.draw, t.book, t.company, t.amount, t.back
       from unnest($1::integer[], $2::uuid[], $3::bigint[], $4::boolean[]) with ordinality as t (book, company, amount, back, draw)`,
    [
      transfers.map(({ book }) => book),
      transfers.map(({ company }) => company),
      transfers.map(({ amount }) => String(amount)),
      transfers.map(({ back }) => back),
    ],
  );
  await database.query('vacuum (analyze)');
  return { transfers, books };
}

/** Credits twice the initial amount to `available`, and moves half of it to `held`. */
async function fund(database: pg.Pool, companies: readonly string[]): Promise<void> {
  for (const { kind, amount } of [
    { kind: 'sandbox_credit', amount: 2n * INITIAL },
    { kind: 'reservation', amount: INITIAL },
  ])
    await database.query(
      `select ledger.post($1::uuid[], array_fill('sandbox'::environment, array[$2::integer]),
                          array_fill($3::ledger.entry_kind, array[$2]),
                          array(select $3 || '_' || c.id from unnest($1::uuid[]) with ordinality as c (id, n) order by c.n),
                          array_fill('Bench'::text, array[$2]), array_fill($4::bigint, array[$2]))`,
      [companies, companies.length, kind, String(amount)],
    );
}

function chooseTransfers(companies: readonly string[], seed: number): Transfer[] {
  const random = randomFrom(seed);
  const choose = zipfOf(companies.length, random);
  return Array.from({ length: PICKS }, () => {
    const book = choose();
    return {
      book,
      company: companies[book] ?? '',
      amount: BigInt(random.integer(1, MOST_CENTS)),
      back: random.oneIn(2),
    };
  });
}

/** Books whose accounts no longer hold together what they were given, on either side. */
export async function countUnbalanced(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ books: string }>(
    `select (select count(*) from (select from ledger.accounts where account in ('available', 'held')
                                    group by company_id having sum(balance) <> $1) as l)
          + (select count(*) from (select from plain.accounts group by book having sum(balance) <> $1) as p) as books`,
    [String(2n * INITIAL)],
  );
  return Number(rows[0]?.books);
}
