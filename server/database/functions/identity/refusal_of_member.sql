-- Why a person may not do this for a company now, or null when they may. Locks the membership to the end of the commit:
-- a change of it comes before and is seen, or comes after.
create or replace function refusal_of_member(of_company uuid, of_user uuid, needed_roles text[]) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_role text;
begin
  select m.role into found_role from public.members m where m.company_id = of_company and m.user_id = of_user for share;
  return case when found_role is null then 'not_a_member' when not found_role = any (needed_roles) then 'role_missing' end;
end
$$;
alter function refusal_of_member(uuid, uuid, text[]) owner to cardwright_posting;
