-- Cards per month of an individual's company, the specification's limit.
create or replace function monthly_quota() returns integer
  language sql immutable parallel safe
  return 500;
alter function monthly_quota() owner to cardwright_owner;
grant execute on function monthly_quota() to cardwright_posting;
