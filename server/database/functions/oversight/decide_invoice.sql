-- Decides an invoice as two operators approved it: status, money, event and evidence in one commit. Returns null, or a
-- refusal; then nothing happened. The book is locked, so nothing else settles it. requested_amount keeps what was asked
-- for.
create or replace function decide_invoice(p proposals, shown jsonb) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  i public.invoices;
  was text;
  refusal text;
  moment timestamptz := ledger.time_of(p.company_id, p.environment);
begin
  select * into i
    from public.invoices x
   where x.company_id = p.company_id and x.environment = p.environment and x.id = p.subject_id
     for no key update;
  refusal := public.refusal_of_invoice_decision(i, p);
  if refusal is not null then
    return refusal;
  end if;
  was := i.status;
  i.decided_at := moment;
  if p.decision = 'accept' then
    i.status := 'completed';
    i.deposit_amount := p.amount;
    i.fee := public.deposit_fee(p.amount);
    i.next_at := null;
    i.lease_token := null;
    i.parked_at := null;
    perform ledger.deposit(i.company_id, i.environment, shown ->> 'shownId', i.deposit_amount, i.fee);
    -- Closes the case about the same money: a correction in addition would credit it twice.
    update public.cases c
       set closed_at = clock_timestamp(), closing_note = left('Accepted on the invoice: ' || p.reason, 200)
     where c.company_id = i.company_id and c.environment = i.environment and c.subject_kind = 'invoice' and c.subject_id = i.id
       and c.kind = 'late_payment' and c.closed_at is null;
  else
    i.status := 'failed';
    i.failure_code := 'operator_decision';
    i.failure_message := 'Operators decided that nothing is credited for it.';
    -- Somebody may still pay to an address that was shown: it is polled as long as an expired one.
    i.next_at := case when i.address is not null then i.next_at end;
  end if;
  insert into public.invoice_attempts (company_id, environment, invoice_id, number, kind, at, outcome, detail)
  select i.company_id, i.environment, i.id, count(*) + 1, 'decision', clock_timestamp(), case p.decision when 'accept' then 'accepted' else 'failed' end,
         left('two operators, ' || (shown ->> 'shownProposal') || ': ' || p.reason, 500)
    from public.invoice_attempts a
   where a.company_id = i.company_id and a.environment = i.environment and a.invoice_id = i.id;
  update public.invoices x
     set status = i.status, deposit_amount = i.deposit_amount, fee = i.fee, decided_at = i.decided_at, next_at = i.next_at,
         lease_token = i.lease_token, parked_at = i.parked_at,
         failure_code = i.failure_code, failure_message = i.failure_message
   where x.company_id = i.company_id and x.environment = i.environment and x.id = i.id and x.status = was;
  perform public.append_events(array[i.company_id], array[i.environment], array[(shown ->> 'eventId')::uuid], array[shown ->> 'shownEvent'],
    array[shown ->> 'shownCompany'], array['invoice.' || i.status],
    array[public.invoice_text(i, shown ->> 'shownId', shown ->> 'policy')], array[moment]);
  return null;
end
$$;
alter function decide_invoice(proposals, jsonb) owner to cardwright_posting;
