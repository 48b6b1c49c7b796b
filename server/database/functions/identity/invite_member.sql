-- Invites an address; an earlier invitation of it ends. Each owner gets an email about it, also the one whose session sent it: it may be
-- stolen. Returns a refusal or null.
create or replace function invite_member(by_user uuid, of_company uuid, invitation uuid, to_email text, as_role text, at timestamptz,
    until timestamptz, most integer) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
  perform public.log_action_of_person(by_user, at, 'team.invite', of_company, public.shown_id('invite', invitation),
    jsonb_build_object('email', to_email, 'role', as_role));
  perform public.queue_mails_to_owners(of_company, 'member_invited',
    jsonb_build_object('email', to_email, 'role', as_role, 'by', (select u.name from people.users u where u.id = by_user)), at);
  return null;
end
$$;
alter function invite_member(uuid, uuid, uuid, text, text, timestamptz, timestamptz, integer) owner to cardwright_posting;
grant execute on function invite_member(uuid, uuid, uuid, text, text, timestamptz, timestamptz, integer) to cardwright_portal;
