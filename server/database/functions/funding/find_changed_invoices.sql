-- The invoices among some that have another status than the given one. One statement for all requests that wait in a
-- process.
create or replace function find_changed_invoices(company_ids uuid[], environments environment[], ids uuid[], statuses text[])
  returns setof uuid
  language sql stable security definer
begin atomic
  select i.id
    from unnest(company_ids, environments, ids, statuses) as w (company_id, environment, id, status)
   cross join lateral (
     select x.id from public.invoices x
      where x.company_id = w.company_id and x.environment = w.environment and x.id = w.id and x.status <> w.status
      limit 1) as i;
end;
alter function find_changed_invoices(uuid[], environment[], uuid[], text[]) owner to cardwright_posting;
grant execute on function find_changed_invoices(uuid[], environment[], uuid[], text[]) to cardwright_api;
