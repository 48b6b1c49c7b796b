-- migrate:up
set lock_timeout = '5s';

-- The people who act on companies. Each has a token of their own (only its keyed hash is kept), so every act has one person.
create table operators (
  id              uuid primary key,
  name            text not null check (length(name) between 1 and 200),
  email           text not null check (length(email) between 3 and 320),
  token_hash      bytea not null check (length(token_hash) = 32),
  pepper_version  smallint not null,
  created_at      timestamptz(3) not null,
  disabled_at     timestamptz(3),
  constraint one_operator_per_email unique (email),
  constraint one_operator_per_token unique (token_hash)
);
grant select, insert, update on operators to cardwright_admin;

-- What operators did: one row an act, in the same commit as the act.
create table audit_log (
  sequence     bigint generated always as identity primary key,
  at           timestamptz(3) not null,
  operator_id  uuid references operators,  -- null: the very first operator, who added themselves
  action       text not null,
  company_id   uuid references companies,
  environment  environment,
  subject      text not null,              -- the id of what was acted on
  details      jsonb not null default '{}' -- what changed; never a key, a token or a secret
);
create index audit_log_by_company on audit_log (company_id, sequence desc);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy own_scope on audit_log to cardwright_api, cardwright_worker, cardwright_admin
  using (company_id = current_company())
  with check (company_id is null or company_id = current_company());
create policy posting on audit_log to cardwright_posting using (true) with check (true);
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
alter table audit_log enable always trigger audit_log_is_append_only;
grant select, insert on audit_log to cardwright_admin;
grant select on audit_log to cardwright_posting;

-- The operators' own view of the log, across companies, newest first.
create function read_audit_log(of_company uuid, before_sequence bigint, at_most integer) returns setof audit_log
  language plpgsql stable security definer as $$
declare
  before bigint := coalesce(before_sequence, 9223372036854775807);
begin
  -- Two statements, so that each is one range of one index.
  if of_company is null then
    return query select a.* from public.audit_log a
                  where a.sequence < before order by a.sequence desc limit at_most;
  else
    return query select a.* from public.audit_log a
                  where a.company_id = of_company and a.sequence < before order by a.sequence desc limit at_most;
  end if;
end
$$;

grant execute on function read_audit_log(uuid, bigint, integer) to cardwright_admin;
call run_as_posting('read_audit_log(uuid, bigint, integer)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
