-- migrate:up
set lock_timeout = '5s';

-- Hands events on to the endpoints that want them: for each a delivery, in the commit that says how far it has come. Whoever dies before has
-- done nothing, and whoever does the same at once finds it done. Books are taken in order behind a place, so that a busy one does not keep
-- the others; answers those that were looked at.
-- Order of locks: endpoints, event counters.
create function fan_out_events(after_company uuid, after_environment environment, at timestamptz, most_books integer, most_events integer)
  returns table (company_id uuid, environment environment)
  language plpgsql security definer as $$
declare
  owners uuid[];
  environments public.environment[];
  beginnings bigint[];
  ends bigint[];
begin
  select array_agg(b.company_id order by b.company_id, b.environment), array_agg(b.environment order by b.company_id, b.environment),
         array_agg(b.fanned_out order by b.company_id, b.environment), array_agg(b.through order by b.company_id, b.environment)
    into owners, environments, beginnings, ends
    from (select c.company_id, c.environment, c.fanned_out, coalesce(e.through, c.last) as through
            from (select * from public.event_counters x
                   where x.is_behind and (x.company_id, x.environment) > (after_company, after_environment)
                   order by x.company_id, x.environment
                   limit most_books) as c
           cross join lateral (
             select max(n.sequence) as through
               from (select x.sequence from public.events x
                      where x.company_id = c.company_id and x.environment = c.environment and x.sequence > c.fanned_out
                      order by x.sequence
                      limit most_events) as n) as e) as b;
  if owners is null then
    return;
  end if;
  perform from unnest(owners, environments) as b (company_id, environment)
     cross join lateral (
       select x.id from public.webhook_endpoints x
        where x.company_id = b.company_id and x.environment = b.environment and x.status = 'enabled'
        order by x.id
          for no key update) as locked;
  with new_deliveries as (
    insert into public.webhook_deliveries (company_id, environment, id, endpoint_id, sequence, event_id, event_type, status, next_at, created_at)
    select b.company_id, b.environment, public.new_id(), w.id, e.sequence, e.id, e.type, 'pending', at, at
      from unnest(owners, environments, beginnings, ends) as b (company_id, environment, beginning, through)
     cross join lateral (
       select x.sequence, x.id, x.type, x.body from public.events x
        where x.company_id = b.company_id and x.environment = b.environment and x.sequence > b.beginning and x.sequence <= b.through
        order by x.sequence) as e
     cross join lateral (
       select x.id from public.webhook_endpoints x
        where x.company_id = b.company_id and x.environment = b.environment and x.status = 'enabled' and x.after_sequence < e.sequence
          and public.is_wanted(x, e.type, e.body)) as w
    on conflict do nothing
    returning webhook_deliveries.company_id, webhook_deliveries.environment, webhook_deliveries.endpoint_id
  )
  update public.webhook_endpoints w
     set next_at = least(w.next_at, greatest(at, w.rest_until))
    from (select distinct d.company_id, d.environment, d.endpoint_id from new_deliveries d) as d
   where w.company_id = d.company_id and w.environment = d.environment and w.id = d.endpoint_id;
  -- Locked before they are compared: what was told meanwhile must be seen.
  perform from unnest(owners, environments) as b (company_id, environment)
     cross join lateral (
       select x.last from public.event_counters x
        where x.company_id = b.company_id and x.environment = b.environment for no key update) as locked;
  update public.event_counters c
     set fanned_out = b.through, is_behind = c.is_listened and c.last > b.through
    from unnest(owners, environments, beginnings, ends) as b (company_id, environment, beginning, through)
   where c.company_id = b.company_id and c.environment = b.environment and c.fanned_out = b.beginning;
  return query select * from unnest(owners, environments);
end
$$;

-- Takes endpoints that somebody has to look at, each for so many seconds: by then whoever took it is done, or gone. Those that are slow, or
-- do not answer at all, are taken apart from the others, so that they never stand in front of them.
create function take_webhooks(token uuid, at timestamptz, lease_seconds integer, slow boolean, at_most integer)
  returns table (company_id uuid, environment environment, id uuid, status text)
  language sql volatile security definer
begin atomic
  with due as (
    select x.company_id, x.environment, x.id
      from public.webhook_endpoints x
     where x.is_slow = slow and x.next_at <= at and (x.lease_until is null or x.lease_until <= at)
     order by x.next_at
     limit at_most
       for no key update skip locked
  )
  update public.webhook_endpoints w
     set lease = token, lease_until = at + make_interval(secs => lease_seconds)
    from due d
   where w.company_id = d.company_id and w.environment = d.environment and w.id = d.id
  returning w.company_id, w.environment, w.id, w.status;
end;

-- Keeps an endpoint that was taken for so many seconds more. False when somebody else has it.
create function keep_taken_webhook(of_company uuid, of_environment environment, of_webhook uuid, token uuid, at timestamptz,
    lease_seconds integer) returns boolean
  language sql volatile security definer
begin atomic
  with kept as (
    update public.webhook_endpoints w
       set lease_until = at + make_interval(secs => lease_seconds)
     where w.company_id = of_company and w.environment = of_environment and w.id = of_webhook and w.lease = token
    returning w.id
  )
  select exists (select from kept);
end;

-- Lets go of an endpoint: from now on it is looked at when its next delivery is due. The row is locked before the deliveries are looked
-- at, so that whoever adds one either is seen here or finds what was written here.
create function let_go_of_webhook(of_company uuid, of_environment environment, of_webhook uuid, token uuid, at timestamptz) returns void
  language plpgsql security definer as $$
declare
  due timestamptz;
begin
  perform from public.webhook_endpoints w
    where w.company_id = of_company and w.environment = of_environment and w.id = of_webhook and w.lease = token
      for no key update;
  if not found then
    return;
  end if;
  select d.next_at into due
    from public.webhook_deliveries d
   where d.company_id = of_company and d.environment = of_environment and d.endpoint_id = of_webhook and d.status = 'pending'
   order by d.next_at
   limit 1;
  update public.webhook_endpoints w
     set lease = null, lease_until = null,
         next_at = case when due is null then null when w.status = 'enabled' then greatest(due, w.rest_until) else at end
   where w.company_id = of_company and w.environment = of_environment and w.id = of_webhook and w.lease = token;
end
$$;

-- Cancels deliveries to an endpoint that is disabled or deleted, so many at once. Answers how many.
create function cancel_deliveries(of_company uuid, of_environment environment, of_webhook uuid, at timestamptz, at_most integer) returns integer
  language plpgsql security definer as $$
declare
  canceled integer;
begin
  update public.webhook_deliveries d
     set status = 'canceled', next_at = null, finished_at = at
    from (select x.id
            from public.webhook_deliveries x
            join public.webhook_endpoints w
              on w.company_id = of_company and w.environment = of_environment and w.id = of_webhook and w.status <> 'enabled'
           where x.company_id = of_company and x.environment = of_environment and x.endpoint_id = of_webhook and x.status = 'pending'
           order by x.next_at
           limit at_most) as p
   where d.company_id = of_company and d.environment = of_environment and d.id = p.id and d.status = 'pending';
  get diagnostics canceled = row_count;
  return canceled;
end
$$;

-- An endpoint after one more attempt. Success forgives everything. Failures make it slower, then let it rest; the company is told after an
-- hour, a day, three and four days of nothing else, and after five it is disabled, unless it was told within the last day only.
create function after_attempt(w webhook_endpoints, outcome text, is_gone boolean, slow boolean, at timestamptz) returns webhook_endpoints
  language plpgsql stable as $$
declare
  lasting interval;
  told smallint;
begin
  w.is_slow := slow;
  if outcome = 'delivered' then
    w.failures := 0;
    w.failing_since := null;
    w.notices := 0;
    w.noticed_at := null;
    w.rest_until := null;
    w.at_once := least(w.at_once + 1, 32);
    return w;
  end if;
  w.failures := w.failures + 1;
  w.failing_since := coalesce(w.failing_since, at);
  w.at_once := greatest(w.at_once / 2, 1);
  w.rest_until := case when w.failures >= 50 then at + interval '60 seconds' when w.failures >= 5 then at + interval '10 seconds' end;
  lasting := at - w.failing_since;
  told := (select count(*) from unnest(array['1 hour', '1 day', '3 days', '4 days']::interval[]) as step (after) where step.after <= lasting);
  if is_gone or lasting >= interval '5 days' and w.noticed_at <= at - interval '1 day' then
    w.status := 'disabled';
    w.disabled_reason := case when is_gone then 'gone' else 'failing' end;
    w.disabled_at := at;
  elsif told > w.notices then
    w.notices := told;
    w.noticed_at := at;
  end if;
  return w;
end
$$;
grant execute on function after_attempt(webhook_endpoints, text, boolean, boolean, timestamptz) to cardwright_posting;

-- Notes attempts, many in one commit: what came back, what becomes of each delivery and of its endpoint, and what its company is told of
-- that. No two are about one delivery. What somebody else has finished meanwhile stays finished, and the attempt is kept all the same.
-- Order of locks: endpoints, deliveries, books, event counters.
create function note_attempts(news jsonb) returns void
  language plpgsql security definer as $$
declare
  item record;
  one record;
  w public.webhook_endpoints;
  before public.webhook_endpoints;
  last_at timestamptz;
  changed public.webhook_endpoints[] := '{}';
  what text[] := '{}';
  moments timestamptz[] := '{}';
begin
  if jsonb_array_length(news) <> (select count(distinct n ->> 'deliveryId') from jsonb_array_elements(news) as n) then
    raise exception 'a delivery cannot be attempted twice in one call' using errcode = 'CW011';
  end if;
  for item in
    select n."companyId" as company_id, n.environment, n."endpointId" as endpoint_id
      from jsonb_to_recordset(news) as n ("companyId" uuid, environment public.environment, "endpointId" uuid)
     group by 1, 2, 3
     order by 1, 2, 3
  loop
    select * into w
      from public.webhook_endpoints x
     where x.company_id = item.company_id and x.environment = item.environment and x.id = item.endpoint_id
       for no key update;
    before := w;
    for one in
      select n.* from jsonb_to_recordset(news) as n ("companyId" uuid, environment public.environment, "endpointId" uuid, outcome text,
                                                     "isGone" boolean, "isSlow" boolean, at timestamptz)
       where n."companyId" = item.company_id and n.environment = item.environment and n."endpointId" = item.endpoint_id
       order by n.at
    loop
      exit when w.status <> 'enabled';
      w := public.after_attempt(w, one.outcome, one."isGone", one."isSlow", one.at);
      last_at := one.at;
    end loop;
    if w is not distinct from before then
      continue;
    end if;
    perform public.keep_webhook(w);
    if w.status <> before.status or w.notices > before.notices then
      changed := changed || w;
      what := what || case when w.status <> before.status then 'disabled' else 'failing' end;
      moments := moments || last_at;
    end if;
  end loop;

  insert into public.webhook_attempts (company_id, environment, delivery_id, number, at, duration_ms, outcome, status, detail, answer)
  select n."companyId", n.environment, n."deliveryId", earlier.attempts + 1, n.at, n."durationMs", n.outcome, n.status, left(n.detail, 500), n.answer
    from jsonb_to_recordset(news) as n ("companyId" uuid, environment public.environment, "deliveryId" uuid, at timestamptz,
                                        "durationMs" integer, outcome text, status smallint, detail text, answer text)
   cross join lateral (
     select coalesce(max(a.number), 0) as attempts
       from public.webhook_attempts a
      where a.company_id = n."companyId" and a.environment = n.environment and a.delivery_id = n."deliveryId") as earlier;
  update public.webhook_deliveries d
     set status = case when n.outcome = 'delivered' then 'delivered' when n."nextAt" is null then 'failed' else 'pending' end,
         attempts = d.attempts + 1, next_at = n."nextAt", finished_at = case when n."nextAt" is null then n.at end
    from jsonb_to_recordset(news) as n ("companyId" uuid, environment public.environment, "deliveryId" uuid, at timestamptz, outcome text,
                                        attempts smallint, "nextAt" timestamptz)
   where d.company_id = n."companyId" and d.environment = n.environment and d.id = n."deliveryId" and d.status = 'pending'
     and (n.outcome = 'delivered' or d.attempts = n.attempts);
  for position in 1 .. cardinality(changed) loop
    perform public.tell_of_webhook(changed[position], what[position], moments[position]);
  end loop;
end
$$;

grant execute on function fan_out_events(uuid, environment, timestamptz, integer, integer),
  take_webhooks(uuid, timestamptz, integer, boolean, integer),
  keep_taken_webhook(uuid, environment, uuid, uuid, timestamptz, integer), let_go_of_webhook(uuid, environment, uuid, uuid, timestamptz),
  cancel_deliveries(uuid, environment, uuid, timestamptz, integer), note_attempts(jsonb) to cardwright_worker;
call run_as_posting('fan_out_events(uuid, environment, timestamptz, integer, integer)');
call run_as_posting('take_webhooks(uuid, timestamptz, integer, boolean, integer)');
call run_as_posting('keep_taken_webhook(uuid, environment, uuid, uuid, timestamptz, integer)');
call run_as_posting('let_go_of_webhook(uuid, environment, uuid, uuid, timestamptz)');
call run_as_posting('cancel_deliveries(uuid, environment, uuid, timestamptz, integer)');
call run_as_posting('note_attempts(jsonb)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
