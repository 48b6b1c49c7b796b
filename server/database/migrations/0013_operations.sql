-- migrate:up
set lock_timeout = '5s';

alter table operations
  add column scenario       text not null default '' check (length(scenario) <= 64), -- sandbox: the fault that was asked for
  add column attempt        uuid,           -- the token of the attempt that marked it as sent: its answer counts
  add column sent_at        timestamptz(3), -- when it was marked; nothing is ever sent before, and never a second time
  add column refused_since  timestamptz(3), -- the first try of which it is proven that no socket connected
  add column next_try_at    timestamptz(3), -- queued: not before
  add column held_up_since  timestamptz(3), -- queued under a pause or a suspension: this time is not counted
  add column decided_at     timestamptz(3), -- completed or failed
  add constraint processing_is_marked check (status <> 'processing' or (attempt is not null and sent_at is not null)),
  add constraint final_is_dated check ((status in ('completed', 'failed')) = (decided_at is not null));
create index operations_to_run on operations (next_try_at, company_id, environment, id) where status = 'queued';
create index operations_under_way on operations (sent_at, company_id, environment, id) where status = 'processing';
create index operations_to_check on operations (review_next_at, company_id, environment, id) where status = 'manual_review';

-- What was tried and what came back, for whoever must decide: one row a send, a read, a notification, a loss, a giving up, a decision.
create table operation_attempts (
  company_id    uuid not null,
  environment   environment not null,
  operation_id  uuid not null,
  number        integer not null check (number >= 1),
  kind          text not null check (kind in ('send', 'read', 'notification', 'lost', 'unsent', 'decision')),
  at            timestamptz(3) not null, -- real time: evidence is not moved by a sandbox's clock
  outcome       text not null check (outcome in ('done', 'rejected', 'absent', 'pending', 'unknown', 'never_connected')),
  detail        text not null check (length(detail) <= 500),
  primary key (company_id, environment, operation_id, number)
);
call protect_by_scope('operation_attempts');
create trigger operation_attempts_are_append_only before update or delete or truncate on operation_attempts
  for each statement execute function refuse_change();
alter table operation_attempts enable always trigger operation_attempts_are_append_only;

-- Cards that an individual's company asked for in a UTC month of its own time; a failed one gives its place back.
create table issue_quotas (
  company_id   uuid not null references companies,
  environment  environment not null,
  month        date not null,
  used         integer not null,
  primary key (company_id, environment, month),
  constraint within_the_quota check (used between 0 and 500)
);
call protect_by_scope('issue_quotas');

-- What happened, in the order in which a company learns of it: numbered without a gap, in the commit of the change. The
-- body is text, because what is read later are the bytes that were pushed.
create table event_counters (
  company_id   uuid not null references companies,
  environment  environment not null,
  last         bigint not null check (last >= 0),
  primary key (company_id, environment)
);
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
call protect_by_scope('event_counters');
call protect_by_scope('events');
create trigger events_are_append_only before update or delete or truncate on events
  for each statement execute function refuse_change();
alter table events enable always trigger events_are_append_only;

grant select on operation_attempts, issue_quotas, events to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update on operations, issue_quotas, event_counters, cards to cardwright_posting;
grant select, insert on operation_attempts, events to cardwright_posting;
grant select on holders to cardwright_posting;

-- Cards of an individual's company in a month, the specification's limit.
create function monthly_quota() returns integer
  language sql immutable parallel safe
  return 500;

-- The UTC month that a moment counts for.
create function month_of(moment timestamptz) returns date
  language sql immutable parallel safe
  return date_trunc('month', moment at time zone 'UTC')::date;

-- Cents as the API writes them.
create function usd_text(cents bigint) returns text
  language sql immutable parallel safe
  return (cents / 100)::text || '.' || lpad((cents % 100)::text, 2, '0');

-- A moment as the API writes it.
create function instant_text(moment timestamptz) returns text
  language sql stable parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- An operation as the API shows it, in the bytes that JSON.stringify writes. The ids of the API are not known here, so
-- they come as arguments.
create function operation_text(o operations, shown_id text, shown_card text) returns text
  language sql stable
  return '{"id":' || to_json(shown_id)::text || ',"type":"' || o.type || '","status":"' || o.status
    || '","amount":"' || usd_text(o.amount) || '","fee":"' || usd_text(o.fee) || '","total":"' || usd_text(o.amount + o.fee)
    || '","result":'
    || case when o.status <> 'completed' then '{}'
            when o.type = 'service' then '{"receipt":' || to_json(o.receipt)::text || '}'
            else '{"cardId":' || to_json(shown_card)::text || ',"receipt":' || to_json(o.receipt)::text || '}' end
    || ',"createdAt":"' || instant_text(o.created_at) || '"'
    || case when o.status = 'failed'
            then ',"failure":{"code":' || to_json(o.failure_code)::text || ',"message":' || to_json(o.failure_message)::text || '}'
            when o.status = 'manual_review'
            then ',"review":{"reason":' || to_json(o.review_reason)::text || ',"openedAt":"' || instant_text(o.review_opened_at)
                 || '","lastCheckedAt":' || coalesce('"' || instant_text(o.review_checked_at) || '"', 'null')
                 || ',"nextCheckAt":' || coalesce('"' || instant_text(o.review_next_at) || '"', 'null') || '}'
            else '' end
    || '}';
grant execute on function monthly_quota(), month_of(timestamptz), usd_text(bigint), instant_text(timestamptz),
  operation_text(operations, text, text) to cardwright_posting;

-- Weighs requests for operations against everything that could stand in their way but other requests: what each would
-- cost, and every reason to refuse it, in the order in which they are told. It changes nothing, so a preview is the very
-- same look. `requests` are the bodies, with the ids already looked through; an id that names nothing is nobody's.
create function weigh_operations(requests jsonb)
  returns table (at_position bigint, company_id uuid, environment environment, product_id uuid, card_product_name text,
    fixed_fee bigint, fee bigint, total bigint, reasons text[], counts boolean, used integer, available bigint, moment timestamptz)
  language sql volatile security definer
begin atomic
  select r.position, r.company_id, r.environment, p.id, p.name, coalesce(price.fixed_fee, 0), coalesce(cost.fee, 0),
         r.amount + coalesce(cost.fee, 0),
         array_remove(array[
           case when r.environment = 'live' and r.type = 'service' and not c.live_services then 'capability_disabled' end,
           case when r.type = 'issue' and h.id is null then 'holder_not_found' end,
           case when r.type = 'topup' and card.id is null then 'card_not_found' end,
           case when p.id is null and (r.type <> 'topup' or card.id is not null or r.product_id is not null) then 'product_not_found' end,
           -- A card that the issuer does not know cannot be topped up; to ask for its token also keeps the planner from an
           -- index that has everything else of the card and not its id in front.
           case when card.status <> 'active' or card.issuer_token = '' then 'card_not_active' end,
           case when h.status <> 'active' then 'holder_not_active' end,
           case when p.status <> 'active' or (p.id is not null and price.fixed_fee is null) or card.product_id <> p.id
                then 'product_unavailable' end,
           case when r.amount < price.minimum_amount then 'amount_below_minimum' end,
           case when r.amount > price.maximum_amount then 'amount_above_maximum' end,
           case when cost.fee is not null and r.expected_total <> r.amount + cost.fee then 'quote_changed' end
         ], null),
         r.type = 'issue' and c.kind = 'individual', coalesce(q.used, 0), account.balance, now.moment
    from rows from (jsonb_to_recordset(requests) as (company_id uuid, environment public.environment, type text, product_id uuid,
                      amount bigint, expected_total bigint, holder_id uuid, card_id uuid))
           with ordinality as r (company_id, environment, type, product_id, amount, expected_total, holder_id, card_id, position)
   cross join lateral (select * from public.companies c where c.id = r.company_id limit 1) as c
   cross join lateral (select ledger.time_of(r.company_id, r.environment) as moment) as now
    left join lateral (
      select * from public.holders h
       where h.company_id = r.company_id and h.environment = r.environment and h.id = r.holder_id and r.type = 'issue' limit 1) as h on true
    left join lateral (
      select * from public.cards k
       where k.company_id = r.company_id and k.environment = r.environment and k.id = r.card_id and r.type = 'topup' limit 1) as card on true
    left join lateral (
      select * from public.products p where p.id = coalesce(r.product_id, card.product_id) limit 1) as p on true
    left join lateral (
      select * from public.product_prices x where x.product_id = p.id and x.operation_type = r.type limit 1) as price on true
    left join lateral (
      -- Rounded up to the cent: a rate is in hundredths of a percent.
      select greatest(price.minimum_fee, price.fixed_fee + (r.amount * price.rate_bps + 9999) / 10000) as fee) as cost on true
    left join lateral (
      select q.used from public.issue_quotas q
       where q.company_id = r.company_id and q.environment = r.environment and q.month = public.month_of(now.moment) limit 1) as q on true
   cross join lateral (
     select a.balance from ledger.accounts a
      where a.company_id = r.company_id and a.environment = r.environment and a.account = 'available' limit 1) as account;
end;

-- Accepts operations for whatever requests are waiting, in one commit: idempotency key, price, quota, hold, operation, and
-- the right of the API key. The queue's job joins the same transaction.
--
-- Answers for each, in order: {"known":true} when its idempotency key was used before; {"refused":code,"total":…} when it
-- had no effect; {"body":…} with the bytes of the answer. What is wrong with one of them in any other way fails them all,
-- and whoever calls goes on one by one. Order of locks: books, then quotas.
create function accept_operations(requests jsonb, claims jsonb, api_key_ids uuid[]) returns jsonb
  language plpgsql security definer as $$
declare
  asked public.idempotency_keys[] := array(select r from jsonb_populate_recordset(null::public.idempotency_keys, claims) as r);
  answers jsonb[] := array_fill(null::jsonb, array[cardinality(asked)]);
  company_ids uuid[] := array(select a.company_id from unnest(asked) as a);
  environments public.environment[] := array(select a.environment from unnest(asked) as a);
  item record;
  operation public.operations;
  request jsonb;
  current_book text := '';
  available bigint;
  used integer;
  moment timestamptz;
  refusal text;
  made public.operations[] := '{}';
  counted public.operations[] := '{}';
  bodies text[] := '{}';
  positions bigint[] := '{}';
begin
  perform ledger.lock_books(company_ids, environments);
  for item in
    select w.*, known.key is not null as is_known
      from public.weigh_operations(requests) as w
      left join lateral (
        -- A limit, or the planner may read the keys of all companies into a table of its own.
        select k.key from public.idempotency_keys k
         where k.company_id = w.company_id and k.environment = w.environment and k.key = asked[w.at_position].key limit 1) as known on true
     order by w.company_id, w.environment, w.at_position
  loop
    request := requests -> (item.at_position - 1)::integer;
    if current_book <> item.company_id::text || item.environment then
      current_book := item.company_id::text || item.environment;
      available := item.available;
      used := item.used;
      moment := item.moment; -- one for all of a book: a month that ends meanwhile must not split check, count and date
    end if;
    refusal := case
      when item.reasons[1] is not distinct from 'capability_disabled' then item.reasons[1]
      when item.is_known then null
      when cardinality(item.reasons) > 0 then item.reasons[1]
      when item.counts and used >= public.monthly_quota() then 'quota_exceeded'
      when item.total > available then 'insufficient_funds'
    end;
    if refusal is not null then
      answers[item.at_position] := jsonb_build_object('refused', refusal, 'total', item.total::text);
      continue;
    elsif item.is_known then
      answers[item.at_position] := '{"known":true}';
      continue;
    end if;
    available := available - item.total;
    operation := null;
    operation.company_id := item.company_id;
    operation.environment := item.environment;
    operation.id := (request ->> 'id')::uuid;
    operation.type := request ->> 'type';
    operation.status := 'queued';
    operation.product_id := item.product_id;
    operation.amount := item.total - item.fee;
    operation.fee := item.fee;
    operation.holder_id := (request ->> 'holder_id')::uuid;
    operation.card_id := (request ->> 'card_id')::uuid;
    operation.name := coalesce(nullif(request ->> 'name', ''), case operation.type when 'issue' then item.card_product_name else '' end);
    operation.recipient := coalesce(request ->> 'recipient', '');
    operation.scenario := coalesce(request ->> 'scenario', '');
    operation.receipt := '';
    operation.failure_code := '';
    operation.failure_message := '';
    operation.review_reason := '';
    operation.created_at := moment;
    operation.next_try_at := clock_timestamp();
    made := made || operation;
    if item.counts then
      used := used + 1;
      counted := counted || operation;
    end if;
    positions := positions || item.at_position;
    bodies := bodies || public.operation_text(operation, request ->> 'shown_id', '');
    answers[item.at_position] := jsonb_build_object('body', bodies[cardinality(bodies)]);
  end loop;

  if cardinality(made) > 0 then
    if false = any (ledger.reserve(
         array(select m.company_id from unnest(made) as m), array(select m.environment from unnest(made) as m),
         array(select asked[p].resource_id from unnest(positions) with ordinality as x (p, n) order by n),
         array(select m.amount + m.fee from unnest(made) as m),
         array(select case m.type when 'issue' then 'Card issue' when 'topup' then 'Card top-up' else 'Service' end from unnest(made) as m))) then
      raise exception 'a hold does not fit the balance that was read under its lock' using errcode = 'CW001';
    end if;
    insert into public.operations select m.* from unnest(made) as m;
    insert into public.idempotency_keys
    select a.company_id, a.environment, a.key, a.method, a.path, a.request_digest, a.field_digests, a.response_status,
           x.body, a.resource_id, a.created_at
      from unnest(positions, bodies) as x (position, body)
     cross join lateral (select (asked[x.position]).*) as a
     order by a.company_id, a.environment, a.key;
    insert into public.issue_quotas as q (company_id, environment, month, used)
    select m.company_id, m.environment, public.month_of(m.created_at), count(*)
      from unnest(counted) as m
     group by 1, 2, 3
     order by 1, 2
    on conflict on constraint issue_quotas_pkey do update set used = q.used + excluded.used;
    select min(r.refusal)
      into refusal
      from unnest(positions) as p (position)
     cross join lateral public.refusal_of_key((asked[p.position]).company_id, (asked[p.position]).environment, api_key_ids[p.position],
       case requests -> (p.position - 1)::integer ->> 'type' when 'service' then 'services:write' else 'cards:write' end) as r (refusal);
    if refusal is not null then
      raise exception '%', refusal using errcode = 'CW008';
    end if;
  end if;
  return to_jsonb(answers);
end
$$;

-- How many operations wait to be sent; counted no further than `at_most`, so that it costs the same however many there are.
create function count_queued(of_environment environment, at_most integer) returns integer
  language sql stable security definer
begin atomic
  select count(*)::integer
    from (select 1 from public.operations o where o.status = 'queued' and o.environment = of_environment limit at_most) as waiting;
end;

grant execute on function count_queued(environment, integer) to cardwright_api;
call run_as_posting('count_queued(environment, integer)');
grant execute on function weigh_operations(jsonb), accept_operations(jsonb, jsonb, uuid[]) to cardwright_api;
call run_as_posting('weigh_operations(jsonb)');
call run_as_posting('accept_operations(jsonb, jsonb, uuid[])');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
