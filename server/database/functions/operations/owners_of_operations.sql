-- The company and status of operations: a notification names our id and no company. Named columns, because a star would
-- pin every column of the table.
create or replace function owners_of_operations(of_environments environment[], of_operations uuid[])
  returns table (company_id uuid, environment environment, id uuid, status text)
  language sql stable security definer
begin atomic
  select o.company_id, o.environment, o.id, o.status
    from unnest(of_environments, of_operations) as a (environment, id)
   cross join lateral (
     select x.company_id, x.environment, x.id, x.status from public.operations x where x.id = a.id and x.environment = a.environment limit 1) as o;
end;
alter function owners_of_operations(environment[], uuid[]) owner to cardwright_posting;
grant execute on function owners_of_operations(environment[], uuid[]) to cardwright_worker;
