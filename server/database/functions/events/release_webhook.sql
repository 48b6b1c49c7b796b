-- Releases an endpoint, which is due again with its next delivery. Deliveries that are due already wait from now,
-- behind all endpoints that waited before. The row is locked before the deliveries are read, so that a delivery added
-- meanwhile is seen here, or sees what was written here.
create or replace function release_webhook(of_company uuid, of_environment environment, of_webhook uuid, token uuid, at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  due timestamptz;
begin
  perform from public.webhook_endpoints w
    where w.company_id = of_company and w.environment = of_environment and w.id = of_webhook and w.lease = token
      for no key update;
  if not found then
    return;
  end if;
  select d.next_at into due
    from public.webhook_deliveries d
   where d.company_id = of_company and d.environment = of_environment and d.endpoint_id = of_webhook and d.status = 'pending'
   order by d.environment, d.next_at
   limit 1;
  update public.webhook_endpoints w
     set lease = null, lease_until = null,
         next_at = case when due is null then null when w.status = 'enabled' then greatest(due, w.rest_until, at) else at end
   where w.company_id = of_company and w.environment = of_environment and w.id = of_webhook and w.lease = token;
end
$$;
alter function release_webhook(uuid, environment, uuid, uuid, timestamptz) owner to cardwright_posting;
grant execute on function release_webhook(uuid, environment, uuid, uuid, timestamptz) to cardwright_worker;
