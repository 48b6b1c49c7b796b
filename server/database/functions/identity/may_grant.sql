-- Whether a member's own role has all of these permissions. A key never does more than the member who created it may.
create or replace function may_grant(of_company uuid, of_user uuid, of_environment environment, wanted text[]) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (
    select from public.members m
     where m.company_id = of_company and m.user_id = of_user and wanted <@ public.scopes_of_role(m.role, of_environment));
end;
alter function may_grant(uuid, uuid, environment, text[]) owner to cardwright_posting;
