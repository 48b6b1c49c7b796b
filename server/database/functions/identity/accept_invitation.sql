-- Makes the invited person a member and ends the invitation. Returns the company, or null when there is no such
-- invitation for them.
create or replace function accept_invitation(of_user uuid, invitation uuid, at timestamptz) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_invitation record;
begin
  -- Serializes changes of a team: a concurrent end of the invitation either comes first, and the invitation is gone, or
  -- comes later, and finds a member.
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
  perform public.log_action_of_person(of_user, at, 'team.join', found_invitation.company_id, public.shown_id('usr', of_user),
    jsonb_build_object('invitation', public.shown_id('invite', invitation), 'role', found_invitation.role));
  return found_invitation.company_id;
end
$$;
alter function accept_invitation(uuid, uuid, timestamptz) owner to cardwright_posting;
grant execute on function accept_invitation(uuid, uuid, timestamptz) to cardwright_portal;
