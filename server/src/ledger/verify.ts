// Recomputes a book from its lines and names the first row that is not what it should be.
// It reads one snapshot and trusts nothing that can be derived: no balance, no number, no time.
import { type Db, inScope, type Tx } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { entryIdsOf, toId } from '../ids.ts';
import type { Scope } from '../scope.ts';
import { listBooks } from './sql.ts';

/** What is wrong, where, and what was expected. */
export type BadRow = {
  company: string;
  environment: string;
  rule: string;
  row: string;
  expected: string;
  found: string;
};

export type Verification = { books: number; entries: bigint; bad: BadRow | undefined };

/** Books are listed in pages of this size; each is verified in a transaction of its own. */
const BOOKS_PER_PAGE = 500;

/** Verifies every book of the cell, or stops at the first bad row. */
export async function verifyLedger(
  db: Db,
  onProgress: (soFar: Verification) => void = () => undefined,
): Promise<Verification> {
  const total: Verification = { books: 0, entries: 0n, bad: undefined };
  let after: Scope | undefined;
  for (;;) {
    const page = await listBooks(db, after, BOOKS_PER_PAGE);
    for (const scope of page) {
      const { entries, bad } = await verifyBook(db, scope);
      total.books += 1;
      total.entries += entries;
      if (bad !== undefined) return { ...total, bad };
    }
    onProgress(total);
    after = page.at(-1);
    if (page.length < BOOKS_PER_PAGE) return total;
  }
}

/** Verifies one book. */
export async function verifyBook(db: Db, scope: Scope): Promise<{ entries: bigint; bad: BadRow | undefined }> {
  return db.read(scope, async (tx) => {
    const [book] = await tx.query<{ entries: bigint }>(sql`
      select entries from ledger.books where ${inScope(scope)}`);
    for (const check of [badLine, badEntry, badAccount, badBook, badHold]) {
      const [wrong] = await check(tx, scope);
      if (wrong !== undefined) return { entries: book?.entries ?? 0n, bad: name(scope, wrong) };
    }
    return { entries: book?.entries ?? 0n, bad: undefined };
  });
}

type Wrong = { rule: string; entry: bigint | null; subject: string; expected: string; found: string };

function name(scope: Scope, wrong: Wrong): BadRow {
  return {
    company: toId('company', scope.companyId),
    environment: scope.environment,
    rule: wrong.rule,
    row: wrong.entry === null ? wrong.subject : `${wrong.subject} (${entryIdsOf(scope)(wrong.entry)})`,
    expected: wrong.expected,
    found: wrong.found,
  };
}

/** Which accounts an entry of each kind moves, in the order of the chart. */
const ACCOUNTS_OF_KINDS = sql`
  ('deposit', 'available, deposits'), ('deposit_fee', 'available, fees'), ('sandbox_credit', 'available, deposits'),
  ('reservation', 'available, held'), ('capture', 'held, issuer'), ('fee', 'held, fees'), ('release', 'available, held'),
  ('adjustment', 'available, adjustments')`;

/** Lines of an account are numbered from 1 without a gap, and each carries the sum of the lines up to it. */
const badLine = (tx: Tx, scope: Scope) =>
  tx.query<Wrong>(sql`
    select case when sequence <> position then 'lines are numbered without a gap' else 'balance after a line is the sum of the lines' end as rule,
           entry_sequence as entry, 'line ' || sequence || ' of ' || account as subject,
           case when sequence <> position then position::text else total::text end as expected,
           case when sequence <> position then sequence::text else balance_after::text end as found
      from (select account, sequence, entry_sequence, balance_after,
                   row_number() over in_account as position, sum(amount) over in_account as total
              from ledger.lines
             where ${inScope(scope)}
            window in_account as (partition by account order by sequence rows unbounded preceding)) l
     where sequence <> position or balance_after <> total
     order by entry_sequence, account, sequence
     limit 1`);

/** Entries are numbered without a gap, in order of time, balanced, and say of the card account what their lines say. */
const badEntry = (tx: Tx, scope: Scope) =>
  tx.query<Wrong>(sql`
    select rule, coalesce(sequence, line_entry) as entry, 'entry ' || coalesce(sequence, line_entry) as subject, expected, found
      from (select e.sequence, l.line_entry, checks.*
              from (select *, row_number() over in_book as position,
                           lag(created_at) over in_book as previous_at,
                           sum(available_delta) over in_book as available_total,
                           sum(held_delta) over in_book as held_total
                      from ledger.entries
                     where ${inScope(scope)}
                    window in_book as (order by sequence rows unbounded preceding)) e
              full join (select entry_sequence as line_entry, sum(amount) as total,
                                string_agg(account::text, ', ' order by account) as accounts,
                                coalesce(sum(amount) filter (where account = 'available'), 0) as available,
                                coalesce(sum(amount) filter (where account = 'held'), 0) as held
                           from ledger.lines
                          where ${inScope(scope)}
                          group by entry_sequence) l on l.line_entry = e.sequence
              left join (values ${ACCOUNTS_OF_KINDS}) as k (kind, accounts) on k.kind = e.kind::text
             cross join lateral (values
               ('every line belongs to an entry', 'an entry', case when e.sequence is null then 'none' end),
               ('every entry has lines', 'lines', case when l.line_entry is null then 'none' end),
               ('entries are numbered without a gap', e.position::text, case when e.sequence <> e.position then e.sequence::text end),
               ('time never runs backwards', 'from ' || e.previous_at, case when e.created_at < e.previous_at then e.created_at::text end),
               ('the lines of an entry sum to zero', '0', case when l.total <> 0 then l.total::text end),
               ('an entry moves the accounts of its kind', k.accounts, case when l.accounts <> k.accounts then l.accounts end),
               ('available delta is what the lines say', l.available::text, case when e.available_delta <> l.available then e.available_delta::text end),
               ('held delta is what the lines say', l.held::text, case when e.held_delta <> l.held then e.held_delta::text end),
               ('available after is the sum of the deltas', e.available_total::text,
                 case when e.available_after <> e.available_total then e.available_after::text end),
               ('held after is the sum of the deltas', e.held_total::text, case when e.held_after <> e.held_total then e.held_after::text end),
               ('available never goes below zero', 'at least 0', case when e.available_after < 0 then e.available_after::text end),
               ('held never goes below zero', 'at least 0', case when e.held_after < 0 then e.held_after::text end)
             ) as checks (rule, expected, found)) c
     where found is not null
     order by coalesce(sequence, line_entry)
     limit 1`);

/** The balance and the number of an account are what its lines sum to. */
const badAccount = (tx: Tx, scope: Scope) =>
  tx.query<Wrong>(sql`
    select 'an account is the sum of its lines' as rule, null::bigint as entry, 'account ' || a.account as subject,
           l.total || ' in ' || l.lines || ' lines' as expected, a.balance || ' in ' || a.lines || ' lines' as found
      from ledger.accounts a
     cross join lateral (select coalesce(sum(amount), 0) as total, count(*) as lines
                           from ledger.lines l
                          where ${inScope(scope, 'l')} and l.account = a.account) l
     where ${inScope(scope, 'a')}
       and (a.balance <> l.total or a.lines <> l.lines)
     order by a.account
     limit 1`);

/** The book counts its entries and knows the time of the last. */
const badBook = (tx: Tx, scope: Scope) =>
  tx.query<Wrong>(sql`
    select 'a book counts its entries' as rule, null::bigint as entry, 'book' as subject,
           e.entries || ' until ' || e.last_entry_at as expected, b.entries || ' until ' || b.last_entry_at as found
      from ledger.books b
     cross join lateral (select count(*) as entries, coalesce(max(created_at), '-infinity') as last_entry_at
                           from ledger.entries
                          where ${inScope(scope)}) e
     where ${inScope(scope, 'b')}
       and (b.entries <> e.entries or b.last_entry_at <> e.last_entry_at)`);

/** Every hold tells the same story as the entries of its reference, so open holds are exactly the held balance. */
const badHold = (tx: Tx, scope: Scope) =>
  tx.query<Wrong>(sql`
    select 'a hold is what its entries say' as rule, null::bigint as entry, 'hold ' || coalesce(h.reference, e.reference) as subject,
           coalesce(e.story, 'no entries') as expected, coalesce(h.state || ' ' || h.amount, 'no hold') as found
      from (select reference,
                   case when bool_or(kind = 'release') then 'released ' when bool_or(kind = 'capture') then 'captured ' else 'open ' end
                     || coalesce(sum(held_delta) filter (where kind = 'reservation'), 0) as story,
                   sum(held_delta) as left_over
              from ledger.entries
             where ${inScope(scope)}
               and kind in ('reservation', 'capture', 'fee', 'release')
             group by reference) e
      full join (select * from ledger.holds
                  where ${inScope(scope)}) h on h.reference = e.reference
     where (h.state || ' ' || h.amount) is distinct from e.story
        or e.left_over <> case when h.state = 'open' then h.amount else 0 end
     order by coalesce(h.reference, e.reference)
     limit 1`);
