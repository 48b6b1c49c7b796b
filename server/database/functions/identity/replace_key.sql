-- Replaces a key by one with the same scopes and the same end. The old key works until the overlap ends. Answers a
-- refusal or null.
create or replace function replace_key(of_company uuid, of_environment environment, of_user uuid, old_key uuid, new_key uuid, new_hash bytea,
    new_pepper integer, new_hint text, overlap interval, at timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := public.refusal_of_key_maker(of_company, of_user);
  old public.api_keys;
begin
  if refusal is not null then
    return refusal;
  end if;
  select * into old from public.api_keys k
   where k.company_id = of_company and k.environment = of_environment and k.id = old_key and k.person_id is null for update;
  if not found then
    return 'key_not_found';
  elsif old.revoked_at is not null or old.expires_at <= at then
    return 'key_not_active';
  elsif exists (select from public.api_keys k
                 where k.company_id = of_company and k.environment = of_environment and k.rotated_from = old_key) then
    return 'key_replaced';
  elsif not public.may_grant(of_company, of_user, of_environment, old.scopes) then
    return 'key_beyond_role';
  end if;
  update public.api_keys k set expires_at = least(k.expires_at, at + overlap)
   where k.company_id = of_company and k.environment = of_environment and k.id = old_key and k.revoked_at is null;
  insert into public.api_keys (id, company_id, environment, name, hash, pepper_version, hint, scopes, created_at, expires_at, rotated_from, created_by)
  values (new_key, of_company, of_environment, old.name, new_hash, new_pepper, new_hint, old.scopes, at, old.expires_at, old_key, of_user);
  perform public.log_action_of_person(of_user, at, 'key.rotate', of_company, public.shown_id('key', new_key),
    jsonb_build_object('environment', of_environment, 'rotatedFrom', public.shown_id('key', old_key), 'overlapSeconds', extract(epoch from overlap)));
  return null;
end
$$;
alter function replace_key(uuid, environment, uuid, uuid, uuid, bytea, integer, text, interval, timestamptz) owner to cardwright_posting;
grant execute on function replace_key(uuid, environment, uuid, uuid, uuid, bytea, integer, text, interval, timestamptz) to cardwright_portal;
