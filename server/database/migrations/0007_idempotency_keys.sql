-- migrate:up
set lock_timeout = '5s';

-- What became of a client's Idempotency-Key: kept for ever, in the same commit as what it created.
create table idempotency_keys (
  company_id       uuid not null references companies,
  environment      environment not null,
  key              text not null check (length(key) between 1 and 128),
  method           text not null,
  path             text not null,
  request_digest   bytea not null check (length(request_digest) = 32), -- of the method, the path and the canonical body
  field_digests    jsonb not null, -- of each top-level field, so that a conflict can name what differs without keeping bodies
  response_status  smallint not null,
  response_body    text not null, -- text, because a replay repeats the bytes
  resource_id      text not null,
  created_at       timestamptz(3) not null,
  primary key (company_id, environment, key)
);
call protect_by_scope('idempotency_keys');
grant select, insert on idempotency_keys to cardwright_api;
create trigger idempotency_keys_are_append_only before update or delete or truncate on idempotency_keys
  for each statement execute function refuse_change();
alter table idempotency_keys enable always trigger idempotency_keys_are_append_only;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
