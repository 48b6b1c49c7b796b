-- Differences between the books and the issuers’ records: breaks that no later run has found gone, since when the
-- oldest, what the last full run could not compare, and when it ended; without a run, since when there is a company.
create or replace function count_breaks(at_most integer)
  returns table (environment environment, breaks bigint, oldest_at timestamptz, unread bigint, last_at timestamptz, has_run boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select e.environment, b.breaks, b.oldest_at,
         coalesce(case e.environment when 'live' then whole.unread_live else whole.unread - whole.unread_live end, 0),
         coalesce(whole.finished_at, began.at), whole.id is not null
    from unnest(enum_range(null::public.environment)) as e (environment)
    left join lateral (
      select r.id, r.unread, r.unread_live, r.started_at, r.finished_at
        from public.reconciliation_runs r
       where r.only_company is null and (r.only_environment is null or r.only_environment = e.environment)
       order by r.id desc
       limit 1) as whole on true
    left join lateral (select public.time_of_id(c.id) as at from public.companies c order by c.id limit 1) as began on true
   cross join lateral (
     select count(distinct (f.company_id, f.kind, f.subject)) as breaks, min(f.since) as oldest_at
       from (select x.company_id, x.kind, x.subject, x.since
               from public.reconciliation_runs r
              cross join lateral (
                select y.* from public.reconciliation_breaks y where y.environment = e.environment and y.run_id = r.id and not y.explained) as x
              where r.finished_at > coalesce(whole.started_at, '-infinity')
                and not exists (select from public.reconciliation_runs later
                                 where later.finished_at > r.finished_at and later.started_at >= r.finished_at
                                   and public.looks_at_book(later, x.company_id, x.environment))
              limit at_most) as f) as b
   order by e.environment;
end;
alter function count_breaks(integer) owner to cardwright_posting;
grant execute on function count_breaks(integer) to cardwright_admin, cardwright_reader, cardwright_worker;
