-- The cents credited by corrections about an invoice, over all its cases; null when there was none.
create or replace function corrected_for(i invoices) returns bigint
  language sql stable security definer
begin atomic
  select sum(p.amount)::bigint
    from public.cases c
    join public.proposals p
      on p.company_id = c.company_id and p.environment = c.environment and p.subject_kind = 'case' and p.subject_id = c.id
   where c.company_id = i.company_id and c.environment = i.environment and c.subject_kind = 'invoice' and c.subject_id = i.id
     and p.decision = 'adjust' and p.approved_at is not null;
end;
alter function corrected_for(invoices) owner to cardwright_posting;
