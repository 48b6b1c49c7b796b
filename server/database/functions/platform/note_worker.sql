-- Records that a worker runs, and since when a stop file keeps it from work. Time under a stop does not count towards
-- the time after which an operation to an unreachable issuer fails: `held_up_since` is its start, and the next claim
-- deducts it.
create or replace function note_worker(of_worker uuid, on_host text, stopped timestamptz, why text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was_stopped boolean; -- null at its first report
begin
  select w.stopped_since is not null into was_stopped from public.workers w where w.id = of_worker;
  if was_stopped is null then
    delete from public.workers w where w.seen_at < clock_timestamp() - interval '1 day';
  end if;
  insert into public.workers (id, host, started_at, seen_at, stopped_since, stop_reason)
  values (of_worker, left(on_host, 255), clock_timestamp(), clock_timestamp(), stopped, left(why, 500))
  on conflict (id) do update
     set seen_at = excluded.seen_at, stopped_since = excluded.stopped_since, stop_reason = excluded.stop_reason;
  if stopped is null or coalesce(was_stopped, false) then
    return;
  end if;
  update public.operations o
     set held_up_since = clock_timestamp()
    from unnest(enum_range(null::public.environment)) as e (environment)
   cross join lateral (
     select q.company_id, q.id
       from public.operations q
      where q.environment = e.environment and q.status = 'queued' and q.next_at is not null and q.parked_at is null
        and q.refused_since is not null and q.held_up_since is null
      order by q.environment, q.next_at
        for no key update skip locked) as w
   where o.company_id = w.company_id and o.environment = e.environment and o.id = w.id;
end
$$;
alter function note_worker(uuid, text, timestamptz, text) owner to cardwright_posting;
grant execute on function note_worker(uuid, text, timestamptz, text) to cardwright_worker;
