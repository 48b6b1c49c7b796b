-- The traceparent of an operation; null unless its request was sampled. For workers that trace, before they know a scope.
create or replace function traceparent_of_operation(of_company uuid, of_environment environment, of_id uuid) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.traceparent from public.operations o
   where o.company_id = of_company and o.environment = of_environment and o.id = of_id
$$;
alter function traceparent_of_operation(uuid, environment, uuid) owner to cardwright_posting;
grant execute on function traceparent_of_operation(uuid, environment, uuid) to cardwright_worker;
