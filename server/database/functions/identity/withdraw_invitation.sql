-- Revokes an invitation. Returns a refusal or null.
create or replace function withdraw_invitation(by_user uuid, of_company uuid, invitation uuid, at timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
  perform public.log_action_of_person(by_user, at, 'team.uninvite', of_company, public.shown_id('invite', invitation), '{}');
  return null;
end
$$;
alter function withdraw_invitation(uuid, uuid, uuid, timestamptz) owner to cardwright_posting;
grant execute on function withdraw_invitation(uuid, uuid, uuid, timestamptz) to cardwright_portal;
