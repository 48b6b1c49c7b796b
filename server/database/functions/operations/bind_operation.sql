-- Binds an Idempotency-Key to the adopted operation that has its id, if the request asks for what the issuer did. Fields that
-- the issuer never had are taken from the request. Returns null, or a refusal; then nothing happened. The caller holds the
-- lock of the book.
create or replace function bind_operation(key idempotency_keys, api_key_id uuid, request jsonb) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  o public.operations;
  refusal text;
begin
  select x.* into o
    from public.operations x
   where x.company_id = key.company_id and x.environment = key.environment and x.id = (request ->> 'id')::uuid
     and x.type = request ->> 'type' and x.amount = (request ->> 'amount')::bigint
     and x.product_id = coalesce((request ->> 'product_id')::uuid, x.product_id)
     and (x.type <> 'issue' or x.holder_id = (request ->> 'holder_id')::uuid)
     and (x.type in ('issue', 'service') or x.card_id = (request ->> 'card_id')::uuid)
     and x.recipient = coalesce(request ->> 'recipient', '')
     and (coalesce(request ->> 'name', '') in ('', x.name))
     and (x.type <> 'limits' or x.limits::jsonb = request -> 'limits')
     for update;
  if not found then
    return 'idempotency_conflict';
  end if;
  if request ? 'metadata' then
    o.metadata := (request ->> 'metadata')::json;
    update public.operations x
       set metadata = o.metadata
     where x.company_id = o.company_id and x.environment = o.environment and x.id = o.id;
  end if;
  key.response_body := public.operation_text(o, key.resource_id, public.shown_id('card', o.card_id));
  insert into public.idempotency_keys select key.*;
  refusal := public.refusal_of_key(key.company_id, key.environment, api_key_id,
    case o.type when 'service' then 'services:write' else 'cards:write' end);
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  return null;
end
$$;
alter function bind_operation(idempotency_keys, uuid, jsonb) owner to cardwright_posting;
