-- The server of this connection, and what its database was last verified on.
create or replace function read_server()
  returns table (system_identifier text, timeline text, started_at text, verified_system text, verified_timeline text, epoch bigint,
    newest_mark bigint, fenced_at timestamptz, fenced_why text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select c.system_identifier::text, left(pg_walfile_name(pg_current_wal_lsn()), 8), pg_postmaster_start_time()::text, v.system_identifier,
         v.timeline, v.epoch, coalesce((select m.number from public.marks m order by m.number desc limit 1), 0), v.fenced_at::timestamptz,
         v.fenced_why
    from public.verified_timeline v
   cross join pg_control_system() c
   where v.is_only;
end;
alter function read_server() owner to cardwright_posting;
grant execute on function read_server() to cardwright_api, cardwright_portal, cardwright_admin, cardwright_reader, cardwright_worker;
