-- Whether one state of a payment can become the other. A settled payment may be reversed; declined and reversed are
-- final.
create or replace function payment_moves_on(earlier text, later text) returns boolean
  language sql immutable parallel safe
  return earlier = 'pending' and later in ('settled', 'declined', 'reversed') or earlier = 'settled' and later = 'reversed';
alter function payment_moves_on(text, text) owner to cardwright_owner;
grant execute on function payment_moves_on(text, text) to cardwright_posting;
