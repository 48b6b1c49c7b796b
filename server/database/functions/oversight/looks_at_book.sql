-- Whether a finished reconciliation covers a book.
create or replace function looks_at_book(r reconciliation_runs, of_company uuid, of_environment environment) returns boolean
  language sql immutable parallel safe
  return (r.only_company is null or r.only_company = of_company) and (r.only_environment is null or r.only_environment = of_environment);
alter function looks_at_book(reconciliation_runs, uuid, environment) owner to cardwright_owner;
grant execute on function looks_at_book(reconciliation_runs, uuid, environment) to cardwright_posting;
