-- The beginning of the oldest month of which a table has a part.
create or replace function oldest_month(whole regclass) returns timestamptz
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select min(to_date(right(c.relname, 7), 'YYYY_MM')::timestamp at time zone 'UTC')
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
   where i.inhparent = whole
$$;
alter function oldest_month(regclass) owner to cardwright_owner;
grant execute on function oldest_month(regclass) to cardwright_posting;
