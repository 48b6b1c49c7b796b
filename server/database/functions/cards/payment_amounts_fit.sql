-- Whether the amounts of two states of one payment fit. What is settled may differ from what was authorised, as it does with
-- real cards; and what was authorised may be reversed by the settled amount, because the settlement may still be on its way to us.
create or replace function payment_amounts_fit(earlier transactions, later transactions) returns boolean
  language sql immutable parallel safe
  return earlier.amount = later.amount or earlier.status = 'pending' and later.status in ('settled', 'reversed');
alter function payment_amounts_fit(transactions, transactions) owner to cardwright_owner;
grant execute on function payment_amounts_fit(transactions, transactions) to cardwright_posting;
