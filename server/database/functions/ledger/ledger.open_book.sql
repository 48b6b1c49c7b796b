-- Creates the book of a company, with all accounts at zero.
create or replace function ledger.open_book(of_company uuid, of_environment environment) returns void
  language sql security definer
begin atomic
  insert into ledger.books (company_id, environment) values (of_company, of_environment);
  insert into ledger.accounts (company_id, environment, account)
  select of_company, of_environment, a.account from unnest(enum_range(null::ledger.account)) as a (account);
end;
alter function ledger.open_book(uuid, environment) owner to cardwright_posting;
