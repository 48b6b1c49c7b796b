-- migrate:up
set lock_timeout = '5s';

-- Nothing is reachable by default: every privilege is granted by name.
do $$ begin execute format('revoke create, temporary on database %I from public', current_database()); end $$;
revoke all on schema public from public;
grant usage on schema public to cardwright_posting, cardwright_api, cardwright_worker, cardwright_admin, cardwright_reader;
-- They call functions; no table is granted to them.
grant usage on schema public to cardwright_portal, cardwright_desk;

-- No function is open to PUBLIC, whichever of the two roles creates it.
alter default privileges revoke execute on functions from public;
set local role cardwright_posting;
alter default privileges revoke execute on functions from public;
reset role;

-- Every object belongs to one company and one environment: its scope.
create type environment as enum ('sandbox', 'live');

-- The scope of the running transaction, set by the process that begins it. Without one, no row is visible.
create function current_company() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('cardwright.company', true), '')::uuid;

create function current_environment() returns environment
  language sql stable parallel safe
  return nullif(current_setting('cardwright.environment', true), '')::environment;

grant execute on function current_company(), current_environment()
  to cardwright_posting, cardwright_api, cardwright_worker, cardwright_admin, cardwright_reader;

-- The policies of a table whose rows belong to a company. A process sees the rows of its scope; the posting functions,
-- which get the scope as an argument, see all. FORCE binds the owner too.
create procedure protect_by_scope(protected regclass, condition text default 'company_id = current_company() and environment = current_environment()')
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', protected);
  execute format('alter table %s force row level security', protected);
  execute format('create policy own_scope on %s to cardwright_api, cardwright_worker, cardwright_admin using (%s) with check (%2$s)', protected, condition);
  execute format('create policy posting on %s to cardwright_posting using (true) with check (true)', protected);
end
$$;

-- Refuses every change of a row that is written once. It binds the owner and the posting functions as well.
create function refuse_change() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception '% is append-only: % refused', tg_table_schema || '.' || tg_table_name, tg_op using errcode = 'CW002';
end
$$;

-- A new id, version 7: 48 bits of milliseconds, the rest random. Real time, whatever a sandbox clock shows.
create function new_id() returns uuid
  language sql volatile
  return encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;
grant execute on function new_id() to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
