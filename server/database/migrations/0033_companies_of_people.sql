-- migrate:up
set lock_timeout = '5s';

-- Who belongs to which company, and as what. Written and read by the functions below only.
create table members (
  company_id  uuid not null references companies,
  user_id     uuid not null references people.users,
  role        text not null check (role in ('owner', 'finance', 'developer', 'viewer')),
  since       timestamptz(3) not null,
  primary key (company_id, user_id)
);
create index members_by_user on members (user_id, since);
call protect_by_scope('members', 'company_id = current_company()');
grant select, insert, delete on members to cardwright_posting;
grant update (role) on members to cardwright_posting;

-- An invitation ends by being accepted, withdrawn or too old; one address has one at a time.
create table invitations (
  company_id  uuid not null references companies,
  id          uuid not null,
  email       text not null check (length(email) between 3 and 320 and email = lower(email)),
  role        text not null check (role in ('owner', 'finance', 'developer', 'viewer')),
  invited_by  uuid not null references people.users,
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  primary key (company_id, id),
  constraint one_invitation_per_id unique (id),
  constraint one_invitation_per_email unique (company_id, email)
);
call protect_by_scope('invitations', 'company_id = current_company()');
grant select, insert, delete on invitations to cardwright_posting;

-- Names and addresses of people, for those who belong to the same company.
grant usage on schema people to cardwright_posting;
grant select (id, name, email, email_verified, two_factor_enabled) on people.users to cardwright_posting;

-- A company that a person opened names them; an operator's names nobody.
alter table companies add column opened_by uuid references people.users;
create index companies_by_opener on companies (opened_by) where opened_by is not null;
grant insert on companies to cardwright_posting;

-- A person key is what a member's session acts with: whatever is asked of a key is asked of the member. It is found by person and never by
-- a text: its hash is of words that are no key.
alter table api_keys add column person_id uuid references people.users;
create unique index one_person_key on api_keys (company_id, environment, person_id) where person_id is not null;
alter table api_keys add constraint person_keys_do_not_end check (person_id is null or (expires_at is null and rotated_from is null));
grant insert on api_keys to cardwright_posting;
grant update (scopes, revoked_at) on api_keys to cardwright_posting;

grant insert on audit_log to cardwright_posting;

-- What a role may do with the API.
create function scopes_of_role(of_role text, of_environment environment) returns text[]
  language sql immutable
begin atomic
  select case
           when of_role = 'owner' or (of_role = 'developer' and of_environment = 'sandbox') then
             array['funding:write', 'cards:write', 'services:write', 'cards:read', 'holders:read', 'operations:read', 'balance:read',
                   'holders:write', 'webhooks:read', 'webhooks:write']
           when of_role = 'finance' then
             array['funding:write', 'cards:write', 'services:write', 'cards:read', 'holders:read', 'operations:read', 'balance:read',
                   'holders:write', 'webhooks:read']
           when of_role = 'developer' then
             array['cards:read', 'holders:read', 'operations:read', 'balance:read', 'webhooks:read', 'webhooks:write']
           when of_role = 'viewer' then
             array['cards:read', 'holders:read', 'operations:read', 'balance:read']
         end;
end;
grant execute on function scopes_of_role(text, environment) to cardwright_posting;

-- An act of a person in the audit log. The chain over it covers the details, so the person stands there; an operator's act has an operator.
create function note_act_of_person(by_user uuid, at timestamptz, act text, of_company uuid, of_subject text, more jsonb) returns void
  language sql security definer
begin atomic
  insert into public.audit_log (at, action, company_id, subject, details)
  values (at, act, of_company, of_subject, jsonb_build_object('person', public.shown_id('usr', by_user)) || more);
end;
call run_as_posting('note_act_of_person(uuid, timestamptz, text, uuid, text, jsonb)');

-- Opens a company, not yet verified, with an empty book in each environment and whoever opened it as its owner. Answers a refusal or null.
create function open_company(by_user uuid, of_company uuid, called text, of_kind text, at timestamptz, most integer) returns text
  language plpgsql security definer as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('companies of ' || by_user, 0)); -- two at once are counted one after the other
  if (select count(*) from public.companies c where c.opened_by = by_user) >= most then
    return 'company_limit';
  end if;
  insert into public.companies (id, name, kind, created_at, opened_by) values (of_company, called, of_kind, at, by_user);
  perform ledger.open_book(of_company, 'sandbox');
  perform ledger.open_book(of_company, 'live');
  insert into public.members (company_id, user_id, role, since) values (of_company, by_user, 'owner', at);
  perform public.note_act_of_person(by_user, at, 'company.open', of_company, public.shown_id('com', of_company),
    jsonb_build_object('name', called, 'kind', of_kind));
  return null;
end
$$;

-- What a member's request is let in with: the person key, made or brought up to date as the role says, and the company as it stands. No row:
-- not a member.
create function enter_company(of_user uuid, of_company uuid, of_environment environment, new_key uuid, new_hash bytea, new_pepper smallint,
    at timestamptz)
  returns table (role text, key_id uuid, company_id uuid, environment environment, scopes text[], expires_at timestamptz,
    revoked_at timestamptz, verification text, suspended boolean, reads_per_second integer, writes_per_second integer,
    statements_per_second integer)
  language plpgsql security definer as $$
#variable_conflict use_column
declare
  found_role text := (select m.role from public.members m where m.company_id = of_company and m.user_id = of_user);
  wanted text[] := public.scopes_of_role(found_role, of_environment);
begin
  if found_role is null then
    return;
  end if;
  if not exists (
       select from public.api_keys k
        where k.company_id = of_company and k.environment = of_environment and k.person_id = of_user and k.revoked_at is null and k.scopes = wanted) then
    -- Locked: whoever changes or removes the member comes before, and is seen, or after, and finds the key.
    select m.role into found_role from public.members m where m.company_id = of_company and m.user_id = of_user for share;
    if not found then
      return;
    end if;
    wanted := public.scopes_of_role(found_role, of_environment);
    insert into public.api_keys as k (id, company_id, environment, name, hash, pepper_version, hint, scopes, created_at, person_id)
    values (new_key, of_company, of_environment, 'a person', new_hash, new_pepper, '', wanted, at, of_user)
    on conflict (company_id, environment, person_id) where person_id is not null do update set scopes = wanted, revoked_at = null;
  end if;
  return query
    select found_role, k.id, k.company_id, k.environment, k.scopes, k.expires_at, k.revoked_at, c.verification, c.suspended_at is not null,
           c.reads_per_second, c.writes_per_second, c.statements_per_second
      from public.companies c
     cross join lateral (
       select x.* from public.api_keys x
        where x.company_id = of_company and x.environment = of_environment and x.person_id = of_user limit 1) as k
     where c.id = of_company;
end
$$;

-- The companies of a person, in the order in which they joined them.
create function list_companies_of_person(of_user uuid)
  returns table (id uuid, name text, kind text, role text, verification text, verification_reason text, suspended boolean,
    suspension_reason text, direct_invoices boolean, live_services boolean)
  language sql stable security definer
begin atomic
  select c.id, c.name, c.kind, m.role, c.verification, c.verification_reason, c.suspended_at is not null, c.suspension_reason,
         c.direct_invoices, c.live_services
    from public.members m
   cross join lateral (select * from public.companies x where x.id = m.company_id limit 1) as c
   where m.user_id = of_user
   order by m.since, c.id;
end;

-- The people of a company, for each other and for operators.
create function list_members(of_company uuid)
  returns table (user_id uuid, name text, email text, role text, has_second_factor boolean, since timestamptz)
  language sql stable security definer
begin atomic
  select m.user_id, u.name, u.email, m.role, u.two_factor_enabled, m.since
    from public.members m
   cross join lateral (select x.name, x.email, x.two_factor_enabled from people.users x where x.id = m.user_id limit 1) as u
   where m.company_id = of_company
   order by m.since, m.user_id;
end;

-- The invitations of a company that can still be accepted.
create function list_invitations(of_company uuid, at timestamptz)
  returns table (id uuid, email text, role text, expires_at timestamptz, invited_by text)
  language sql stable security definer
begin atomic
  select i.id, i.email, i.role, i.expires_at, u.name
    from public.invitations i
   cross join lateral (select x.name from people.users x where x.id = i.invited_by limit 1) as u
   where i.company_id = of_company and i.expires_at > at
   order by i.created_at, i.id;
end;

-- One change of a team at a time, and only by an owner. Answers a refusal or null.
create function refusal_of_team_change(by_user uuid, of_company uuid) returns text
  language plpgsql security definer as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('team of ' || of_company, 0));
  if not exists (select from public.members m where m.company_id = of_company and m.user_id = by_user and m.role = 'owner') then
    return 'role_missing';
  end if;
  return null;
end
$$;
call run_as_posting('refusal_of_team_change(uuid, uuid)');

-- Invites an address; an earlier invitation of it ends. Answers a refusal or null.
create function invite_member(by_user uuid, of_company uuid, invitation uuid, to_email text, as_role text, at timestamptz, until timestamptz,
    most integer) returns text
  language plpgsql security definer as $$
declare
  refusal text := public.refusal_of_team_change(by_user, of_company);
begin
  if refusal is not null then
    return refusal;
  end if;
  delete from public.invitations i where i.company_id = of_company and (i.email = to_email or i.expires_at <= at);
  if exists (select from people.users u
              cross join lateral (select from public.members m where m.company_id = of_company and m.user_id = u.id limit 1) as m
              where u.email = to_email) then
    return 'member_already';
  elsif (select count(*) from public.members m where m.company_id = of_company)
      + (select count(*) from public.invitations i where i.company_id = of_company) >= most then
    return 'team_limit';
  end if;
  insert into public.invitations (company_id, id, email, role, invited_by, created_at, expires_at)
  values (of_company, invitation, to_email, as_role, by_user, at, until);
  perform public.note_act_of_person(by_user, at, 'team.invite', of_company, public.shown_id('invite', invitation),
    jsonb_build_object('email', to_email, 'role', as_role));
  return null;
end
$$;

-- Takes an invitation back. Answers a refusal or null.
create function withdraw_invitation(by_user uuid, of_company uuid, invitation uuid, at timestamptz) returns text
  language plpgsql security definer as $$
declare
  refusal text := public.refusal_of_team_change(by_user, of_company);
begin
  if refusal is not null then
    return refusal;
  end if;
  delete from public.invitations i where i.company_id = of_company and i.id = invitation and i.expires_at > at;
  if not found then
    return 'invitation_not_found';
  end if;
  perform public.note_act_of_person(by_user, at, 'team.uninvite', of_company, public.shown_id('invite', invitation), '{}');
  return null;
end
$$;

-- An invitation, for whoever has proven that the address is theirs.
create function find_invitation(of_user uuid, invitation uuid, at timestamptz)
  returns table (id uuid, company_id uuid, company_name text, role text, expires_at timestamptz, invited_by text)
  language sql stable security definer
begin atomic
  select i.id, i.company_id, c.name, i.role, i.expires_at, b.name
    from public.invitations i
   cross join lateral (select x.email from people.users x where x.id = of_user and x.email_verified and x.email = i.email limit 1) as u
   cross join lateral (select x.name from public.companies x where x.id = i.company_id limit 1) as c
   cross join lateral (select x.name from people.users x where x.id = i.invited_by limit 1) as b
   where i.id = invitation and i.expires_at > at;
end;

-- Makes a member of whoever was invited; the invitation ends. Answers the company, or null when there is no such invitation for them.
create function accept_invitation(of_user uuid, invitation uuid, at timestamptz) returns uuid
  language plpgsql security definer as $$
declare
  found_invitation record;
begin
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

-- Changes what a member is, or with null removes them; their person keys follow in the same commit. The last owner stays one. Answers a
-- refusal or null.
create function change_member(by_user uuid, of_company uuid, of_user uuid, to_role text, at timestamptz) returns text
  language plpgsql security definer as $$
declare
  refusal text := public.refusal_of_team_change(by_user, of_company);
  from_role text;
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
  perform public.note_act_of_person(by_user, at, case when to_role is null then 'team.remove' else 'team.change' end, of_company,
    public.shown_id('usr', of_user), jsonb_strip_nulls(jsonb_build_object('from', from_role, 'to', to_role)));
  return null;
end
$$;

grant execute on function open_company(uuid, uuid, text, text, timestamptz, integer),
  enter_company(uuid, uuid, environment, uuid, bytea, smallint, timestamptz), list_companies_of_person(uuid), list_members(uuid),
  list_invitations(uuid, timestamptz), invite_member(uuid, uuid, uuid, text, text, timestamptz, timestamptz, integer),
  withdraw_invitation(uuid, uuid, uuid, timestamptz), find_invitation(uuid, uuid, timestamptz), accept_invitation(uuid, uuid, timestamptz),
  change_member(uuid, uuid, uuid, text, timestamptz) to cardwright_portal;
grant execute on function list_members(uuid) to cardwright_admin;
call run_as_posting('open_company(uuid, uuid, text, text, timestamptz, integer)');
call run_as_posting('enter_company(uuid, uuid, environment, uuid, bytea, smallint, timestamptz)');
call run_as_posting('list_companies_of_person(uuid)');
call run_as_posting('list_members(uuid)');
call run_as_posting('list_invitations(uuid, timestamptz)');
call run_as_posting('invite_member(uuid, uuid, uuid, text, text, timestamptz, timestamptz, integer)');
call run_as_posting('withdraw_invitation(uuid, uuid, uuid, timestamptz)');
call run_as_posting('find_invitation(uuid, uuid, timestamptz)');
call run_as_posting('accept_invitation(uuid, uuid, timestamptz)');
call run_as_posting('change_member(uuid, uuid, uuid, text, timestamptz)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
