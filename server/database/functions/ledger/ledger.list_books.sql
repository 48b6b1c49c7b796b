-- All books, for verification. Ids only: each book is then read in its own scope.
create or replace function ledger.list_books(after_company uuid, after_environment environment, at_most integer)
  returns table (company_id uuid, environment environment)
  language sql stable security definer
begin atomic
  select b.company_id, b.environment
    from ledger.books b
   where (b.company_id, b.environment)
       > (coalesce(after_company, '00000000-0000-0000-0000-000000000000'), coalesce(after_environment, 'sandbox'))
   order by b.company_id, b.environment
   limit at_most;
end;
alter function ledger.list_books(uuid, environment, integer) owner to cardwright_posting;
grant execute on function ledger.list_books(uuid, environment, integer) to cardwright_admin, cardwright_reader, cardwright_worker;
