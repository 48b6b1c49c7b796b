-- Reconciliations, newest first, running or finished: one of them, or those before another. Without differences of
-- companies.
create or replace function list_reconciliations(of_run uuid, before_run uuid, at_most integer)
  returns table (id uuid, only_company uuid, only_environment environment, asked_by uuid, settled_seconds integer, started_at timestamptz,
    finished_at timestamptz, next_at timestamptz, step bigint, books bigint, compared bigint, on_their_way bigint, unread bigint,
    explained bigint, breaks bigint, suspects bigint)
  language sql stable security definer
begin atomic
  select l.*
    from ((select u.id, u.only_company, u.only_environment, u.asked_by, u.settled_seconds, u.started_at, null::timestamptz as finished_at,
                  u.next_at, u.step, coalesce((u.counts ->> 'books')::bigint, 0), coalesce((u.counts ->> 'compared')::bigint, 0),
                  coalesce((u.counts ->> 'onTheirWay')::bigint, 0), coalesce((u.counts ->> 'unread')::bigint, 0),
                  coalesce((u.counts ->> 'explained')::bigint, 0),
                  (select count(*) from public.reconciliation_breaks b where b.run_id = u.id and not b.explained),
                  (select count(*) from public.reconciliation_suspects s where s.run_id = u.id)
             from public.reconciliations_under_way u
            where u.id = coalesce(of_run, u.id) and (before_run is null or u.id < before_run)
            order by u.id desc
            limit at_most)
          union all
          (select r.id, r.only_company, r.only_environment, r.asked_by, r.settled_seconds, r.started_at, r.finished_at,
                  null, null, r.books, r.compared, r.on_their_way, r.unread, r.explained, r.breaks, 0
             from public.reconciliation_runs r
            where r.id = coalesce(of_run, r.id) and (before_run is null or r.id < before_run)
            order by r.id desc
            limit at_most)) as l
   order by l.id desc
   limit at_most;
end;
alter function list_reconciliations(uuid, uuid, integer) owner to cardwright_posting;
grant execute on function list_reconciliations(uuid, uuid, integer) to cardwright_admin;
