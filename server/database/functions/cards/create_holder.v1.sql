-- For processes of the previous version: creates a cardholder without metadata or event, and reserves no external id.
create or replace function create_holder(claim jsonb, api_key_id uuid, holder jsonb) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  key public.idempotency_keys := jsonb_populate_record(null::public.idempotency_keys, claim);
  refusal text;
begin
  perform public.require_scope(array[key.company_id], array[key.environment], array[api_key_id], null);
  -- Every function that stores a key holds this lock: the loser of a race finds the winner's key.
  perform ledger.lock_books(array[key.company_id], array[key.environment]);
  if public.fate_of_reference(key.company_id, key.environment, 'holder', (holder ->> 'id')::uuid) is not null then
    raise exception 'the issuer knew this cardholder when the database had lost it' using errcode = 'CW062';
  end if;
  insert into public.idempotency_keys select key.* on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into public.holders (company_id, environment, id, name, email, kind, status, external_id, created_at)
  values (key.company_id, key.environment, (holder ->> 'id')::uuid, holder ->> 'name', holder ->> 'email', holder ->> 'kind', 'pending',
          holder ->> 'externalId', ledger.time_of(key.company_id, key.environment));
  refusal := public.refusal_of_key(key.company_id, key.environment, api_key_id, 'holders:write');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  return true;
end
$$;
alter function create_holder(jsonb, uuid, jsonb) owner to cardwright_posting;
grant execute on function create_holder(jsonb, uuid, jsonb) to cardwright_api;
