-- migrate:up
set lock_timeout = '5s';

-- The function files that were applied, each by the digest of its text: `migrate` applies those that changed.
create table function_files (
  file        text primary key, -- its path in server/database/functions
  digest      text not null check (length(digest) = 64), -- SHA-256 of its text, in hex
  applied_at  timestamptz(3) not null default clock_timestamp()
);

-- The outcome of a client's Idempotency-Key: kept for ever, in the same commit as what it created.
create table idempotency_keys (
  company_id       uuid not null,
  environment      environment not null,
  key              text not null check (length(key) between 1 and 128),
  method           text not null,
  path             text not null,
  request_digest   bytea not null check (length(request_digest) = 32), -- of the method, the path and the canonical body
  field_digests    jsonb not null, -- of each top-level field, so that a conflict can name the difference without stored bodies
  response_status  smallint not null,
  response_body    text not null, -- text, because a replay repeats the bytes
  resource_id      text not null,
  created_at       timestamptz(3) not null,
  primary key (company_id, environment, key)
);
call protect_by_scope('idempotency_keys');
create trigger idempotency_keys_are_append_only before update or delete or truncate on idempotency_keys
  for each statement execute function refuse_change();
alter table idempotency_keys enable always trigger idempotency_keys_are_append_only;
grant select on idempotency_keys to cardwright_api;
grant select, insert on idempotency_keys to cardwright_posting;

-- Background work: the row is the job. A table whose rows are work has five columns beside the status that they belong to:
--   next_at      when the row is due, or, while it is leased, when the lease ends; null when there is nothing to do
--   lease_token  names the claim that holds the row; only its holder may release or park it
--   attempts     claims since the last success; null is none
--   last_error   why the last attempt failed
--   parked_at    the error is permanent: the row waits for an operator and is due for nobody
create table work_kinds (
  kind       text primary key check (kind ~ '^[a-z_]{1,32}$'),
  source     text not null, -- a table of the schema public
  condition  text not null  -- the rows of the table that are this kind of work, about the alias w
);
grant select on work_kinds to cardwright_posting;

-- Makes the rows of a table a kind of work, and adds those of the five columns that it lacks. Two indexes: by due time, and
-- by company, so that a claim is fair without reading a backlog. A table may be two kinds of work under two conditions; a
-- row is one of them at a time.
create procedure make_work(new_kind text, source regclass, condition text default 'true')
  language plpgsql as $$
declare
  plain text := replace(condition, 'w.', '');
begin
  execute format('alter table %s add column if not exists next_at timestamptz(3), add column if not exists lease_token uuid,
    add column if not exists attempts integer, add column if not exists last_error text, add column if not exists parked_at timestamptz(3)',
    source);
  -- Apart from the columns themselves: Postgres 15 adds no column with a default to a table whose row type a function uses.
  execute format('alter table %s alter column attempts set default 0, alter column last_error set default ''''', source);
  execute format('create index %I on %s (environment, next_at) where next_at is not null and parked_at is null and %s',
    new_kind || '_work_due', source, plain);
  execute format('create index %I on %s (environment, company_id, next_at) where next_at is not null and parked_at is null and %s',
    new_kind || '_work_by_company', source, plain);
  execute format('create index %I on %s (parked_at) where parked_at is not null and %s', new_kind || '_work_parked', source, plain);
  execute format('grant select, update (next_at, lease_token, attempts, last_error, parked_at) on %s to cardwright_posting', source);
  insert into work_kinds (kind, source, condition)
  select new_kind, c.relname, condition from pg_class c where c.oid = source;
end
$$;

-- Wakes workers in the commit that adds work of a kind. A lost wake-up costs one poll interval.
create function wake_work() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('cardwright_work', tg_argv[0]);
  return null;
end
$$;

-- The running workers, as each reports every few seconds, and whether a stop file keeps them from work.
create table workers (
  id             uuid primary key, -- of the process: a new one with each start
  host           text not null check (length(host) <= 255),
  started_at     timestamptz(3) not null,
  seen_at        timestamptz(3) not null,
  stopped_since  timestamptz(3),   -- by the worker's clock: the database may have been down then
  stop_reason    text not null check (length(stop_reason) <= 500)
);
grant select on workers to cardwright_worker, cardwright_admin, cardwright_reader;
grant select, insert, update, delete on workers to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
