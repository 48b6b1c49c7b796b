-- The effect of a payment on the balance of its card.
create or replace function effect_of_payment(status text, amount bigint) returns bigint
  language sql immutable parallel safe
  return case when status in ('pending', 'settled') then amount else 0 end;
alter function effect_of_payment(text, bigint) owner to cardwright_owner;
grant execute on function effect_of_payment(text, bigint) to cardwright_posting;
