-- Writes exported audit entries that a restore lost into the log again, under their numbers, applies each in order, and adds
-- the seals over them. `through` is the last exported entry. The first replay behind a fence ends every session: nobody knows which of them had ended. Any operator
-- may do it: it only repeats what was done, so it comes before any proposal counts. Returns how many were written and applied.
create or replace function replay_audit(credential text, entries jsonb, seals jsonb, through bigint) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  who uuid := public.require_operator(credential, 'database.replay', false);
  v public.verified_timeline;
  e public.audit_log;
  written integer := 0;
  applied integer := 0;
begin
  select x.* into v from public.verified_timeline x where x.is_only for update;
  if v.fenced_at is null then
    return '{"refused":"not_recovering"}';
  end if;
  for e in
    select i.entry, i.at, nullif(i.operator, '')::uuid, i.action, nullif(i.company, '')::uuid, nullif(i.environment, '')::public.environment,
           i.subject, i.details::jsonb
      from jsonb_to_recordset(entries) as i (entry bigint, at timestamptz, operator text, action text, company text, environment text,
                                             subject text, details text)
     order by i.entry
  loop
    continue when exists (select from public.audit_log a where a.sequence = e.sequence);
    if public.apply_audit_entry(e) then
      applied := applied + 1;
    end if;
    insert into public.audit_log (sequence, at, operator_id, action, company_id, environment, subject, details) overriding system value
    values (e.sequence, e.at, e.operator_id, e.action, e.company_id, e.environment, e.subject, e.details);
    written := written + 1;
  end loop;
  insert into public.audit_seals (first_sequence, last_sequence, hash_before, hash_after, marks, sealed_at)
  select s.first, s.last, decode(s.before, 'hex'), decode(s.after, 'hex'), decode(s.marks, 'hex'), s.at
    from jsonb_to_recordset(seals) as s (first bigint, last bigint, before text, after text, marks text, at timestamptz)
  on conflict do nothing;
  if v.replayed_through is null then
    delete from desk.sessions;
    delete from people.sessions;
  end if;
  update public.verified_timeline x
     set replayed_through = greatest(x.replayed_through, through)
   where x.is_only;
  perform public.log_action(who, 'database.replay',
    jsonb_build_object('subject', '', 'details', jsonb_build_object('written', written, 'applied', applied)));
  return jsonb_build_object('written', written, 'applied', applied);
end
$$;
alter function replay_audit(text, jsonb, jsonb, bigint) owner to cardwright_posting;
grant execute on function replay_audit(text, jsonb, jsonb, bigint) to cardwright_admin;
