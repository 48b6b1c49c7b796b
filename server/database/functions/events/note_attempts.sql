-- Records attempts in one commit: the answers, the new status of each delivery and its endpoint, and the notices to its
-- company. No two are about one delivery. A delivery that is finished meanwhile stays finished, and its attempt is
-- kept. Returns the deliveries that were not recorded because their endpoint is locked: the others do not wait. Order
-- of locks: endpoints, deliveries, books, event counters.
create or replace function note_attempts(updates jsonb) returns uuid[]
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record;
  w public.webhook_endpoints;
  before public.webhook_endpoints;
  last_at timestamptz;
  changed public.webhook_endpoints[] := '{}';
  what text[] := '{}';
  moments timestamptz[] := '{}';
  busy uuid[] := '{}';
  noted bigint;
begin
  if jsonb_array_length(updates) <> (select count(distinct n ->> 'deliveryId') from jsonb_array_elements(updates) as n) then
    raise exception 'a delivery cannot be attempted twice in one call' using errcode = 'CW011';
  end if;
  for item in
    select g.*, locked.w
      from (select n."companyId" as company_id, n.environment, n."endpointId" as endpoint_id, array_agg(n."deliveryId") as deliveries,
                   array_agg(n.outcome order by n.at, n."deliveryId") as outcomes,
                   array_agg(n."isGone" order by n.at, n."deliveryId") as gone, array_agg(n."isSlow" order by n.at, n."deliveryId") as slow,
                   array_agg(n.at order by n.at, n."deliveryId") as moments
              from jsonb_to_recordset(updates) as n ("companyId" uuid, environment public.environment, "endpointId" uuid,
                                                  "deliveryId" uuid, outcome text, "isGone" boolean, "isSlow" boolean, at timestamptz)
             group by 1, 2, 3
             order by 1, 2, 3) as g
      left join lateral (
        select x as w
          from public.webhook_endpoints x
         where x.company_id = g.company_id and x.environment = g.environment and x.id = g.endpoint_id
           for no key update skip locked) as locked on true
     -- Success changes nothing at an endpoint that has had nothing else for long: most of them.
     where not coalesce('delivered' = all (g.outcomes) and not (true = any (g.slow))
                        and (locked.w).status = 'enabled' and not (locked.w).is_slow and (locked.w).at_once = 32
                        and (locked.w).failures = 0 and (locked.w).failing_since is null and (locked.w).notices = 0
                        and (locked.w).noticed_at is null and (locked.w).rest_until is null, false)
  loop
    w := item.w;
    if w.id is null then
      busy := busy || item.deliveries;
      continue;
    end if;
    before := w;
    if w.status = 'enabled' and 'delivered' = all (item.outcomes) then
      -- The last success stands for all of them, but each one raises the concurrency.
      last_at := item.moments[cardinality(item.moments)];
      w.at_once := least(w.at_once + cardinality(item.outcomes) - 1, 32);
      w := public.after_attempt(w, 'delivered', false, item.slow[cardinality(item.slow)], last_at);
    else
      for position in 1 .. cardinality(item.outcomes) loop
        exit when w.status <> 'enabled';
        last_at := item.moments[position];
        w := public.after_attempt(w, item.outcomes[position], item.gone[position], item.slow[position], last_at);
      end loop;
    end if;
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

  -- `finished_at is null` is `status = 'pending'` by the table's constraint, but matches no partial index: the row is found by its key alone.
  with given as materialized (
    select n.*
      from jsonb_to_recordset(updates) as n ("companyId" uuid, environment public.environment, "deliveryId" uuid, at timestamptz,
                                          "durationMs" integer, outcome text, status smallint, detail text, answer text,
                                          attempts smallint, "nextAt" timestamptz)
     where not n."deliveryId" = any (busy)
  ), updated as (
    update public.webhook_deliveries d
       set status = case when n.outcome = 'delivered' then 'delivered' when n."nextAt" is null then 'failed' else 'pending' end,
           attempts = d.attempts + 1, next_at = n."nextAt", finished_at = case when n."nextAt" is null then n.at end
      from given n
     where d.company_id = n."companyId" and d.environment = n.environment and d.id = n."deliveryId" and d.finished_at is null
       and (n.outcome = 'delivered' or d.attempts = n.attempts)
  )
  insert into public.webhook_attempts (company_id, environment, delivery_id, number, at, duration_ms, outcome, status, detail, answer)
  select n."companyId", n.environment, n."deliveryId",
         -- A pending delivery without a counted attempt has none: the attempts of its month need no search.
         1 + case when d.attempts = 0 and d.finished_at is null then 0 else (
           select coalesce(max(a.number), 0)
             from public.webhook_attempts a
            where a.company_id = n."companyId" and a.environment = n.environment and a.delivery_id = n."deliveryId") end,
         n.at, n."durationMs", n.outcome, n.status, left(n.detail, 500), n.answer
    from given n
    join public.webhook_deliveries d on d.company_id = n."companyId" and d.environment = n.environment and d.id = n."deliveryId";
  get diagnostics noted = row_count;
  if noted <> jsonb_array_length(updates) - cardinality(busy) then
    raise exception 'an attempt names a delivery that does not exist' using errcode = 'CW011';
  end if;
  for position in 1 .. cardinality(changed) loop
    perform public.append_webhook_event(changed[position], what[position], moments[position]);
  end loop;
  return busy;
end
$$;
alter function note_attempts(jsonb) owner to cardwright_posting;
grant execute on function note_attempts(jsonb) to cardwright_worker;
