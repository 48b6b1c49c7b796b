-- Whether this database has what an issuer lists. A card counts as here while the order that issued it is not decided, or has
-- a case of its own: the card comes with it.
create or replace function is_here(of_company uuid, of_environment environment, of_kind text, of_named text, of_reference uuid) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp
begin atomic
  select case of_kind
    when 'order' then exists (
      select from public.operations o where o.company_id = of_company and o.environment = of_environment and o.id = of_reference)
    when 'deposit' then exists (
      select from public.invoices i where i.company_id = of_company and i.environment = of_environment and i.id = of_reference)
    when 'holder' then exists (
      select from public.holders h where h.company_id = of_company and h.environment = of_environment and h.id = of_reference)
    else exists (
      select from public.cards k
       where k.issuer_token = of_named and k.issuer_token <> '' and k.environment = of_environment and k.company_id = of_company)
      or exists (
        select from public.operations o
         where o.company_id = of_company and o.environment = of_environment and o.id = of_reference and o.status <> 'completed')
      or exists (
        select from public.unknown_records u
         where u.company_id = of_company and u.environment = of_environment and u.reference = of_reference and u.kind = 'order'
           and u.resolution is distinct from 'adopted')
  end;
end;
alter function is_here(uuid, environment, text, text, uuid) owner to cardwright_posting;
