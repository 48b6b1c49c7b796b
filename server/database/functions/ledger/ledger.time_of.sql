-- The company's own time: real in live, moved forward by its offset in sandbox.
create or replace function ledger.time_of(of_company uuid, of_environment environment) returns timestamptz
  language sql volatile security definer
begin atomic
  select date_trunc('milliseconds', clock_timestamp()) + b.clock_offset
    from ledger.books b
   where b.company_id = of_company and b.environment = of_environment;
end;
alter function ledger.time_of(uuid, environment) owner to cardwright_posting;
