-- For how many whole months after this one every table that is split by month has its part, and no gap before. Negative when this month's
-- is missing.
create or replace function months_ahead() returns integer
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(min(n) - 1, 120)
    from pg_partitioned_table t
    join pg_class c on c.oid = t.partrelid
   cross join generate_series(0, 120) as n
   where t.partstrat = 'r' and c.relnamespace = 'public'::regnamespace
     and to_regclass(format('public.%I', c.relname
           || to_char(date_trunc('month', clock_timestamp() at time zone 'UTC') + make_interval(months => n), '_YYYY_MM'))) is null
$$;
alter function months_ahead() owner to cardwright_owner;
grant execute on function months_ahead() to cardwright_admin, cardwright_reader, cardwright_worker;
