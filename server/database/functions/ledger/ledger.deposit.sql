-- Posts a confirmed deposit: the whole amount in, then our fee out of it, an entry each.
create or replace function ledger.deposit(of_company uuid, of_environment environment, ref text, amount bigint, fee bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if fee < 0 or fee > amount or amount <= 0 then
    raise exception 'a deposit is above zero and covers its fee' using errcode = 'CW005';
  end if;
  perform ledger.post_one(of_company, of_environment, 'deposit', ref, 'Deposit', amount);
  perform ledger.post_one(of_company, of_environment, 'deposit_fee', ref, 'Deposit fee', fee);
end
$$;
alter function ledger.deposit(uuid, environment, text, bigint, bigint) owner to cardwright_posting;
