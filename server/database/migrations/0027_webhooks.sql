-- migrate:up
set lock_timeout = '5s';

-- Where a company wants to be told of its events. What it is told is signed with a secret that is shown once and kept sealed: the key to it
-- is not in the database.
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
  after_sequence       bigint not null, -- events up to here were before its time
  sealing_key          smallint not null, -- the version of the key that sealed the secret
  sealed_secret        bytea not null,
  next_sealing_key     smallint, -- of the secret that replaces it, while there are two
  next_sealed_secret   bytea,
  next_from            timestamptz(3), -- when it replaces it by itself
  at_once              smallint not null default 2 check (at_once between 1 and 32), -- sends side by side: fewer when they fail
  failures             integer not null default 0 check (failures >= 0), -- in a row
  failing_since        timestamptz(3), -- the first of them
  notices              smallint not null default 0, -- how often the company was told so
  noticed_at           timestamptz(3),
  rest_until           timestamptz(3), -- nothing is sent before
  is_slow              boolean not null default false, -- served apart from those that answer quickly
  next_at              timestamptz(3), -- when somebody has to look at it; null when nothing is to be sent
  lease                uuid, -- of whoever serves it now
  lease_until          timestamptz(3),
  created_at           timestamptz(3) not null, -- real time, as all moments here
  primary key (company_id, environment, id),
  constraint disabled_with_a_reason check (status <> 'disabled' or (disabled_reason <> '' and disabled_at is not null)),
  constraint next_secret_is_whole check ((next_sealed_secret is null) = (next_sealing_key is null)
    and (next_sealed_secret is null) = (next_from is null))
);
create index webhook_endpoints_to_serve on webhook_endpoints (is_slow, next_at) where next_at is not null;
create index webhook_endpoints_failing on webhook_endpoints (failing_since) where status = 'enabled' and failing_since is not null;
create index webhook_endpoints_disabled on webhook_endpoints (disabled_at) where status = 'disabled' and disabled_reason in ('gone', 'failing');

-- What is to be told to whom: an event once for each endpoint, and once more for each time that it is asked for again.
create table webhook_deliveries (
  company_id   uuid not null,
  environment  environment not null,
  id           uuid not null,
  endpoint_id  uuid not null,
  sequence     bigint not null, -- of the event
  event_id     uuid not null,
  event_type   text not null,
  replay       uuid not null default '00000000-0000-0000-0000-000000000000', -- the time that it was asked for again
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

-- Every attempt, with what came back.
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
call protect_by_scope('webhook_endpoints');
call protect_by_scope('webhook_deliveries');
call protect_by_scope('webhook_attempts');

-- The API and operators never read a secret, sealed or not: they only replace it.
grant select (company_id, environment, id, url, events, description, status, disabled_reason, disabled_at, next_from, failures, failing_since,
  notices, noticed_at, rest_until, next_at, created_at) on webhook_endpoints to cardwright_api, cardwright_admin;
grant select on webhook_endpoints to cardwright_worker;
grant select on webhook_deliveries, webhook_attempts to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update, delete on webhook_endpoints, webhook_deliveries to cardwright_posting;
grant select, insert, delete on webhook_attempts to cardwright_posting;

-- How far the events of a company were handed on to its endpoints. A number is handed out under the lock of the counter, which lasts to the
-- end of the commit: whoever sees one sees all before it.
alter table event_counters
  add column fanned_out   bigint not null default 0,
  add column is_listened  boolean not null default false, -- there is an endpoint
  add column is_behind    boolean not null default false; -- there may be events behind `fanned_out`; a column of its own, because an
                                                          -- index over the numbers would be written with each of them
create index event_counters_behind on event_counters (company_id, environment) where is_behind;

-- A time range of events is asked for again by what they show.
create index events_by_time on events (company_id, environment, created_at, sequence);

grant create on schema public to cardwright_posting;
set local role cardwright_posting;

-- Tells companies of events: to each of theirs the next number, and the bytes that every reader gets. One statement for all
-- of them: counters first, in one order.
create or replace function tell_events(company_ids uuid[], environments environment[], event_ids uuid[], shown_events text[],
    shown_companies text[], types text[], objects text[], moments timestamptz[]) returns void
  language plpgsql security definer as $$
begin
  with counted as (
    insert into public.event_counters as c (company_id, environment, last)
    select e.company_id, e.environment, count(*)
      from unnest(company_ids, environments) as e (company_id, environment)
     group by e.company_id, e.environment
     order by e.company_id, e.environment
    on conflict (company_id, environment) do update set last = c.last + excluded.last, is_behind = c.is_listened
    returning c.company_id, c.environment, c.last
  ), told as (
    select e.*, c.last - count(*) over book + row_number() over (book order by e.position) as number
      from unnest(company_ids, environments, event_ids, shown_events, shown_companies, types, objects, moments) with ordinality
           as e (company_id, environment, id, shown_id, shown_company, type, object, moment, position)
      join counted c on c.company_id = e.company_id and c.environment = e.environment
    window book as (partition by e.company_id, e.environment)
  )
  insert into public.events (company_id, environment, sequence, id, type, body, created_at)
  select t.company_id, t.environment, t.number, t.id, t.type,
         '{"id":"' || t.shown_id || '","type":"' || t.type || '","createdAt":"' || public.instant_text(t.moment)
           || '","environment":"' || t.environment || '","companyId":"' || t.shown_company || '","sequence":' || t.number
           || ',"data":{"object":' || t.object || '}}',
         t.moment
    from told t;
end
$$;

reset role;
revoke create on schema public from cardwright_posting;

-- When an endpoint that goes on failing is disabled: after five days of nothing else, and never within a day of a notice.
create function disables_at(w webhook_endpoints) returns timestamptz
  language sql stable
  return greatest(w.failing_since + interval '5 days', w.noticed_at + interval '1 day');

-- An endpoint as the API shows it, in the bytes that JSON.stringify writes.
create function webhook_text(w webhook_endpoints, at timestamptz) returns text
  language sql stable
  return '{"id":"' || shown_id('whe', w.id) || '","url":' || to_json(w.url)::text || ',"events":' || array_to_json(w.events)::text
    || ',"description":' || to_json(w.description)::text || ',"status":"' || w.status || '","createdAt":"' || instant_text(w.created_at) || '"'
    || case when w.status = 'disabled'
            then ',"disabled":{"reason":"' || w.disabled_reason || '","at":"' || instant_text(w.disabled_at) || '"}' else '' end
    || case when w.status = 'enabled' and w.failing_since is not null
            then ',"failing":{"since":"' || instant_text(w.failing_since) || '","disablesAt":"' || instant_text(disables_at(w)) || '"}' else '' end
    || case when w.next_from > at then ',"rotation":{"until":"' || instant_text(w.next_from) || '"}' else '' end
    || '}';

-- Whether an event is for an endpoint. A test is for the one that is tested, and its own failing is told to the others.
create function is_wanted(w webhook_endpoints, type text, body text) returns boolean
  language sql immutable parallel safe
  return case when type = 'webhook.test' then body::json #>> '{data,object,id}' = shown_id('whe', w.id)
              when not ('*' = any (w.events) or type = any (w.events)) then false
              when type like 'webhook.%' then body::json #>> '{data,object,id}' <> shown_id('whe', w.id)
              else true end;
grant execute on function disables_at(webhook_endpoints), webhook_text(webhook_endpoints, timestamptz), is_wanted(webhook_endpoints, text, text)
  to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
