-- Makes the invoices of a company due `seconds` earlier, because its clock moved forward. A read in progress may
-- reflect the earlier time, so its lease ends.
create or replace function bring_invoices_forward(of_company uuid, of_environment environment, seconds bigint) returns void
  language sql security definer
begin atomic
  update public.invoices i
     set next_at = i.next_at - make_interval(secs => seconds), lease_token = null
   where i.company_id = of_company and i.environment = of_environment and i.next_at is not null and i.parked_at is null
     and i.status <> 'creating'; -- a parked one is due when it is released
end;
alter function bring_invoices_forward(uuid, environment, bigint) owner to cardwright_posting;
