-- migrate:up
set lock_timeout = '5s';

-- Events in the order in which a company receives them: numbered without a gap, in the commit of the change. The body
-- is text, because later reads return the bytes that were pushed.
create table event_counters (
  company_id   uuid not null references companies,
  environment  environment not null,
  last         bigint not null check (last >= 0),
  -- How far events were fanned out to the company's endpoints. A number is drawn under the lock of the counter, which lasts
  -- to the end of the commit: a transaction that sees one sees all before it.
  fanned_out   bigint not null default 0,
  is_listened  boolean not null default false, -- there is an endpoint
  is_behind    boolean not null default false, -- there may be events behind `fanned_out`; a column of its own, because an
                                               -- index over the numbers would be written with each of them
  primary key (company_id, environment)
);
create index event_counters_behind on event_counters (company_id, environment) where is_behind;
call protect_by_scope('event_counters');
grant select, insert, update on event_counters to cardwright_posting;

create table events (
  company_id   uuid not null,
  environment  environment not null,
  sequence     bigint not null,
  id           uuid not null,
  type         text not null,
  body         text not null,
  created_at   timestamptz(3) not null,
  primary key (company_id, environment, sequence)
);
-- A replay of a time range uses the times in the events.
create index events_by_time on events (company_id, environment, created_at, sequence);
call protect_by_scope('events');
grant select on events to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, delete on events to cardwright_posting;

-- Events never change. They are deleted after their retention time, by real time: a sandbox clock does not age them.
create function refuse_early_end() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if public.time_of_id(old.id) >= clock_timestamp() - public.events_are_kept_for() then
    raise exception 'an event is kept for %: its deletion is refused', public.events_are_kept_for() using errcode = 'CW002';
  end if;
  return old;
end
$$;
create trigger events_are_append_only before update or truncate on events for each statement execute function refuse_change();
alter table events enable always trigger events_are_append_only;
create trigger events_are_kept before delete on events for each row execute function refuse_early_end();
alter table events enable always trigger events_are_kept;

-- Endpoints for a company's events. Deliveries are signed with a secret that is shown once and kept sealed: its key is not
-- in the database.
create table webhook_endpoints (
  company_id           uuid not null references companies,
  environment          environment not null,
  id                   uuid not null,
  url                  text not null check (length(url) between 1 and 8192),
  events               text[] not null check (cardinality(events) between 1 and 32), -- types; '*' is all of them
  description          text not null default '' check (length(description) <= 200),
  status               text not null check (status in ('enabled', 'disabled', 'deleted')),
  disabled_reason      text not null default '' check (disabled_reason in ('', 'client', 'operator', 'gone', 'failing')),
  disabled_at          timestamptz(3),
  after_sequence       bigint not null, -- events up to here came before it
  sealing_key          smallint not null, -- the version of the key that sealed the secret
  sealed_secret        bytea not null,
  next_sealing_key     smallint, -- of the secret that replaces it, while there are two
  next_sealed_secret   bytea,
  next_from            timestamptz(3), -- when it replaces it automatically
  at_once              smallint not null default 2 check (at_once between 1 and 32), -- concurrent sends: fewer when they fail
  failures             integer not null default 0 check (failures >= 0), -- in a row
  failing_since        timestamptz(3), -- the first of them
  notices              smallint not null default 0, -- how often the company was notified
  noticed_at           timestamptz(3),
  rest_until           timestamptz(3), -- nothing is sent before
  is_slow              boolean not null default false, -- served separately from quick endpoints
  next_at              timestamptz(3), -- when it is due; null when nothing is to be sent
  lease                uuid, -- of the worker that serves it now
  lease_until          timestamptz(3),
  created_at           timestamptz(3) not null, -- real time, as all times here
  primary key (company_id, environment, id),
  constraint disabled_with_a_reason check (status <> 'disabled' or (disabled_reason <> '' and disabled_at is not null)),
  constraint next_secret_is_whole check ((next_sealed_secret is null) = (next_sealing_key is null)
    and (next_sealed_secret is null) = (next_from is null))
);
-- Endpoints to serve and endpoints whose deliveries are to be canceled are two queues. Deleted endpoints stay for 90 days:
-- reading a company's enabled ones does not read those.
create index webhook_endpoints_due on webhook_endpoints (is_slow, next_at) where next_at is not null and status = 'enabled';
create index webhook_endpoints_to_cancel on webhook_endpoints (next_at) where next_at is not null and status <> 'enabled';
create index webhook_endpoints_enabled on webhook_endpoints (company_id, environment, id) where status = 'enabled';
create index webhook_endpoints_failing on webhook_endpoints (failing_since) where status = 'enabled' and failing_since is not null;
create index webhook_endpoints_disabled on webhook_endpoints (disabled_at) where status = 'disabled' and disabled_reason in ('gone', 'failing');
call protect_by_scope('webhook_endpoints');
-- The API and operators never read a secret, sealed or not: they only replace it.
grant select (company_id, environment, id, url, events, description, status, disabled_reason, disabled_at, next_from, failures, failing_since,
  notices, noticed_at, rest_until, next_at, created_at) on webhook_endpoints to cardwright_api, cardwright_admin;
grant select on webhook_endpoints to cardwright_worker;
grant select, insert, update, delete on webhook_endpoints to cardwright_posting;

-- Deliveries: an event once for each endpoint, and once more for each replay.
create table webhook_deliveries (
  company_id   uuid not null,
  environment  environment not null,
  id           uuid not null,
  endpoint_id  uuid not null,
  sequence     bigint not null, -- of the event
  event_id     uuid not null,
  event_type   text not null,
  replay       uuid not null default '00000000-0000-0000-0000-000000000000', -- of the replay that asked for it; nil for the first delivery
  status       text not null check (status in ('pending', 'delivered', 'failed', 'canceled')),
  attempts     smallint not null default 0 check (attempts >= 0),
  next_at      timestamptz(3),
  finished_at  timestamptz(3),
  created_at   timestamptz(3) not null,
  primary key (company_id, environment, id),
  foreign key (company_id, environment, endpoint_id) references webhook_endpoints,
  constraint once_for_each_endpoint unique (company_id, environment, endpoint_id, sequence, replay),
  constraint pending_has_a_next_attempt check ((status = 'pending') = (next_at is not null)),
  constraint finished_is_dated check ((status = 'pending') = (finished_at is null))
);
create index webhook_deliveries_due on webhook_deliveries (company_id, environment, endpoint_id, next_at) where status = 'pending';
create index webhook_deliveries_by_status on webhook_deliveries (company_id, environment, endpoint_id, status, created_at desc, id desc);
create index webhook_replays_under_way on webhook_deliveries (company_id, environment, endpoint_id)
  where status = 'pending' and replay <> '00000000-0000-0000-0000-000000000000';
call protect_by_scope('webhook_deliveries');
grant select on webhook_deliveries to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update, delete on webhook_deliveries to cardwright_posting;

-- Every attempt, with its answer.
create table webhook_attempts (
  company_id   uuid not null,
  environment  environment not null,
  delivery_id  uuid not null,
  number       smallint not null check (number >= 1),
  at           timestamptz(3) not null,
  duration_ms  integer not null check (duration_ms >= 0),
  outcome      text not null check (outcome in ('delivered', 'failed')),
  status       smallint, -- of the answer; null when there was none
  detail       text not null check (length(detail) <= 500), -- why there was none
  answer       text not null check (length(answer) <= 2048), -- how the answer began
  primary key (company_id, environment, delivery_id, number),
  foreign key (company_id, environment, delivery_id) references webhook_deliveries
);
call protect_by_scope('webhook_attempts');
grant select on webhook_attempts to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, delete on webhook_attempts to cardwright_posting;

-- Accepted replays. Their deliveries are inserted after the request, in bounded steps; `place_at` and `place` are the
-- progress. No foreign key: a row outlives its endpoint, because the budget also counts replays to a deleted one.
create table webhook_replays (
  company_id   uuid not null,
  environment  environment not null,
  id           uuid not null,
  endpoint_id  uuid not null,
  ends_at      timestamptz not null, -- of events created before
  through      bigint not null, -- the newest event that was counted
  place_at     timestamptz not null, -- the last event that a step has read
  place        bigint not null,
  events       integer not null check (events > 0), -- what it takes of the budget
  created_at   timestamptz(3) not null,
  step_at      timestamptz(3), -- when the next step is due; null when it is finished
  primary key (company_id, environment, id)
);
create index webhook_replays_to_step on webhook_replays (step_at) where step_at is not null;
create index webhook_replays_by_time on webhook_replays (company_id, environment, created_at);
call protect_by_scope('webhook_replays');
grant select, insert, update, delete on webhook_replays to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
