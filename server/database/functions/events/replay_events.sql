-- Accepts a replay of a time range of events. Without a number it only counts; with one it accepts if the count is
-- equal and the book's budget has room. No lock is held while it counts, so fan-out and attempts do not wait for it.
create or replace function replay_events(of_company uuid, of_environment environment, given jsonb, at timestamptz) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  w public.webhook_endpoints;
  lasting interval := make_interval(hours => (given ->> 'budgetHours')::integer);
  budget integer := (given ->> 'budget')::integer;
  seen integer;
  there integer;
  newest bigint;
  newest_at timestamptz;
  used bigint;
  room_at timestamptz;
begin
  select * into w
    from public.webhook_endpoints x
   where x.company_id = of_company and x.environment = of_environment and x.id = (given ->> 'id')::uuid and x.status <> 'deleted';
  if not found then
    return '{"refused":"webhook_not_found"}';
  elsif w.status <> 'enabled' then
    return '{"refused":"webhook_disabled"}';
  end if;
  select count(*), count(*) filter (where e.is_wanted), max(e.sequence), max(e.created_at) into seen, there, newest, newest_at
    from public.events_to_replay(w, (given ->> 'from')::timestamptz, 0, (given ->> 'to')::timestamptz, (given ->> 'mostRead')::integer + 1) as e;
  if seen > (given ->> 'mostRead')::integer or there > (given ->> 'most')::integer then
    return '{"refused":"replay_too_large"}';
  elsif given ->> 'count' is null or there = 0 and (given ->> 'count')::integer = 0 then
    return jsonb_build_object('count', there);
  elsif (given ->> 'count')::integer <> there then
    return jsonb_build_object('refused', 'replay_changed', 'count', there);
  end if;
  -- Serializes the replays of a book: the next one sees this one's share of the budget.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('replay ' || of_company || ' ' || of_environment, 0));
  if exists (select from public.webhook_replays r
              where r.company_id = of_company and r.environment = of_environment and r.endpoint_id = w.id and r.step_at is not null
                and r.created_at > at - lasting)
     or exists (select from public.webhook_deliveries d
                 where d.company_id = of_company and d.environment = of_environment and d.endpoint_id = w.id and d.status = 'pending'
                   and d.replay <> '00000000-0000-0000-0000-000000000000') then
    return '{"refused":"replay_under_way"}';
  end if;
  -- Replays leave the budget when their time is over. The newest one that does not fit beside this one determines when
  -- there is room.
  select coalesce(sum(r.events), 0), max(r.created_at) filter (where r.taken > budget - there) + lasting into used, room_at
    from (select x.created_at, x.events, sum(x.events) over (order by x.created_at desc, x.id desc) as taken
            from public.webhook_replays x
           where x.company_id = of_company and x.environment = of_environment and x.created_at > at - lasting) as r;
  if room_at is not null then
    return jsonb_build_object('refused', 'replay_budget_used', 'count', there, 'left', greatest(budget - used, 0),
      'seconds', ceil(extract(epoch from room_at - at)));
  end if;
  delete from public.webhook_replays r
   where r.company_id = of_company and r.environment = of_environment and r.created_at <= at - lasting and r.step_at is null;
  insert into public.webhook_replays (company_id, environment, id, endpoint_id, ends_at, through, place_at, place, events, created_at, step_at)
  values (of_company, of_environment, public.new_id(), w.id, newest_at + interval '1 millisecond', newest, (given ->> 'from')::timestamptz, 0,
          there, at, at);
  return jsonb_build_object('count', there);
end
$$;
alter function replay_events(uuid, environment, jsonb, timestamptz) owner to cardwright_posting;
