-- The scope of an operation, an invoice, a card, a cardholder or a case, which an operator names by its id alone. Each
-- branch is one index lookup.
create or replace function scope_of_named(of_kind text, of_id uuid) returns table (company_id uuid, environment environment)
  language sql stable security definer
begin atomic
  select o.company_id, o.environment from public.operations o where of_kind = 'operation' and o.id = of_id
  union all
  select i.company_id, i.environment from public.invoices i where of_kind = 'invoice' and i.id = of_id
  union all
  select c.company_id, c.environment from public.cards c where of_kind = 'card' and c.id = of_id
  union all
  select h.company_id, h.environment from public.holders h where of_kind = 'holder' and h.id = of_id
  union all
  select k.company_id, k.environment from public.cases k where of_kind = 'case' and k.id = of_id;
end;
alter function scope_of_named(text, uuid) owner to cardwright_posting;
grant execute on function scope_of_named(text, uuid) to cardwright_admin;
