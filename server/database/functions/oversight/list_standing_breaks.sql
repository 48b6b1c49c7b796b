-- The breaks of a book that no later run has found gone, also explained ones. Only a run that began after the other had
-- ended is later.
create or replace function list_standing_breaks(of_company uuid, of_environment environment)
  returns table (kind text, subject text, ours text, theirs text, gap text, since timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select distinct on (b.kind, b.subject) b.kind, b.subject, b.ours, b.theirs, b.gap, b.since
    from (select x.started_at from public.reconciliation_runs x
           where public.looks_at_book(x, of_company, of_environment)
           order by x.id desc
           limit 1) as last
   cross join lateral (
     select r.* from public.reconciliation_runs r
      where r.finished_at > last.started_at and public.looks_at_book(r, of_company, of_environment)) as r
   cross join lateral (
     select x.* from public.reconciliation_breaks x
      where x.company_id = of_company and x.environment = of_environment and x.run_id = r.id) as b
   where not exists (select from public.reconciliation_runs later
                      where later.finished_at > r.finished_at and later.started_at >= r.finished_at
                        and public.looks_at_book(later, of_company, of_environment))
   order by b.kind, b.subject, b.run_id desc;
end;
alter function list_standing_breaks(uuid, environment) owner to cardwright_posting;
grant execute on function list_standing_breaks(uuid, environment) to cardwright_worker;
