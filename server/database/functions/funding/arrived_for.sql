-- The sum of all transfers for an invoice, in time or late: millionths of USDT. It only grows.
create or replace function arrived_for(i invoices) returns bigint
  language sql stable security definer
begin atomic
  select coalesce(sum(t.amount), 0)::bigint
    from public.invoice_transfers t
   where t.company_id = i.company_id and t.environment = i.environment and t.invoice_id = i.id;
end;
alter function arrived_for(invoices) owner to cardwright_posting;
