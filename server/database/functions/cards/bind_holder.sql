-- Binds an Idempotency-Key to the adopted cardholder that has its id, if the request describes the person that the issuer
-- registered. External id and metadata, which the issuer never had, are taken from the request. Returns what `create_holder`
-- returns. The caller holds the lock of the book and has checked the external id.
create or replace function bind_holder(key idempotency_keys, api_key_id uuid, holder json) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  bound public.holders;
  refusal text;
begin
  update public.holders h
     set external_id = holder ->> 'externalId', external_id_reserved = holder ->> 'externalId' <> '', metadata = holder -> 'metadata'
   where h.company_id = key.company_id and h.environment = key.environment and h.id = (holder ->> 'id')::uuid
     and (h.name, h.email, h.kind) = (holder ->> 'name', holder ->> 'email', holder ->> 'kind')
  returning h.* into bound;
  if bound.id is null then
    return '{"refused":"idempotency_conflict"}';
  end if;
  key.response_body := public.holder_text(bound);
  insert into public.idempotency_keys select key.*;
  perform public.append_holder_event(bound, 'updated');
  refusal := public.refusal_of_key(key.company_id, key.environment, api_key_id, 'holders:write');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  return '{"known":true}';
end
$$;
alter function bind_holder(idempotency_keys, uuid, json) owner to cardwright_posting;
