-- Renews the lease of an endpoint. False when another worker has it.
create or replace function keep_taken_webhook(of_company uuid, of_environment environment, of_webhook uuid, token uuid, at timestamptz,
    lease_seconds integer) returns boolean
  language sql volatile security definer
begin atomic
  with kept as (
    update public.webhook_endpoints w
       set lease_until = at + make_interval(secs => lease_seconds)
     where w.company_id = of_company and w.environment = of_environment and w.id = of_webhook and w.lease = token
    returning w.id
  )
  select exists (select from kept);
end;
alter function keep_taken_webhook(uuid, environment, uuid, uuid, timestamptz, integer) owner to cardwright_posting;
grant execute on function keep_taken_webhook(uuid, environment, uuid, uuid, timestamptz, integer) to cardwright_worker;
