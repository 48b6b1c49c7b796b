-- The keys behind hashes, by one index lookup each. Requests that need a key are looked up together.
create or replace function find_keys(hashes bytea[])
  returns table (at_position bigint, key_id uuid, company_id uuid, environment environment, scopes text[], expires_at timestamptz,
    revoked_at timestamptz, verification text, suspended boolean, reads_per_second integer, writes_per_second integer,
    statements_per_second integer)
  language sql stable security definer
begin atomic
  select h.position, k.id, k.company_id, k.environment, k.scopes, k.expires_at, k.revoked_at,
         c.verification, c.suspended_at is not null, c.reads_per_second, c.writes_per_second, c.statements_per_second
    from unnest(hashes) with ordinality as h (hash, position)
   cross join lateral (
     select k.id, k.company_id, k.environment, k.scopes, k.expires_at, k.revoked_at
       from public.api_keys k
      where k.hash = h.hash
      limit 1) as k
   cross join lateral (
     select c.verification, c.suspended_at, c.reads_per_second, c.writes_per_second, c.statements_per_second
       from public.companies c
      where c.id = k.company_id
      limit 1) as c;
end;
alter function find_keys(bytea[]) owner to cardwright_posting;
grant execute on function find_keys(bytea[]) to cardwright_api;
