-- Takes the report of a process after a change of the timeline: how many objects it had acknowledged and found again, and
-- whether a synchronous standby had confirmed the newest exported mark. A confirmed mark verifies the timeline at once: each
-- process still compares what it acknowledged itself. Otherwise it is verified once every running process had time to report,
-- and something speaks for it; a process that misses an object fences the database instead. Returns whether it is verified;
-- null while others may still report. Without a mark or a witness, the database is fenced. Once it is verified, operations that
-- wait are asked about before they are sent.
create or replace function report_timeline(of_process uuid, found_again integer, is_confirmed boolean, wait_seconds double precision) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  current text := left(pg_walfile_name(pg_current_wal_lsn()), 8);
  verified public.verified_timeline;
begin
  select v.* into verified from public.verified_timeline v where v.is_only for update;
  if verified.fenced_at is not null then
    return false;
  elsif verified.timeline = current then
    return true; -- another process was faster
  end if;
  insert into public.timeline_reports as r (timeline, process, witnesses)
  values (current, of_process, found_again)
  on conflict (timeline, process) do update set witnesses = greatest(r.witnesses, excluded.witnesses);
  if not is_confirmed
    and (select min(r.at) from public.timeline_reports r where r.timeline = current) > clock_timestamp() - make_interval(secs => wait_seconds) then
    return null;
  end if;
  if not is_confirmed and not exists (select from public.timeline_reports r where r.timeline = current and r.witnesses > 0) then
    perform public.close_fence('the server changed from timeline ' || verified.timeline || ' to ' || current
      || ', and neither a standby nor a process that was running vouches for its last commits');
    return false;
  end if;
  update public.verified_timeline v set timeline = current, verified_at = clock_timestamp() where v.is_only;
  delete from public.timeline_reports;
  perform public.ask_about_queued();
  return true;
end
$$;
alter function report_timeline(uuid, integer, boolean, double precision) owner to cardwright_posting;
grant execute on function report_timeline(uuid, integer, boolean, double precision) to cardwright_api, cardwright_admin, cardwright_worker;
