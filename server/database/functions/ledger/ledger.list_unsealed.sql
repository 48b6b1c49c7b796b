-- The books with entries after their last seal, among those with an entry since a given time, in order. Ids only.
-- Without that time, 200,000 books took 2.7 s instead of 0.2 s.
create or replace function ledger.list_unsealed(after_company uuid, after_environment environment, since timestamptz, at_most integer)
  returns table (company_id uuid, environment environment)
  language sql stable security definer
begin atomic
  select b.company_id, b.environment
    from ledger.books b
   where (b.company_id, b.environment)
       > (coalesce(after_company, '00000000-0000-0000-0000-000000000000'), coalesce(after_environment, 'sandbox'))
     and b.last_entry_at >= since
     and b.entries > coalesce((select s.last_sequence
                                 from ledger.seals s
                                where s.company_id = b.company_id and s.environment = b.environment
                                order by s.environment desc, s.last_sequence desc
                                limit 1), 0)
   order by b.company_id, b.environment
   limit at_most;
end;
alter function ledger.list_unsealed(uuid, environment, timestamptz, integer) owner to cardwright_posting;
grant execute on function ledger.list_unsealed(uuid, environment, timestamptz, integer) to cardwright_worker;
