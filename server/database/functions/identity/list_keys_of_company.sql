-- The keys of a company in both environments, with who created them. Never a member's session key. Keys that work come
-- first, then the newest: ended keys cannot push them out of the list.
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
alter function list_keys_of_company(uuid, integer) owner to cardwright_posting;
grant execute on function list_keys_of_company(uuid, integer) to cardwright_portal;
