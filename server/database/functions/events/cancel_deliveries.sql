-- Cancels pending deliveries of a disabled or deleted endpoint: `at_most` of the one that has waited longest, which
-- then waits behind the others, or a minute after an error. Null when there is none, otherwise the SQLSTATE of the
-- error, or an empty text. Rows are found by the index and written by their position, so a step costs the same at any
-- size. Order of locks: endpoints, deliveries.
create or replace function cancel_deliveries(at timestamptz, at_most integer) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  w public.webhook_endpoints;
  places tid[];
  failure text := '';
begin
  select * into w
    from public.webhook_endpoints x
   where x.status <> 'enabled' and x.next_at <= at and x.next_at is not null and (x.lease_until is null or x.lease_until <= at)
   order by x.next_at
   limit 1
     for no key update skip locked;
  if not found then
    return null;
  end if;
  begin
    places := array(
      select x.ctid
        from public.webhook_deliveries x
       where x.company_id = w.company_id and x.environment = w.environment and x.endpoint_id = w.id and x.status = 'pending'
       order by x.environment, x.next_at
       limit at_most
         for no key update);
    update public.webhook_deliveries d
       set status = 'canceled', next_at = null, finished_at = at
     where d.ctid = any (places) and d.finished_at is null;
    w.next_at := case when cardinality(places) = at_most then at end;
  exception when others then
    failure := sqlstate;
    w.next_at := at + interval '1 minute';
  end;
  update public.webhook_endpoints x
     set next_at = w.next_at
   where x.company_id = w.company_id and x.environment = w.environment and x.id = w.id;
  return failure;
end
$$;
alter function cancel_deliveries(timestamptz, integer) owner to cardwright_posting;
grant execute on function cancel_deliveries(timestamptz, integer) to cardwright_worker;
