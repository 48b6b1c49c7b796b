-- Accepts what a restore lost, and opens the fence: a new epoch begins on this server. Event numbers go on at epoch x 10^12 + 1,
-- so none is used twice. Operations from before are asked about first, and a company orders nothing until the issuer's listings of it
-- were read. `given` has the epoch that begins, the number of the
-- last exported audit entry, and where chains go on.
create or replace function actions.database_recover(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v public.verified_timeline;
  now timestamptz := clock_timestamp();
begin
  select x.* into v from public.verified_timeline x where x.is_only for update;
  if v.fenced_at is null or (given ->> 'epoch')::bigint <> v.epoch + 1 then
    return '{"refused":"not_recovering"}';
  elsif (given ->> 'auditThrough')::bigint is distinct from v.replayed_through then
    return '{"refused":"replay_first"}';
  end if;
  update public.verified_timeline x
     set system_identifier = c.system_identifier::text, timeline = left(pg_walfile_name(pg_current_wal_lsn()), 8), epoch = v.epoch + 1,
         verified_at = now, fenced_at = null, fenced_why = '', replayed_through = null
    from pg_control_system() c
   where x.is_only;
  delete from public.timeline_reports;
  insert into public.event_counters as c (company_id, environment, last)
  select b.company_id, b.environment, (v.epoch + 1) * 1000000000000 from ledger.books b
  on conflict (company_id, environment) do update set last = excluded.last;
  insert into public.chain_forks (company_id, environment, epoch, after, hash, lost, at)
  select f.company, f.environment, v.epoch + 1, f.after, decode(f.hash, 'hex'), f.lost, now
    from jsonb_to_recordset(given -> 'forks') as f (company uuid, environment public.environment, after bigint, hash text, lost bigint);
  perform public.ask_about_queued();
  insert into public.unread_listings (company_id, environment, since, active_at)
  select b.company_id, b.environment, now, b.last_entry_at from ledger.books b
  on conflict do nothing;
  return jsonb_build_object('subject', 'epoch ' || (v.epoch + 1), 'details', jsonb_build_object('epoch', v.epoch + 1,
    'fencedAt', v.fenced_at, 'why', v.fenced_why, 'lostSince', given -> 'lostSince', 'lostUntil', given -> 'lostUntil',
    'auditThrough', given -> 'auditThrough', 'books', jsonb_array_length(given -> 'forks'), 'lostEntries', given -> 'lostEntries',
    'digest', given -> 'digest'));
end
$$;
alter function actions.database_recover(uuid, jsonb) owner to cardwright_posting;
