-- Why an invoice cannot be decided in this way, or null when it can. An accepted amount has arrived, and nothing more
-- has arrived since the proposal. Money for an expired invoice can still be accepted; nothing else about it can be
-- decided.
create or replace function refusal_of_invoice_decision(i invoices, p proposals) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select case
           when i.id is null then 'absent'
           when i.status <> 'manual_review' and not (i.status = 'expired' and p.decision = 'accept') then 'not_in_review'
           when p.arrived <> public.arrived_for(i) then 'more_arrived'
           -- Its money is then settled case by case; accepting it as well would credit it twice.
           when p.decision = 'accept' and public.corrected_for(i) is not null then 'adjusted_already'
           when p.decision = 'accept' and p.amount > p.arrived / 10000 then 'not_arrived'
         end;
end;
alter function refusal_of_invoice_decision(invoices, proposals) owner to cardwright_posting;
