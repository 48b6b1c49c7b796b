-- Creates a key for a company. Returns a refusal or null.
create or replace function make_key(of_company uuid, of_environment environment, of_user uuid, new_key uuid, called text, new_hash bytea,
    new_pepper integer, new_hint text, new_scopes text[], ends_at timestamptz, at timestamptz, most integer) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := public.refusal_of_key_maker(of_company, of_user);
begin
  if refusal is not null then
    return refusal;
  end if;
  if not public.may_grant(of_company, of_user, of_environment, new_scopes) then
    return 'key_beyond_role';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('keys of ' || of_company, 0)); -- serializes concurrent creations for the count
  if (select count(*) from public.api_keys k
       where k.company_id = of_company and k.environment = of_environment and k.person_id is null and k.revoked_at is null
         and (k.expires_at is null or k.expires_at > at)) >= most then
    return 'key_limit';
  end if;
  insert into public.api_keys (id, company_id, environment, name, hash, pepper_version, hint, scopes, created_at, expires_at, created_by)
  values (new_key, of_company, of_environment, called, new_hash, new_pepper, new_hint, new_scopes, at, ends_at, of_user);
  perform public.log_action_of_person(of_user, at, 'key.create', of_company, public.shown_id('key', new_key),
    jsonb_strip_nulls(jsonb_build_object('environment', of_environment, 'name', called, 'scopes', new_scopes, 'expiresAt', ends_at)));
  return null;
end
$$;
alter function make_key(uuid, environment, uuid, uuid, text, bytea, integer, text, text[], timestamptz, timestamptz, integer) owner to cardwright_posting;
grant execute on function make_key(uuid, environment, uuid, uuid, text, bytea, integer, text, text[], timestamptz, timestamptz, integer) to cardwright_portal;
