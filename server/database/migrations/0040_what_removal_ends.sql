-- migrate:up
set lock_timeout = '5s';

-- An operator whom the desk added has no token before they make one themselves: nobody else ever sees it.
alter table operators
  alter column token_hash drop not null,
  alter column pepper_version drop not null,
  add constraint token_is_whole check ((token_hash is null) = (pepper_version is null));

-- One key of a company, with who made it; never a person's own.
create function find_key_of_company(of_company uuid, of_key uuid)
  returns table (id uuid, environment environment, name text, hint text, scopes text[], created_at timestamptz, created_by text,
    expires_at timestamptz, revoked_at timestamptz, rotated_from uuid, last_used_at timestamptz)
  language sql stable security definer
begin atomic
  select k.id, k.environment, k.name, k.hint, k.scopes, k.created_at, u.name, k.expires_at, k.revoked_at, k.rotated_from, k.last_used_at
    from public.api_keys k
    left join lateral (select x.name from people.users x where x.id = k.created_by limit 1) as u on true
   where k.company_id = of_company and k.environment = any (enum_range(null::environment)) and k.id = of_key and k.person_id is null;
end;
grant execute on function find_key_of_company(uuid, uuid) to cardwright_portal;
call run_as_posting('find_key_of_company(uuid, uuid)');

grant create on schema public to cardwright_posting;
set local role cardwright_posting;

-- The keys of a company in both environments, with who made them; never a person's own. Those that work come first, so that no number of
-- ended ones keeps them out of the list; then the newest.
create or replace function list_keys_of_company(of_company uuid, at_most integer)
  returns table (id uuid, environment environment, name text, hint text, scopes text[], created_at timestamptz, created_by text,
    expires_at timestamptz, revoked_at timestamptz, rotated_from uuid, last_used_at timestamptz)
  language sql stable security definer
begin atomic
  select k.id, k.environment, k.name, k.hint, k.scopes, k.created_at, u.name, k.expires_at, k.revoked_at, k.rotated_from, k.last_used_at
    from public.api_keys k
    left join lateral (select x.name from people.users x where x.id = k.created_by limit 1) as u on true
   where k.company_id = of_company and k.environment = any (enum_range(null::environment)) and k.person_id is null
   order by k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) desc, k.created_at desc, k.id desc
   limit at_most;
end;

-- Makes a member of whoever was invited; the invitation ends. Answers the company, or null when there is no such invitation for them.
create or replace function accept_invitation(of_user uuid, invitation uuid, at timestamptz) returns uuid
  language plpgsql security definer as $$
declare
  found_invitation record;
begin
  -- One change of a team at a time: whoever ends the invitation at this moment comes before, and it is gone, or after, and finds a member.
  perform pg_advisory_xact_lock(hashtextextended('team of ' || i.company_id, 0)) from public.invitations i where i.id = invitation;
  delete from public.invitations i
   where i.id = invitation and i.expires_at > at
     and exists (select from people.users u where u.id = of_user and u.email_verified and u.email = i.email)
  returning i.company_id, i.role into found_invitation;
  if not found then
    return null;
  end if;
  insert into public.members (company_id, user_id, role, since)
  values (found_invitation.company_id, of_user, found_invitation.role, at)
  on conflict do nothing;
  perform public.note_act_of_person(of_user, at, 'team.join', found_invitation.company_id, public.shown_id('usr', of_user),
    jsonb_build_object('invitation', public.shown_id('invite', invitation), 'role', found_invitation.role));
  return found_invitation.company_id;
end
$$;

-- Changes what a member is, or with null removes them; their person keys follow in the same commit, and so do the invitations of whoever is
-- an owner no longer: with one of them they could come back. The last owner stays one. Answers a refusal or null.
create or replace function change_member(by_user uuid, of_company uuid, of_user uuid, to_role text, at timestamptz) returns text
  language plpgsql security definer as $$
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
  perform public.note_act_of_person(by_user, at, case when to_role is null then 'team.remove' else 'team.change' end, of_company,
    public.shown_id('usr', of_user), jsonb_strip_nulls(jsonb_build_object('from', from_role, 'to', to_role, 'invitations', ended)));
  return null;
end
$$;

-- What such owners of before have left open.
delete from invitations i
 where i.invited_by is not null
   and not exists (select from members m where m.company_id = i.company_id and m.user_id = i.invited_by and m.role = 'owner');

reset role;
revoke create on schema public from cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
