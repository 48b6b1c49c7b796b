-- The session key of a member's request, created or updated to their role, and the company's status. No row: not a
-- member.
create or replace function enter_company(of_user uuid, of_company uuid, of_environment environment, new_key uuid, new_hash bytea, new_pepper smallint,
    at timestamptz)
  returns table (role text, key_id uuid, company_id uuid, environment environment, scopes text[], expires_at timestamptz,
    revoked_at timestamptz, verification text, suspended boolean, reads_per_second integer, writes_per_second integer,
    statements_per_second integer)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
    -- Locked: a concurrent change or removal of the member either comes first and is seen, or comes later and finds the
    -- key.
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
alter function enter_company(uuid, uuid, environment, uuid, bytea, smallint, timestamptz) owner to cardwright_posting;
grant execute on function enter_company(uuid, uuid, environment, uuid, bytea, smallint, timestamptz) to cardwright_portal;
