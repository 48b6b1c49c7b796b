-- Stores an import and its rows in one commit with its idempotency key. Orders nothing.
create or replace function create_import(claim jsonb, api_key_id uuid, import jsonb, its_rows jsonb) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  key public.idempotency_keys := jsonb_populate_record(null::public.idempotency_keys, claim);
  refusal text;
begin
  perform public.require_scope(array[key.company_id], array[key.environment], array[api_key_id], null);
  -- Every function that stores a key holds this lock: the loser of a race finds the winner's.
  perform ledger.lock_books(array[key.company_id], array[key.environment]);
  if exists (select from public.idempotency_keys k
              where k.company_id = key.company_id and k.environment = key.environment and k.key = key.key) then
    return '{"known":true}';
  end if;
  insert into public.imports (company_id, environment, id, type, product_id, rows, amount, fee, created_at)
  select key.company_id, key.environment, (import ->> 'id')::uuid, import ->> 'type', (import ->> 'product_id')::uuid,
         count(*), sum(r.amount), sum(r.fee), ledger.time_of(key.company_id, key.environment)
    from jsonb_to_recordset(its_rows) as r (amount bigint, fee bigint);
  insert into public.import_rows (company_id, environment, import_id, number, operation_id, holder_id, card_id, name, amount, fee)
  select key.company_id, key.environment, (import ->> 'id')::uuid, r.number, r.operation_id, r.holder_id, r.card_id,
         case when h.is_erased then '' else r.name end, -- an erasure holds the lock too, and may have come after the preview
         r.amount, r.fee
    from jsonb_to_recordset(its_rows) as r (number integer, operation_id uuid, holder_id uuid, card_id uuid, name text, amount bigint, fee bigint)
    left join lateral (
      select x.erased_at is not null as is_erased from public.holders x
       where x.company_id = key.company_id and x.environment = key.environment and x.id = r.holder_id limit 1) as h on true;
  insert into public.idempotency_keys select key.*;
  refusal := public.refusal_of_key(key.company_id, key.environment, api_key_id, 'cards:write');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  return '{}';
end
$$;
alter function create_import(jsonb, uuid, jsonb, jsonb) owner to cardwright_posting;
grant execute on function create_import(jsonb, uuid, jsonb, jsonb) to cardwright_api;
