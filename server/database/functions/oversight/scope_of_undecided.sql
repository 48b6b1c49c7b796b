-- The scope of an operation, an invoice, a case or a proposal, which an operator names by its id alone.
create or replace function scope_of_undecided(of_kind text, of_id uuid) returns table (company_id uuid, environment environment)
  language sql stable security definer
begin atomic
  select o.company_id, o.environment from public.operations o where of_kind = 'operation' and o.id = of_id
  union all
  select i.company_id, i.environment from public.invoices i where of_kind = 'invoice' and i.id = of_id
  union all
  select c.company_id, c.environment from public.cases c where of_kind = 'case' and c.id = of_id
  union all
  select p.company_id, p.environment from public.proposals p where of_kind = 'proposal' and p.id = of_id;
end;
alter function scope_of_undecided(text, uuid) owner to cardwright_posting;
grant execute on function scope_of_undecided(text, uuid) to cardwright_admin;
