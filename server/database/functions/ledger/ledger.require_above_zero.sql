-- Raises CW005 unless every amount is above zero.
create or replace function ledger.require_above_zero(amounts bigint[]) returns void
  language plpgsql as $$
begin
  if exists (select 1 from unnest(amounts) as a (amount) where a.amount is null or a.amount <= 0) then
    raise exception 'an amount is above zero' using errcode = 'CW005';
  end if;
end
$$;
alter function ledger.require_above_zero(bigint[]) owner to cardwright_owner;
grant execute on function ledger.require_above_zero(bigint[]) to cardwright_posting;
