-- Drops the parts of months that ended before their retention time, unless they are still in use: one in a call, the oldest first, because
-- dropping locks the whole table for a moment. Only the owner of a table can, so this belongs to the owner; its caller decides the
-- retention times and can only extend what clients were promised. Returns the name of the dropped part, or null when none is
-- left. It waits a second for the lock, fails, and is called again.
create or replace function drop_month(events_kept_for interval, bodies_kept_for interval) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
declare
  part text;
begin
  select c.relname into part
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    join pg_partitioned_table t on t.partrelid = i.inhparent and t.partstrat = 'r'
   cross join lateral (select (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' as ended) as m
   where c.relnamespace = 'public'::regnamespace
     and m.ended < clock_timestamp() - case i.inhparent
           when 'public.webhook_attempts'::regclass then greatest(events_kept_for, public.events_are_kept_for())
           when 'public.issuer_notification_bodies'::regclass then greatest(bodies_kept_for, interval '120 days') end
     and not public.is_month_in_use(i.inhparent, m.ended)
   order by m.ended, c.relname
   limit 1;
  if found then
    execute format('drop table public.%I', part);
  end if;
  return part;
end
$$;
alter function drop_month(interval, interval) owner to cardwright_owner;
grant execute on function drop_month(interval, interval) to cardwright_worker;
