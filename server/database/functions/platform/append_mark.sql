-- Appends a mark after the newest one, here or exported, and forgets old ones.
create or replace function append_mark(exported_number bigint, new_token uuid)
  returns table (number bigint, epoch bigint, token uuid, at timestamptz, timeline text, system_identifier text, is_new boolean)
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  kept constant bigint := 3600;
  newest bigint := coalesce((select max(m.number) from public.marks m), 0);
begin
  delete from public.marks m where m.number <= newest - kept;
  return query
  insert into public.marks as m (number, epoch, token, at, timeline, system_identifier, xid, was_alone)
  select greatest(newest, exported_number, 0) + 1, v.epoch, new_token, clock_timestamp(), left(pg_walfile_name(pg_current_wal_lsn()), 8),
         c.system_identifier::text, pg_current_xact_id(),
         not exists (select from pg_snapshot_xip(pg_current_snapshot()) as running (xid) where running.xid <> pg_current_xact_id())
    from public.verified_timeline v
   cross join pg_control_system() c
  returning m.number, m.epoch, m.token, m.at::timestamptz, m.timeline, m.system_identifier, true;
end
$$;
alter function append_mark(bigint, uuid) owner to cardwright_posting;
