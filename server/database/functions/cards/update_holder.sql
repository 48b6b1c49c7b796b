-- Changes the external id and the metadata of a cardholder, by an API key. An erased cardholder cannot be changed: no
-- words about the person come back. A request that changes nothing has no event. `given` is json, because jsonb would
-- sort the keys of the metadata.
create or replace function update_holder(of_company uuid, of_environment environment, api_key_id uuid, of_holder uuid, given json) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  holder public.holders;
  new_external_id text;
  new_metadata json;
  taken_by uuid;
  refusal text;
begin
  perform public.require_scope(array[of_company], array[of_environment], array[api_key_id], null);
  perform ledger.lock_books(array[of_company], array[of_environment]);
  select h.* into holder
    from public.holders h
   where h.company_id = of_company and h.environment = of_environment and h.id = of_holder
     for update;
  refusal := public.refusal_of_key(of_company, of_environment, api_key_id, 'holders:write');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  if holder.id is null then
    return '{"refused":"holder_not_found"}';
  end if;
  if holder.erased_at is not null then
    return '{"refused":"holder_not_active"}';
  end if;
  new_external_id := coalesce(given ->> 'externalId', holder.external_id);
  new_metadata := coalesce(given -> 'metadata', holder.metadata);
  if new_external_id <> holder.external_id then
    taken_by := public.holder_with_external_id(of_company, of_environment, new_external_id);
    if taken_by is not null then
      return jsonb_build_object('refused', 'external_id_taken', 'takenBy', taken_by);
    end if;
    holder.external_id_reserved := new_external_id <> '';
  elsif new_metadata::text = holder.metadata::text then
    return jsonb_build_object('text', public.holder_text(holder));
  end if;
  update public.holders h
     set external_id = new_external_id, external_id_reserved = holder.external_id_reserved, metadata = new_metadata
   where h.company_id = of_company and h.environment = of_environment and h.id = of_holder
  returning h.* into holder;
  perform public.append_holder_event(holder, 'updated');
  return jsonb_build_object('text', public.holder_text(holder));
end
$$;
alter function update_holder(uuid, environment, uuid, uuid, json) owner to cardwright_posting;
grant execute on function update_holder(uuid, environment, uuid, uuid, json) to cardwright_api;
