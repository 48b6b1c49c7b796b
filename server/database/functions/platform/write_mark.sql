-- Writes the next mark and returns it for export; without a row, there is nothing to export. `exported` describes the newest
-- exported mark: it must be in this database, all of its tokens, or nothing is written. One of an earlier epoch may be lost: two
-- people accepted it. A mark that was written but not exported is returned again, so there is never more than one of them; once
-- this commit has ended, a standby has it too.
create or replace function write_mark(exported_epoch bigint, exported_number bigint, exported_tokens uuid[], new_token uuid)
  returns table (number bigint, epoch bigint, token uuid, at timestamptz, timeline text, system_identifier text, is_new boolean)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  every constant interval := '900 milliseconds'; -- of all workers together, a little less than the interval of one
  patience constant interval := '3 seconds'; -- until then the worker that wrote it may still be exporting it
  kept constant bigint := 3600;
  newest public.marks;
  current_epoch bigint := (select v.epoch from public.verified_timeline v where v.is_only);
begin
  if not pg_try_advisory_xact_lock(hashtext('cardwright marks')) then
    return; -- another worker is at it
  end if;
  select m.* into newest from public.marks m order by m.number desc limit 1;
  if exported_number is null and newest.number > 1 then
    raise exception 'the store holds no mark, and mark % was exported', newest.number - 1 using errcode = 'CW061';
  elsif exported_epoch >= current_epoch
    and public.find_marks(exported_epoch, exported_number, exported_tokens) <> cardinality(exported_tokens) then
    raise exception 'mark % of epoch % was exported and is not in this database', exported_number, exported_epoch using errcode = 'CW060';
  end if;
  if newest.number > coalesce(exported_number, 0) and newest.epoch = current_epoch then
    if newest.at < clock_timestamp() - patience then
      perform pg_logical_emit_message(true, 'cardwright', ''); -- so that this commit waits for the standby: the mark's own may not have
      return query select newest.number, newest.epoch, newest.token, newest.at::timestamptz, newest.timeline, newest.system_identifier, false;
    end if;
    return;
  end if;
  if newest.at > clock_timestamp() - every or public.is_newest_commit(newest) then
    return;
  end if;
  delete from public.marks m where m.number <= newest.number - kept;
  return query
  insert into public.marks as m (number, epoch, token, at, timeline, system_identifier, xid, was_alone)
  select greatest(newest.number, exported_number, 0) + 1, v.epoch, new_token, clock_timestamp(), left(pg_walfile_name(pg_current_wal_lsn()), 8),
         c.system_identifier::text, pg_current_xact_id(),
         not exists (select from pg_snapshot_xip(pg_current_snapshot()) as running (xid) where running.xid <> pg_current_xact_id())
    from public.verified_timeline v
   cross join pg_control_system() c
  returning m.number, m.epoch, m.token, m.at::timestamptz, m.timeline, m.system_identifier, true;
end
$$;
alter function write_mark(bigint, bigint, uuid[], uuid) owner to cardwright_posting;
grant execute on function write_mark(bigint, bigint, uuid[], uuid) to cardwright_worker, cardwright_admin;
