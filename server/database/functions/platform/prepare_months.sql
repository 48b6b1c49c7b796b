-- Adds the missing parts of every table that is split by month: this month and the next three, by the database's clock. Only the owner
-- of a table can, so this belongs to the owner; it takes nothing from its caller. Returns how many it added. It waits a second for a
-- lock, and is called again.
create or replace function prepare_months() returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
declare
  missing record;
  added integer := 0;
begin
  for missing in
    select t.partrelid as whole, m.month
      from pg_partitioned_table t
      join pg_class c on c.oid = t.partrelid
     cross join lateral (select (date_trunc('month', clock_timestamp() at time zone 'UTC') + make_interval(months => n))::date as month
                           from generate_series(0, 3) as n) as m
     where t.partstrat = 'r' and c.relnamespace = 'public'::regnamespace
       and to_regclass(format('public.%I', c.relname || to_char(m.month, '_YYYY_MM'))) is null
     order by m.month, c.relname
  loop
    call public.add_month(missing.whole, missing.month);
    added := added + 1;
  end loop;
  return added;
end
$$;
alter function prepare_months() owner to cardwright_owner;
grant execute on function prepare_months() to cardwright_worker;
