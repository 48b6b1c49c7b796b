-- Revokes a key immediately, also of a company that may not create any. Returns a refusal or null.
create or replace function end_key(of_company uuid, of_environment environment, of_user uuid, of_key uuid, at timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := public.refusal_of_member(of_company, of_user, array['owner', 'developer']);
begin
  if refusal is not null then
    return refusal;
  end if;
  update public.api_keys k set revoked_at = at
   where k.company_id = of_company and k.environment = of_environment and k.id = of_key and k.person_id is null and k.revoked_at is null;
  if not found then
    return 'key_not_found';
  end if;
  perform public.log_action_of_person(of_user, at, 'key.revoke', of_company, public.shown_id('key', of_key),
    jsonb_build_object('environment', of_environment));
  return null;
end
$$;
alter function end_key(uuid, environment, uuid, uuid, timestamptz) owner to cardwright_posting;
grant execute on function end_key(uuid, environment, uuid, uuid, timestamptz) to cardwright_portal;
