-- Ends a reconciliation: it becomes a run, which nothing changes. False when another worker has it.
create or replace function end_reconciliation(of_run uuid, at_step bigint) returns boolean
  language sql volatile security definer
begin atomic
  with gone as (
    delete from public.reconciliations_under_way r where r.id = of_run and r.step = at_step returning r.*
  ), kept as (
    insert into public.reconciliation_runs (id, only_company, only_environment, asked_by, settled_seconds, started_at, finished_at, books,
                                            compared, on_their_way, unread, unread_live, explained, breaks)
    select g.id, g.only_company, g.only_environment, g.asked_by, g.settled_seconds, g.started_at, clock_timestamp(),
           coalesce((g.counts ->> 'books')::bigint, 0), coalesce((g.counts ->> 'compared')::bigint, 0),
           coalesce((g.counts ->> 'onTheirWay')::bigint, 0), coalesce((g.counts ->> 'unread')::bigint, 0),
           coalesce((g.counts ->> 'unreadLive')::bigint, 0), coalesce((g.counts ->> 'explained')::bigint, 0),
           (select count(*) from public.reconciliation_breaks b where b.run_id = g.id and not b.explained)
      from gone g
    returning id
  )
  select exists (select from kept);
end;
alter function end_reconciliation(uuid, bigint) owner to cardwright_posting;
grant execute on function end_reconciliation(uuid, bigint) to cardwright_worker;
