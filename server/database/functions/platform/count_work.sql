-- Background work by kind and environment: all that is not parked, what of it is due and not leased, what has failed
-- `failing_attempts` times in a row (about two minutes of backoff), and what is parked. A reason is that of the oldest such row.
-- Counts no further than `at_most`, and never names a row.
create or replace function count_work(at_most integer)
  returns table (kind text, environment environment, open bigint, due bigint, due_since timestamptz, failing bigint, failing_reason text,
    parked bigint, parked_since timestamptz, parked_reason text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  each public.work_kinds;
  failing_attempts constant integer := 8;
begin
  for each in select k.* from public.work_kinds k order by k.kind loop
    return query execute format($query$
      select $1, e.environment, d.open, d.due, d.since, d.failing, d.reason, p.parked, p.since, p.reason
        from unnest(enum_range(null::public.environment)) as e (environment)
       cross join lateral (
         select count(*) as open, count(*) filter (where x.next_at <= $3) as due,
                (min(x.next_at) filter (where x.next_at <= $3))::timestamptz as since, count(*) filter (where x.is_failing) as failing,
                (array_agg(x.last_error order by x.next_at) filter (where x.is_failing))[1] as reason
           from (select w.next_at, w.last_error, w.attempts >= $4 and w.last_error <> '' as is_failing
                   from public.%1$I w
                  where w.environment = e.environment and w.next_at is not null and w.parked_at is null and %2$s
                  order by w.environment, w.next_at limit $2) as x) as d
       cross join lateral (
         select count(*) as parked, min(x.parked_at)::timestamptz as since, (array_agg(x.last_error order by x.parked_at))[1] as reason
           from (select w.parked_at, w.last_error from public.%1$I w
                  where w.environment = e.environment and w.parked_at is not null and %2$s
                  order by w.parked_at limit $2) as x) as p
      $query$, each.source, each.condition)
      using each.kind, at_most, statement_timestamp(), failing_attempts;
  end loop;
end
$$;
alter function count_work(integer) owner to cardwright_posting;
grant execute on function count_work(integer) to cardwright_admin, cardwright_reader, cardwright_worker;
