-- migrate:up
set lock_timeout = '5s';

-- Whoever invites is a member or an operator: a company that an operator made has nobody yet who could invite its first owner. Operators
-- have one invitation at a time for a company.
alter table invitations
  alter column invited_by drop not null,
  add column operator_id uuid references operators,
  add constraint invited_by_one check ((invited_by is null) <> (operator_id is null)),
  add constraint operators_invite_owners check (operator_id is null or role = 'owner');
create unique index one_invitation_of_operators on invitations (company_id) where operator_id is not null;

-- A letter with an invitation goes to its address, where nobody has signed up yet perhaps. It has the id of the invitation, which it lives
-- no longer than.
alter table mails
  alter column user_id drop not null,
  drop constraint mails_kind_check,
  add constraint mails_kind_check check (kind in ('verification_approved', 'verification_rejected', 'owner_invited')),
  add constraint invited_or_known check ((kind = 'owner_invited') = (user_id is null));

-- Invites the first owner of a company in the name of an operator, and queues the letter. An earlier invitation of operators ends. Answers a
-- refusal or null.
create function invite_first_owner(by_operator uuid, of_company uuid, invitation uuid, to_email text, at timestamptz, until timestamptz) returns text
  language plpgsql security definer as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('team of ' || of_company, 0));
  if not exists (select from public.companies c where c.id = of_company) then
    return 'company_not_found';
  end if;
  -- Before the owners are looked for: whoever accepts at this moment is waited for here, and seen below.
  delete from public.invitations i where i.company_id = of_company and i.operator_id is not null;
  if exists (select from public.members m where m.company_id = of_company and m.role = 'owner') then
    return 'has_owner';
  end if;
  insert into public.invitations (company_id, id, email, role, operator_id, created_at, expires_at)
  values (of_company, invitation, to_email, 'owner', by_operator, at, until);
  insert into public.mails (company_id, id, kind, details, created_at, next_at)
  values (of_company, invitation, 'owner_invited', jsonb_build_object('until', until), at, at);
  return null;
end
$$;

-- The invitation of an operator that the first owner can still accept, and what became of its letter.
create function find_first_owner_invitation(of_company uuid, at timestamptz)
  returns table (id uuid, email text, operator_id uuid, created_at timestamptz, expires_at timestamptz, letter text)
  language sql stable security definer
begin atomic
  select i.id, i.email, i.operator_id, i.created_at, i.expires_at, coalesce(l.outcome, 'waiting')
    from public.invitations i
    left join lateral (select x.outcome from public.mails x where x.company_id = i.company_id and x.id = i.id limit 1) as l on true
   where i.company_id = of_company and i.operator_id is not null and i.expires_at > at;
end;

grant execute on function invite_first_owner(uuid, uuid, uuid, text, timestamptz, timestamptz), find_first_owner_invitation(uuid, timestamptz)
  to cardwright_admin;
call run_as_posting('invite_first_owner(uuid, uuid, uuid, text, timestamptz, timestamptz)');
call run_as_posting('find_first_owner_invitation(uuid, timestamptz)');

grant create on schema public to cardwright_posting;
set local role cardwright_posting;

-- An invitation, for whoever has proven that the address is theirs. One of an operator is by nobody whom they could know.
create or replace function find_invitation(of_user uuid, invitation uuid, at timestamptz)
  returns table (id uuid, company_id uuid, company_name text, role text, expires_at timestamptz, invited_by text)
  language sql stable security definer
begin atomic
  select i.id, i.company_id, c.name, i.role, i.expires_at, b.name
    from public.invitations i
   cross join lateral (select x.email from people.users x where x.id = of_user and x.email_verified and x.email = i.email limit 1) as u
   cross join lateral (select x.name from public.companies x where x.id = i.company_id limit 1) as c
    left join lateral (select x.name from people.users x where x.id = i.invited_by limit 1) as b on true
   where i.id = invitation and i.expires_at > at;
end;

-- Takes mails that are due, for one who sends them now: nobody else gets them before the lease ends. A mail to somebody who is no owner any
-- more is over instead, and so is one with an invitation that has ended.
create or replace function take_mails(by_lease uuid, lasting interval, at_most integer)
  returns table (company_id uuid, id uuid, company_name text, to_name text, to_address text, kind text, details jsonb, tries smallint,
    created_at timestamptz)
  language plpgsql security definer as $$
begin
  return query
    with due as (
      select x.company_id, x.id, x.user_id
        from public.mails x
       where x.next_at <= clock_timestamp() and (x.lease_until is null or x.lease_until <= clock_timestamp())
       order by x.next_at
       limit at_most
         for no key update skip locked
    ), known as (
      select due.company_id, due.id, coalesce(u.name, '') as name, coalesce(u.email, i.email) as email
        from due
        left join lateral (
          select p.name, p.email
            from people.users p
           where p.id = due.user_id
             and exists (select from public.members m where m.company_id = due.company_id and m.user_id = due.user_id and m.role = 'owner')
           limit 1) as u on true
        left join lateral (
          select y.email
            from public.invitations y
           where due.user_id is null and y.company_id = due.company_id and y.id = due.id and y.expires_at > clock_timestamp()
           limit 1) as i on true
    ), taken as (
      update public.mails x
         set lease = by_lease,
             lease_until = clock_timestamp() + lasting,
             tries = x.tries + 1,
             next_at = case when known.email is null then null else x.next_at end,
             finished_at = case when known.email is null then clock_timestamp() end,
             outcome = case when known.email is null then 'given_up' end,
             problem = case when known.email is not null then x.problem
                            when x.user_id is null then 'the invitation has ended' else 'no owner any more' end
        from known
       where x.company_id = known.company_id and x.id = known.id
      returning x.company_id, x.id, x.kind, x.details, x.tries, x.created_at, known.name, known.email
    )
    select t.company_id, t.id, c.name, t.name, t.email, t.kind, t.details, t.tries, t.created_at
      from taken t
     cross join lateral (select y.name from public.companies y where y.id = t.company_id limit 1) as c
     where t.email is not null;
end
$$;

reset role;
revoke create on schema public from cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
