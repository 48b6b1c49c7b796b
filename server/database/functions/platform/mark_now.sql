-- Writes a mark now, however recent the newest one is, where `write_mark` waits for a second: what was committed before cannot be lost
-- without it. A mark that was written but not exported is returned instead, with `is_new` false: export it, and ask again.
create or replace function mark_now(exported_epoch bigint, exported_number bigint, exported_tokens uuid[], new_token uuid)
  returns table (number bigint, epoch bigint, token uuid, at timestamptz, timeline text, system_identifier text, is_new boolean)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  newest public.marks;
begin
  perform pg_advisory_xact_lock(hashtext('cardwright marks'));
  perform public.require_marks(exported_epoch, exported_number, exported_tokens);
  select m.* into newest from public.marks m order by m.number desc limit 1;
  if public.is_unexported(newest, exported_number) then
    perform pg_logical_emit_message(true, 'cardwright', ''); -- so that this commit waits for the standby: the mark's own may not have
    return query select newest.number, newest.epoch, newest.token, newest.at::timestamptz, newest.timeline, newest.system_identifier, false;
  else
    return query select * from public.append_mark(exported_number, new_token);
  end if;
end
$$;
alter function mark_now(bigint, bigint, uuid[], uuid) owner to cardwright_posting;
grant execute on function mark_now(bigint, bigint, uuid[], uuid) to cardwright_worker;
