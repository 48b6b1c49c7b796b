// Recomputes a book from its entries and names the first wrong row. Lines, accounts, holds and the book itself are
// derived from the entries in every column; the chain of seals shows whether the entries are those that were posted. It
// reads one snapshot and trusts nothing that can be derived.

import { entryIdsOf, toId } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** The broken rule, the row, and the expected value. */
export type BadRow = {
  company: string;
  environment: string;
  rule: string;
  row: string;
  expected: string;
  found: string;
};

/** The first row of a book that contradicts its entries, in a transaction's snapshot; undefined if there is none. */
export async function findBadRow(tx: Tx, scope: Scope): Promise<BadRow | undefined> {
  const checks = [badEntry, badBook, badLine, badAccount, badHold];
  const [wrong] = (await Promise.all(checks.map((check) => check(tx, scope)))).flat();
  return wrong === undefined ? undefined : name(scope, wrong);
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

/** The accounts that an entry of each kind moves. A counter-account takes the opposite of the card account's change. */
const ACCOUNTS_OF_KINDS = sql`
  (values ('deposit'::ledger.entry_kind, '{available,deposits}'::ledger.account[]), ('deposit_fee', '{available,fees}'),
          ('sandbox_credit', '{available,deposits}'), ('reservation', '{available,held}'), ('capture', '{held,issuer}'),
          ('fee', '{held,fees}'), ('release', '{available,held}'), ('card_return', '{available,issuer}'),
          ('adjustment', '{available,adjustments}')) as k (kind, accounts)`;

/**
 * Entries are numbered without a gap, in order of time, move the accounts of their kind, and carry the sums of the
 * deltas. Texts are built for the first bad entry only: for every entry they would take most of the time.
 */
const badEntry = (tx: Tx, scope: Scope) =>
  tx.query<Wrong>(sql`
    select rule, least(sequence, position) as entry, 'entry ' || least(sequence, position) as subject, expected, found
      from (select e.*, k.accounts
              from (select *, row_number() over in_book as position,
                           lag(created_at) over in_book as previous_at,
                           sum(available_delta) over in_book as available_total,
                           sum(held_delta) over in_book as held_total
                      from ledger.entries
                     where ${inScope(scope)}
                    window in_book as (order by sequence rows unbounded preceding)) e
              join ${ACCOUNTS_OF_KINDS} on k.kind = e.kind
             where sequence <> position or created_at < previous_at
                or available_after <> available_total or held_after <> held_total or available_after < 0 or held_after < 0
                or (available_delta <> 0 and 'available' <> all (accounts)) or (held_delta <> 0 and 'held' <> all (accounts))
                or (available_delta + held_delta <> 0 and accounts = '{available,held}')
             order by sequence
             limit 1) e
     cross join lateral (values
       (1, 'entries are numbered without a gap', position::text, case when sequence <> position then sequence::text end),
       (2, 'time never runs backwards', 'from ' || previous_at, case when created_at < previous_at then created_at::text end),
       (3, 'an entry moves the accounts of its kind', accounts::text,
         case when available_delta <> 0 and 'available' <> all (accounts) then 'available'
              when held_delta <> 0 and 'held' <> all (accounts) then 'held'
              when available_delta + held_delta <> 0 and accounts = '{available,held}' then 'a counter-account' end),
       (4, 'available after is the sum of the deltas', available_total::text,
         case when available_after <> available_total then available_after::text end),
       (5, 'held after is the sum of the deltas', held_total::text, case when held_after <> held_total then held_after::text end),
       (6, 'available never goes below zero', 'at least 0', case when available_after < 0 then available_after::text end),
       (7, 'held never goes below zero', 'at least 0', case when held_after < 0 then held_after::text end)
     ) as checks (number, rule, expected, found)
     where found is not null
     order by number
     limit 1`);

/** Every line matches its entry: account, number, position in the order of entries, amount and balance after it. */
const badLine = (tx: Tx, scope: Scope) =>
  tx.query<Wrong>(sql`
    with expected as (
      select account, sequence as entry_sequence, amount,
             row_number() over in_account as sequence, sum(amount) over in_account as balance_after
        from (select a.account, e.sequence,
                     case a.account when 'available' then available_delta when 'held' then held_delta
                                    else -(available_delta + held_delta) end as amount
                from ledger.entries e
                join ${ACCOUNTS_OF_KINDS} on k.kind = e.kind
               cross join lateral unnest(k.accounts) as a (account)
               where ${inScope(scope, 'e')}) movement
      window in_account as (partition by account order by sequence rows unbounded preceding)
    ), found as (
      select account, sequence, entry_sequence, amount, balance_after from ledger.lines where ${inScope(scope)}
    )
    select case when f.sequence is null then 'every entry has its lines'
                when x.sequence is null then 'every line belongs to an entry'
                when f.entry_sequence <> x.entry_sequence then 'lines follow the order of their entries'
                when f.amount <> x.amount then 'a line moves what its entry says'
                else 'balance after a line is the sum of the lines' end as rule,
           coalesce(x.entry_sequence, f.entry_sequence) as entry,
           'line ' || coalesce(x.sequence, f.sequence) || ' of ' || coalesce(x.account, f.account) as subject,
           coalesce('entry ' || x.entry_sequence || ': ' || x.amount || ', then ' || x.balance_after, 'no line') as expected,
           coalesce('entry ' || f.entry_sequence || ': ' || f.amount || ', then ' || f.balance_after, 'no line') as found
      from expected x
      full join found f on f.account = x.account and f.sequence = x.sequence
     where (f.entry_sequence, f.amount, f.balance_after) is distinct from (x.entry_sequence, x.amount, x.balance_after)
     order by coalesce(x.entry_sequence, f.entry_sequence), coalesce(x.account, f.account), coalesce(x.sequence, f.sequence)
     limit 1`);

/** Every account exists, and its balance and number are the sums of its lines. */
const badAccount = (tx: Tx, scope: Scope) =>
  tx.query<Wrong>(sql`
    select 'an account is the sum of its lines' as rule, null::bigint as entry, 'account ' || chart.account as subject,
           coalesce(l.total, 0) || ' in ' || coalesce(l.lines, 0) || ' lines' as expected,
           coalesce(a.balance || ' in ' || a.lines || ' lines', 'no account') as found
      from unnest(enum_range(null::ledger.account)) as chart (account)
      left join ledger.accounts a on ${inScope(scope, 'a')} and a.account = chart.account
      left join (select account, sum(amount) as total, count(*) as lines
                   from ledger.lines
                  where ${inScope(scope)}
                  group by account) l on l.account = chart.account
     where (a.balance, a.lines) is distinct from (coalesce(l.total, 0), coalesce(l.lines, 0))
     order by chart.account
     limit 1`);

/** The book records the count of its entries and the time of the last. */
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

/** Every hold matches the entries of its reference, so open holds add up to the held balance. */
const badHold = (tx: Tx, scope: Scope) =>
  tx.query<Wrong>(sql`
    select rule, null::bigint as entry, 'hold ' || of_reference as subject, expected, found
      from (select e.*, h.*, coalesce(h.reference, e.entry_reference) as of_reference
              from (select reference as entry_reference,
                           case when bool_or(kind = 'release') then 'released' when bool_or(kind = 'capture') then 'captured' else 'open' end as story,
                           coalesce(sum(held_delta) filter (where kind = 'reservation'), 0) as reserved,
                           sum(held_delta) as left_over,
                           max(description) filter (where kind = 'reservation') as entry_reason,
                           max(created_at) filter (where kind = 'reservation') as opened_at,
                           max(created_at) filter (where kind in ('capture', 'release')) as ended_at
                      from ledger.entries
                     where ${inScope(scope)}
                       and kind in ('reservation', 'capture', 'fee', 'release')
                     group by reference) e
              full join (select reference, amount, reason, state, created_at, closed_at
                           from ledger.holds
                          where ${inScope(scope)}) h on h.reference = e.entry_reference
             where (state, amount, reason, created_at, closed_at, left_over)
                   is distinct from (story, reserved, entry_reason, opened_at, ended_at, case when story = 'open' then reserved else 0 end)
             order by of_reference
             limit 1) c
     cross join lateral (values
       (1, 'the reason of a hold is what its reservation says', entry_reason, case when reason <> entry_reason then reason end),
       (2, 'a hold begins with its reservation', opened_at::text, case when created_at <> opened_at then created_at::text end),
       (3, 'a hold ends with its capture or release', coalesce(ended_at::text, 'open'),
         case when state = story and closed_at is distinct from ended_at then coalesce(closed_at::text, 'open') end),
       (4, 'a hold is what its entries say', coalesce(story || ' ' || reserved, 'no entries'), coalesce(state || ' ' || amount, 'no hold'))
     ) as checks (number, rule, expected, found)
     where found is not null
     order by number
     limit 1`);
