-- The part of the arrived USDT that was credited as the deposit, in millionths: the exact payment, or what two
-- operators accepted.
create or replace function deposited_for(i invoices) returns bigint
  language sql stable security definer
begin atomic
  select case
           when i.status <> 'completed' then 0
           when exists (
                  select from public.invoice_attempts a
                   where a.company_id = i.company_id and a.environment = i.environment and a.invoice_id = i.id and a.outcome = 'accepted')
             then i.deposit_amount * 10000
           else i.pay_amount
         end;
end;
alter function deposited_for(invoices) owner to cardwright_posting;
