-- Changes the role of a member, or removes them with null. Their session keys follow in the same commit. Someone who is
-- no longer an owner loses their invitations too: through one of them they could come back. The last owner stays.
-- Returns a refusal or null.
create or replace function change_member(by_user uuid, of_company uuid, of_user uuid, to_role text, at timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := public.refusal_of_team_change(by_user, of_company);
  from_role text;
  ended jsonb;
begin
  if refusal is not null then
    return refusal;
  end if;
  select m.role into from_role from public.members m where m.company_id = of_company and m.user_id = of_user for update;
  if not found then
    return 'member_not_found';
  elsif from_role = 'owner' and to_role is distinct from 'owner'
    and not exists (select from public.members m where m.company_id = of_company and m.role = 'owner' and m.user_id <> of_user) then
    return 'last_owner';
  end if;
  if to_role is null then
    delete from public.members m where m.company_id = of_company and m.user_id = of_user;
  else
    update public.members m set role = to_role where m.company_id = of_company and m.user_id = of_user;
  end if;
  update public.api_keys k
     set scopes = coalesce(public.scopes_of_role(to_role, k.environment), k.scopes),
         revoked_at = case when to_role is null then at else k.revoked_at end
   where k.company_id = of_company and k.environment = any (enum_range(null::public.environment)) and k.person_id = of_user
     and k.revoked_at is null;
  if to_role is distinct from 'owner' then
    with gone as (
      delete from public.invitations i where i.company_id = of_company and i.invited_by = of_user returning i.id, i.expires_at
    )
    select jsonb_agg(public.shown_id('invite', gone.id) order by gone.id) into ended from gone where gone.expires_at > at;
  end if;
  perform public.log_action_of_person(by_user, at, case when to_role is null then 'team.remove' else 'team.change' end, of_company,
    public.shown_id('usr', of_user), jsonb_strip_nulls(jsonb_build_object('from', from_role, 'to', to_role, 'invitations', ended)));
  return null;
end
$$;
alter function change_member(uuid, uuid, uuid, text, timestamptz) owner to cardwright_posting;
grant execute on function change_member(uuid, uuid, uuid, text, timestamptz) to cardwright_portal;
