-- 1.5%, rounded up to the cent.
create or replace function deposit_fee(amount bigint) returns bigint
  language sql immutable parallel safe
  return (amount * 150 + 9999) / 10000;
alter function deposit_fee(bigint) owner to cardwright_owner;
grant execute on function deposit_fee(bigint) to cardwright_posting;
