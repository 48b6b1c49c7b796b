// pgbench scripts: the single path, and the same rows written by plain SQL, as one transaction and as one statement.

const inBook = (company: string) => `company_id = '${company}' and environment = 'sandbox'`;

/** One call of the single path, one transaction. */
export const singlePath = (company: string) => `
select ledger.post_one('${company}', 'sandbox', 'sandbox_credit', 'sbf_' || gen_random_uuid(), 'Sandbox funds credited', 100);
`;

/** The same rows, statement by statement in one transaction, with a minimum of reads. */
export const plainTransaction = (company: string) => `
begin;
select entries + 1 as number from ledger.books where ${inBook(company)} for update \\gset
select balance as held from ledger.accounts where ${inBook(company)} and account = 'held' \\gset
update ledger.accounts set balance = balance + 100, lines = lines + 1 where ${inBook(company)} and account = 'available'
  returning balance as available, lines as target_line \\gset
update ledger.accounts set balance = balance - 100, lines = lines + 1 where ${inBook(company)} and account = 'deposits'
  returning balance as deposits, lines as source_line \\gset
insert into ledger.entries (company_id, environment, sequence, kind, reference, description,
                            available_delta, held_delta, available_after, held_after, created_at)
values ('${company}', 'sandbox', :number, 'sandbox_credit', 'sbf_' || gen_random_uuid(), 'Sandbox funds credited',
        100, 0, :available, :held, clock_timestamp());
insert into ledger.lines (company_id, environment, account, sequence, entry_sequence, amount, balance_after)
values ('${company}', 'sandbox', 'available', :target_line, :number, 100, :available),
       ('${company}', 'sandbox', 'deposits', :source_line, :number, -100, :deposits);
update ledger.books set entries = :number, last_entry_at = clock_timestamp() where ${inBook(company)};
commit;
`;

/** The same rows in one statement. Correct for one client only: with several it would read before it has the lock. */
export const plainStatement = (company: string) => `
with book as (
  select entries + 1 as number from ledger.books where ${inBook(company)} for update
), moved as (
  update ledger.accounts a
     set balance = a.balance + case a.account when 'available' then 100 else -100 end, lines = a.lines + 1
    from book
   where ${inBook(company)} and a.account in ('available', 'deposits')
  returning a.account, a.balance, a.lines
), entry as (
  insert into ledger.entries (company_id, environment, sequence, kind, reference, description,
                              available_delta, held_delta, available_after, held_after, created_at)
  select '${company}', 'sandbox', book.number, 'sandbox_credit', 'sbf_' || gen_random_uuid(), 'Sandbox funds credited',
         100, 0, moved.balance, held.balance, clock_timestamp()
    from book, moved, ledger.accounts held
   where moved.account = 'available' and ${inBook(company)} and held.account = 'held'
), line as (
  insert into ledger.lines (company_id, environment, account, sequence, entry_sequence, amount, balance_after)
  select '${company}', 'sandbox', moved.account, moved.lines, book.number,
         case moved.account when 'available' then 100 else -100 end, moved.balance
    from book, moved
)
update ledger.books set entries = book.number, last_entry_at = clock_timestamp() from book where ${inBook(company)};
`;
