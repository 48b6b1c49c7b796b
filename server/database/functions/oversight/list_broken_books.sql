-- The books in which a reconciliation found breaks: scope and count. Each is then read in its own scope.
create or replace function list_broken_books(of_run uuid, after_company uuid, after_environment environment, at_most integer)
  returns table (company_id uuid, environment environment, breaks bigint)
  language sql stable security definer
begin atomic
  select b.company_id, b.environment, count(*)
    from public.reconciliation_breaks b
   where b.run_id = of_run and not b.explained and (after_company is null or (b.company_id, b.environment) > (after_company, after_environment))
   group by b.company_id, b.environment
   order by b.company_id, b.environment
   limit at_most;
end;
alter function list_broken_books(uuid, uuid, environment, integer) owner to cardwright_posting;
grant execute on function list_broken_books(uuid, uuid, environment, integer) to cardwright_admin;
