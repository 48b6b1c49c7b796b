-- Whether the amounts of two states of one payment match. The settled amount may differ from the authorised one, as
-- with real cards. An authorised payment may be reversed by the settled amount, because the settlement may still be in
-- transit.
create or replace function payment_amounts_fit(earlier transactions, later transactions) returns boolean
  language sql immutable parallel safe
  return earlier.amount = later.amount or earlier.status = 'pending' and later.status in ('settled', 'reversed');
alter function payment_amounts_fit(transactions, transactions) owner to cardwright_owner;
grant execute on function payment_amounts_fit(transactions, transactions) to cardwright_posting;
