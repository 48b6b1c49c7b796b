-- migrate:up
set lock_timeout = '5s';

-- The same answer, by one index lookup each. As a join it was planned to read all companies, which grows with the cell.
grant create on schema public to cardwright_posting;
set local role cardwright_posting;
create or replace function find_key(hashes bytea[])
  returns table (key_id uuid, company_id uuid, environment environment, scopes text[], expires_at timestamptz, revoked_at timestamptz,
    verification text, suspended boolean, reads_per_second integer, writes_per_second integer, statements_per_second integer)
  language sql stable security definer
begin atomic
  select k.id, k.company_id, k.environment, k.scopes, k.expires_at, k.revoked_at,
         c.verification, c.suspended_at is not null, c.reads_per_second, c.writes_per_second, c.statements_per_second
    from unnest(hashes) as h (hash)
   cross join lateral (select * from public.api_keys k where k.hash = h.hash limit 1) as k
   cross join lateral (select * from public.companies c where c.id = k.company_id limit 1) as c;
end;
reset role;
revoke create on schema public from cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
