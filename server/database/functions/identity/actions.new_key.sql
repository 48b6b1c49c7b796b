-- Writes an API key and its audit entry. Only the hash of the key comes here.
create or replace function actions.new_key(given jsonb, more jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  company uuid := (given ->> 'company')::uuid;
  scopes text[] := array(select jsonb_array_elements_text(given -> 'scopes'));
begin
  insert into public.api_keys (id, company_id, environment, name, hash, pepper_version, hint, scopes, created_at, expires_at, rotated_from)
  select (given ->> 'id')::uuid, c.id, (given ->> 'environment')::public.environment, given ->> 'name', decode(given ->> 'hash', 'hex'),
         (given ->> 'pepperVersion')::smallint, given ->> 'hint', scopes, clock_timestamp(), (given ->> 'expiresAt')::timestamptz,
         (given ->> 'rotatedFrom')::uuid
    from public.companies c
   where c.id = company;
  if not found then
    return '{"refused":"company_not_found"}';
  end if;
  return jsonb_build_object('company', company, 'environment', given -> 'environment',
    'subject', public.shown_id('key', (given ->> 'id')::uuid),
    'details', jsonb_strip_nulls(jsonb_build_object('name', given -> 'name', 'scopes', given -> 'scopes', 'expiresAt', given -> 'expiresAt')) || more,
    'result', jsonb_strip_nulls(jsonb_build_object('name', given -> 'name', 'scopes', given -> 'scopes', 'expiresAt', given -> 'expiresAt')));
end
$$;
alter function actions.new_key(jsonb, jsonb) owner to cardwright_posting;
