-- The company of invoices: a notification names our id and no company.
create or replace function owners_of_invoices(of_environments environment[], of_invoices uuid[])
  returns table (company_id uuid, environment environment, id uuid, requested_amount bigint)
  language sql stable security definer
begin atomic
  select o.company_id, o.environment, o.id, o.requested_amount
    from unnest(of_environments, of_invoices) as a (environment, id)
   cross join lateral (
     select x.company_id, x.environment, x.id, x.requested_amount
       from public.invoices x
      where x.id = a.id and x.environment = a.environment
      limit 1) as o;
end;
alter function owners_of_invoices(environment[], uuid[]) owner to cardwright_posting;
grant execute on function owners_of_invoices(environment[], uuid[]) to cardwright_worker;
