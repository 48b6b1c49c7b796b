-- One key of a company, with who created it. Never a member's session key.
create or replace function find_key_of_company(of_company uuid, of_key uuid)
  returns table (id uuid, environment environment, name text, hint text, scopes text[], created_at timestamptz, created_by text,
    expires_at timestamptz, revoked_at timestamptz, rotated_from uuid, last_used_at timestamptz)
  language sql stable security definer
begin atomic
  select k.id, k.environment, k.name, k.hint, k.scopes, k.created_at, u.name, k.expires_at, k.revoked_at, k.rotated_from, k.last_used_at
    from public.api_keys k
    left join lateral (select x.name from people.users x where x.id = k.created_by limit 1) as u on true
   where k.company_id = of_company and k.environment = any (enum_range(null::environment)) and k.id = of_key and k.person_id is null;
end;
alter function find_key_of_company(uuid, uuid) owner to cardwright_posting;
grant execute on function find_key_of_company(uuid, uuid) to cardwright_portal;
