-- Removes a member and, when asked to, revokes the keys that they created, each with its audit entry. Returns a refusal
-- or null.
create or replace function remove_member(by_user uuid, of_company uuid, of_user uuid, with_keys boolean, at timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := public.change_member(by_user, of_company, of_user, null, at);
  ended record;
begin
  if refusal is not null or not with_keys then
    return refusal;
  end if;
  for ended in
    update public.api_keys k set revoked_at = at
     where k.company_id = of_company and k.environment = any (enum_range(null::public.environment)) and k.created_by = of_user
       and k.person_id is null and k.revoked_at is null and (k.expires_at is null or k.expires_at > at)
    returning k.id, k.environment
  loop
    perform public.log_action_of_person(by_user, at, 'key.revoke', of_company, public.shown_id('key', ended.id),
      jsonb_build_object('environment', ended.environment, 'removed', public.shown_id('usr', of_user)));
  end loop;
  return null;
end
$$;
alter function remove_member(uuid, uuid, uuid, boolean, timestamptz) owner to cardwright_posting;
grant execute on function remove_member(uuid, uuid, uuid, boolean, timestamptz) to cardwright_portal;
