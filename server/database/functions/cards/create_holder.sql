-- Creates a cardholder in one commit with its idempotency key, its answer and its event. `holder` is json, because jsonb
-- would sort the keys of the metadata.
create or replace function create_holder(claim jsonb, api_key_id uuid, holder json) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  key public.idempotency_keys := jsonb_populate_record(null::public.idempotency_keys, claim);
  wanted text := holder ->> 'externalId';
  taken_by uuid;
  created public.holders;
  refusal text;
  fate text;
begin
  perform public.require_scope(array[key.company_id], array[key.environment], array[api_key_id], null);
  -- Every function that stores a key or an external id holds this lock: the loser of a race finds the winner's.
  perform ledger.lock_books(array[key.company_id], array[key.environment]);
  fate := public.fate_of_reference(key.company_id, key.environment, 'holder', (holder ->> 'id')::uuid);
  if fate = 'recovering' then
    return '{"refused":"recovering"}';
  end if;
  if exists (select from public.idempotency_keys k
              where k.company_id = key.company_id and k.environment = key.environment and k.key = key.key) then
    return '{"known":true}';
  end if;
  if fate = 'explained' then
    return '{"refused":"idempotency_conflict"}';
  end if;
  taken_by := public.holder_with_external_id(key.company_id, key.environment, wanted);
  if taken_by is not null then
    return jsonb_build_object('refused', 'external_id_taken', 'takenBy', taken_by);
  end if;
  if fate is not null then
    return public.bind_holder(key, api_key_id, holder);
  end if;
  insert into public.holders (company_id, environment, id, name, email, kind, status, external_id, external_id_reserved, metadata, created_at)
  values (key.company_id, key.environment, (holder ->> 'id')::uuid, holder ->> 'name', holder ->> 'email', holder ->> 'kind', 'pending',
          wanted, wanted <> '', holder -> 'metadata', ledger.time_of(key.company_id, key.environment))
  returning * into created;
  key.response_body := public.holder_text(created);
  insert into public.idempotency_keys select key.*;
  perform public.append_holder_event(created, 'created');
  refusal := public.refusal_of_key(key.company_id, key.environment, api_key_id, 'holders:write');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  return jsonb_build_object('text', key.response_body);
end
$$;
alter function create_holder(jsonb, uuid, json) owner to cardwright_posting;
grant execute on function create_holder(jsonb, uuid, json) to cardwright_api;
