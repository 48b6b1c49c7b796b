-- Seconds of commits after the newest mark: a loss of them would not be noticed. 0 when nothing was committed since; null when
-- there are no marks, because no store is configured.
create or replace function mark_lag_seconds() returns double precision
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select case when public.is_newest_commit(m) then 0
              else greatest(0, extract(epoch from clock_timestamp() - m.at)) end
    from public.marks m
   order by m.number desc
   limit 1;
end;
alter function mark_lag_seconds() owner to cardwright_posting;
grant execute on function mark_lag_seconds() to cardwright_worker, cardwright_admin, cardwright_reader;
