-- Writes the next mark and returns it for export; without a row, there is nothing to export. `exported` describes the newest
-- exported mark: it must be in this database, or nothing is written. A mark that was written but not exported is returned again, so
-- there is never more than one of them; once this commit has ended, a standby has it too.
create or replace function write_mark(exported_epoch bigint, exported_number bigint, exported_tokens uuid[], new_token uuid)
  returns table (number bigint, epoch bigint, token uuid, at timestamptz, timeline text, system_identifier text, is_new boolean)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  every constant interval := '900 milliseconds'; -- of all workers together, a little less than the interval of one
  patience constant interval := '3 seconds'; -- until then the worker that wrote it may still be exporting it
  newest public.marks;
begin
  if not pg_try_advisory_xact_lock(hashtext('cardwright marks')) then
    return; -- another worker is at it
  end if;
  perform public.require_marks(exported_epoch, exported_number, exported_tokens);
  select m.* into newest from public.marks m order by m.number desc limit 1;
  if public.is_unexported(newest, exported_number) then
    if newest.at < clock_timestamp() - patience then
      perform pg_logical_emit_message(true, 'cardwright', ''); -- so that this commit waits for the standby: the mark's own may not have
      return query select newest.number, newest.epoch, newest.token, newest.at::timestamptz, newest.timeline, newest.system_identifier, false;
    end if;
    return;
  end if;
  if newest.at > clock_timestamp() - every or public.is_newest_commit(newest) then
    return;
  end if;
  return query select * from public.append_mark(exported_number, new_token);
end
$$;
alter function write_mark(bigint, bigint, uuid[], uuid) owner to cardwright_posting;
grant execute on function write_mark(bigint, bigint, uuid[], uuid) to cardwright_worker, cardwright_admin;
