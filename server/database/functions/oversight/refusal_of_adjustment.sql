-- Why a case about an invoice cannot be corrected by an amount, or null when it can. While the money may still be
-- credited on the invoice itself, a correction would credit it a second time. One transfer may be in two cases, as late
-- and as one too many: all of them together credit no more than arrived.
create or replace function refusal_of_adjustment(c cases, p proposals) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select case
           when i.status in ('creating', 'pending', 'manual_review') or i.status = 'expired' and exists (
                  select from public.invoice_transfers t
                   where t.company_id = i.company_id and t.environment = i.environment and t.invoice_id = i.id
                     and t.amount = i.pay_amount and t.occurred_at < i.expires_at) and not public.is_corrected(i)
             then 'invoice_undecided'
           when c.kind in ('late_payment', 'repeated_payment')
                and coalesce(public.corrected_for(i), 0) + p.amount > (public.arrived_for(i) - public.deposited_for(i)) / 10000
             then 'not_arrived'
         end
    from public.invoices i
   where p.decision = 'adjust' and c.subject_kind = 'invoice'
     and i.company_id = c.company_id and i.environment = c.environment and i.id = c.subject_id;
end;
alter function refusal_of_adjustment(cases, proposals) owner to cardwright_posting;
