-- migrate:up
set lock_timeout = '5s';

-- Nothing is reachable by default: every privilege below is given by name.
do $$ begin execute format('revoke create, temporary on database %I from public', current_database()); end $$;
revoke all on schema public from public;
grant usage on schema public to cardwright_posting, cardwright_api, cardwright_worker, cardwright_admin;
alter default privileges revoke execute on functions from public;

-- Every object belongs to one company and one environment: its scope.
create type environment as enum ('sandbox', 'live');

-- The scope of the running transaction, set by the process as it begins one. Empty: nothing is seen.
create function current_company() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('cardwright.company', true), '')::uuid;

create function current_environment() returns environment
  language sql stable parallel safe
  return nullif(current_setting('cardwright.environment', true), '')::environment;

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

-- Makes a SECURITY DEFINER function run as the posting role, which owns nothing else and may create nothing.
-- Grants on it come first: afterwards it is no longer the owner's to give.
create procedure run_as_posting(routine regprocedure)
  language plpgsql as $$
declare
  home regnamespace := (select p.pronamespace from pg_proc p where p.oid = routine);
begin
  execute format('grant create on schema %s to cardwright_posting', home);
  execute format('alter function %s owner to cardwright_posting', routine);
  execute format('revoke create on schema %s from cardwright_posting', home);
end
$$;

grant execute on function current_company(), current_environment() to cardwright_posting, cardwright_api, cardwright_worker, cardwright_admin;

-- Refuses every change of a row that was written once. It binds the owner and the posting functions as well.
create function refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_schema || '.' || tg_table_name, tg_op using errcode = 'CW002';
end
$$;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
