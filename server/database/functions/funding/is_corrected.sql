-- Whether corrections have credited the exact payment: everything else that arrived was less.
create or replace function is_corrected(i invoices) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select coalesce(public.corrected_for(i), 0) * 10000 > public.arrived_for(i) - i.pay_amount;
end;
alter function is_corrected(invoices) owner to cardwright_posting;
