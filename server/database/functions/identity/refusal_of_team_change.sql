-- Serializes changes of a team, which only an owner may make. Returns a refusal or null.
create or replace function refusal_of_team_change(by_user uuid, of_company uuid) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('team of ' || of_company, 0));
  if not exists (select from public.members m where m.company_id = of_company and m.user_id = by_user and m.role = 'owner') then
    return 'role_missing';
  end if;
  return null;
end
$$;
alter function refusal_of_team_change(uuid, uuid) owner to cardwright_posting;
