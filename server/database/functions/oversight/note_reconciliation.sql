-- Records the progress of a reconciliation, in one commit with its findings: differences seen for the first time, and
-- those seen again, as `break`, `explained` or `gone`. False, and nothing happened, when another worker has it.
create or replace function note_reconciliation(of_run uuid, at_step bigint, next_seconds integer, new_place jsonb, new_counts jsonb, seen jsonb,
    looked_at_again jsonb) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.reconciliations_under_way r
     set step = r.step + 1, next_at = clock_timestamp() + make_interval(secs => next_seconds), place = new_place, counts = new_counts
   where r.id = of_run and r.step = at_step;
  if not found then
    return false;
  end if;
  insert into public.reconciliation_suspects (company_id, environment, run_id, kind, subject, part, key, gap, seen_at)
  select s."companyId", s.environment, of_run, s.kind, s.subject, s.part, s.key, s.gap, clock_timestamp()
    from jsonb_to_recordset(seen) as s ("companyId" uuid, environment public.environment, kind text, subject text, part text, key text, gap text)
  on conflict do nothing;
  insert into public.reconciliation_breaks (company_id, environment, run_id, kind, subject, ours, theirs, gap, since, explained)
  select s.company_id, s.environment, of_run, s.kind, s.subject, a.ours, a.theirs, s.gap, coalesce(a.since, s.seen_at), a.became = 'explained'
    from jsonb_to_recordset(looked_at_again) as a ("companyId" uuid, environment public.environment, kind text, subject text, ours text,
                                                   theirs text, became text, since timestamptz)
   cross join lateral (
     select x.* from public.reconciliation_suspects x
      where x.company_id = a."companyId" and x.environment = a.environment and x.run_id = of_run and x.kind = a.kind and x.subject = a.subject
      limit 1) as s
   where a.became in ('break', 'explained');
  delete from public.reconciliation_suspects x
   using jsonb_to_recordset(looked_at_again) as a ("companyId" uuid, environment public.environment, kind text, subject text)
   where x.company_id = a."companyId" and x.environment = a.environment and x.run_id = of_run and x.kind = a.kind and x.subject = a.subject;
  return true;
end
$$;
alter function note_reconciliation(uuid, bigint, integer, jsonb, jsonb, jsonb, jsonb) owner to cardwright_posting;
grant execute on function note_reconciliation(uuid, bigint, integer, jsonb, jsonb, jsonb, jsonb) to cardwright_worker;
