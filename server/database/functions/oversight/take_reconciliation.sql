-- Leases a reconciliation for `lease_seconds`. It fences off the worker that had it before.
create or replace function take_reconciliation(lease_seconds integer)
  returns table (id uuid, only_company uuid, only_environment environment, settled_seconds integer, step bigint, place jsonb, counts jsonb)
  language sql volatile security definer
begin atomic
  update public.reconciliations_under_way r
     set step = r.step + 1, next_at = clock_timestamp() + make_interval(secs => lease_seconds)
   where r.id = (select x.id from public.reconciliations_under_way x
                  where x.next_at <= clock_timestamp()
                  order by x.next_at
                  limit 1
                    for update skip locked)
  returning r.id, r.only_company, r.only_environment, r.settled_seconds, r.step, r.place, r.counts;
end;
alter function take_reconciliation(integer) owner to cardwright_posting;
grant execute on function take_reconciliation(integer) to cardwright_worker;
