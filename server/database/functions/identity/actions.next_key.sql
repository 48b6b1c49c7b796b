-- Replaces a key, once, by one with the same scopes and the same end. The old key works until the overlap ends.
create or replace function actions.next_key(given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  k public.api_keys;
begin
  select x.* into k
    from public.api_keys x
   where x.company_id = (given ->> 'company')::uuid and x.environment = (given ->> 'environment')::public.environment
     and x.id = (given ->> 'key')::uuid and x.person_id is null
     for update;
  if k.id is null or k.revoked_at is not null or k.expires_at <= clock_timestamp() then
    return '{"refused":"no_such_live_key"}';
  end if;
  perform from public.api_keys x
    where x.company_id = k.company_id and x.environment = k.environment and x.rotated_from = k.id;
  if found then
    return '{"refused":"replaced_already"}';
  end if;
  update public.api_keys x
     set expires_at = least(x.expires_at, clock_timestamp() + make_interval(hours => (given ->> 'overlapHours')::integer))
   where x.company_id = k.company_id and x.environment = k.environment and x.id = k.id and x.revoked_at is null;
  return actions.new_key(
    given || jsonb_build_object('name', k.name, 'scopes', to_jsonb(k.scopes), 'expiresAt', k.expires_at, 'rotatedFrom', k.id),
    jsonb_build_object('rotatedFrom', public.shown_id('key', k.id), 'overlapHours', given -> 'overlapHours'));
end
$$;
alter function actions.next_key(jsonb) owner to cardwright_posting;
