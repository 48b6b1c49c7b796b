-- Posts a correction that two operators approved. False when it would take `available` below zero.
create or replace function ledger.adjust(of_company uuid, of_environment environment, ref text, amount bigint, description text) returns boolean
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select ledger.post_one(of_company, of_environment, 'adjustment', ref, description, amount) is not null;
end;
alter function ledger.adjust(uuid, environment, text, bigint, text) owner to cardwright_posting;
