-- The position of an account in an array of all six, in the order of the chart.
create or replace function ledger.place_of(account ledger.account) returns integer
  language sql immutable parallel safe
  return case account
    when 'available' then 1 when 'held' then 2 when 'issuer' then 3 when 'fees' then 4 when 'deposits' then 5 when 'adjustments' then 6
  end;
alter function ledger.place_of(ledger.account) owner to cardwright_owner;
grant execute on function ledger.place_of(ledger.account) to cardwright_posting;
