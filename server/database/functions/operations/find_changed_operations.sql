-- The operations among some that are decided or in review. One statement for all requests that wait in a process.
create or replace function find_changed_operations(company_ids uuid[], environments environment[], ids uuid[]) returns setof uuid
  language sql stable security definer
begin atomic
  select o.id
    from unnest(company_ids, environments, ids) as w (company_id, environment, id)
   cross join lateral (
     select x.id from public.operations x
      where x.company_id = w.company_id and x.environment = w.environment and x.id = w.id
        and x.status in ('completed', 'failed', 'manual_review')
      limit 1) as o;
end;
alter function find_changed_operations(uuid[], environment[], uuid[]) owner to cardwright_posting;
grant execute on function find_changed_operations(uuid[], environment[], uuid[]) to cardwright_api;
