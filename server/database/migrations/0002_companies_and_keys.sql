-- migrate:up
set lock_timeout = '5s';

create table companies (
  id                   uuid primary key,
  name                 text not null check (length(name) between 1 and 200),
  kind                 text not null check (kind in ('individual', 'corporate')),
  verification         text not null default 'pending' check (verification in ('pending', 'approved', 'rejected')),
  verification_reason  text not null default '',
  suspended_at         timestamptz(3),
  suspension_reason    text not null default '',
  -- Live activation: both are off until an operator switches them on.
  direct_invoices      boolean not null default false,
  live_services        boolean not null default false,
  -- Requests a second; null means the cell's default.
  reads_per_second       integer check (reads_per_second > 0),
  writes_per_second      integer check (writes_per_second > 0),
  statements_per_second  integer check (statements_per_second > 0),
  created_at           timestamptz(3) not null
);
call protect_by_scope('companies', 'id = current_company()');

-- The key itself is shown once and never stored: only its keyed hash, with the version of the pepper that keyed it.
create table api_keys (
  id              uuid not null,
  company_id      uuid not null references companies,
  environment     environment not null,
  name            text not null check (length(name) <= 200),
  hash            bytea not null check (length(hash) = 32),
  pepper_version  smallint not null,
  hint            text not null check (length(hint) <= 8), -- the last characters, so that people can tell keys apart
  scopes          text[] not null,
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3),
  revoked_at      timestamptz(3),
  rotated_from    uuid,
  last_used_at    timestamptz(3),
  primary key (company_id, environment, id),
  constraint one_owner_per_key unique (hash),
  constraint known_scopes check (scopes <@ array['funding:write', 'cards:write', 'services:write', 'cards:read', 'holders:read',
    'operations:read', 'balance:read', 'holders:write', 'webhooks:read', 'webhooks:write'])
);
call protect_by_scope('api_keys');

grant select on companies, api_keys to cardwright_api, cardwright_worker, cardwright_admin;
grant insert, update on companies, api_keys to cardwright_admin;
grant select on companies, api_keys to cardwright_posting;
grant update (last_used_at) on api_keys to cardwright_posting;

-- A bearer text has no scope yet: this finds the one it names, with what the API must know before it trusts it.
-- Several hashes, one for each pepper in use.
create function find_key(hashes bytea[])
  returns table (key_id uuid, company_id uuid, environment environment, scopes text[], expires_at timestamptz, revoked_at timestamptz,
    verification text, suspended boolean, reads_per_second integer, writes_per_second integer, statements_per_second integer)
  language sql stable security definer
begin atomic
  select k.id, k.company_id, k.environment, k.scopes, k.expires_at, k.revoked_at,
         c.verification, c.suspended_at is not null, c.reads_per_second, c.writes_per_second, c.statements_per_second
    from public.api_keys k
    join public.companies c on c.id = k.company_id
   where k.hash = any (hashes);
end;

-- Notes the last use of many keys at once; a key's own time never goes back. Rows are locked in one order, and one that
-- somebody else holds is left for the next time.
create function touch_keys(company_ids uuid[], environments environment[], key_ids uuid[], used_at timestamptz[]) returns void
  language sql security definer
begin atomic
  with used as (
    select k.company_id, k.environment, k.id, u.used_at
      from unnest(company_ids, environments, key_ids, used_at) as u (company_id, environment, key_id, used_at)
      join public.api_keys k on k.company_id = u.company_id and k.environment = u.environment and k.id = u.key_id
     where k.last_used_at is null or k.last_used_at < u.used_at
     order by k.company_id, k.environment, k.id
       for no key update of k skip locked
  )
  update public.api_keys k
     set last_used_at = used.used_at
    from used
   where k.company_id = used.company_id and k.environment = used.environment and k.id = used.id;
end;

-- Asked again inside the commit of every write, because a process may trust a key for up to a second after its end.
-- Answers the refusal, or null when the key may do this now: by the database's own time, since a request may have waited.
create function refusal_of_key(of_company uuid, of_environment environment, of_key uuid, needed_scope text) returns text
  language sql volatile security definer
begin atomic
  select case
           when k.id is null or k.revoked_at is not null or k.expires_at <= clock_timestamp() then 'key_invalid'
           when c.verification <> 'approved' then 'verification_required'
           when c.suspended_at is not null then 'company_suspended'
           when not needed_scope = any (k.scopes) then 'scope_missing'
         end
    from public.companies c
    left join public.api_keys k on k.company_id = c.id and k.environment = of_environment and k.id = of_key
   where c.id = of_company;
end;

-- The operator's list of companies, newest first: ids only, because the list has no scope; each is then read in its own.
create function list_companies(before_created_at timestamptz, before_id uuid, at_most integer) returns table (id uuid, created_at timestamptz)
  language sql stable security definer
begin atomic
  select c.id, c.created_at
    from public.companies c
   where (c.created_at, c.id) < (coalesce(before_created_at, 'infinity'), coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   order by c.created_at desc, c.id desc
   limit at_most;
end;
create index companies_by_time on companies (created_at desc, id desc);

grant execute on function find_key(bytea[]), touch_keys(uuid[], environment[], uuid[], timestamptz[]),
  refusal_of_key(uuid, environment, uuid, text) to cardwright_api;
grant execute on function list_companies(timestamptz, uuid, integer) to cardwright_admin;
call run_as_posting('find_key(bytea[])');
call run_as_posting('touch_keys(uuid[], environment[], uuid[], timestamptz[])');
call run_as_posting('refusal_of_key(uuid, environment, uuid, text)');
call run_as_posting('list_companies(timestamptz, uuid, integer)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
