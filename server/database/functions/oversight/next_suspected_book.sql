-- The next book with differences to check again: its scope only.
create or replace function next_suspected_book(of_run uuid) returns table (company_id uuid, environment environment)
  language sql stable security definer
begin atomic
  select s.company_id, s.environment
    from public.reconciliation_suspects s
   where s.run_id = of_run
   order by s.company_id, s.environment
   limit 1;
end;
alter function next_suspected_book(uuid) owner to cardwright_posting;
grant execute on function next_suspected_book(uuid) to cardwright_worker;
