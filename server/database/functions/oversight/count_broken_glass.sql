-- Operators added by breaking glass within the last days.
create or replace function count_broken_glass() returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*) from public.audit_log a where a.action = 'operator.break_glass' and a.at > statement_timestamp() - interval '7 days';
end;
alter function count_broken_glass() owner to cardwright_posting;
grant execute on function count_broken_glass() to cardwright_admin, cardwright_reader, cardwright_worker;
