-- The invoice after the issuer's description of its deposit: new transfers are stored, an exact payment in time that the
-- issuer calls paid completes it, everything else that arrived goes to review or opens a case.
create or replace function invoice_with_deposit(i invoices, deposit jsonb, moment timestamptz) returns invoices
  language plpgsql as $$
declare
  arrived integer;
  seen record;
  is_overdue boolean; -- overdue beyond the review schedule of its expiry
begin
  i.address := deposit ->> 'address';
  i.pay_amount := (deposit ->> 'payAmount')::bigint;
  i.expires_at := (deposit ->> 'expiresAt')::timestamptz;
  insert into public.invoice_transfers (company_id, environment, invoice_id, transfer_id, amount, occurred_at, seen_at)
  select i.company_id, i.environment, i.id, t ->> 'id', (t ->> 'amount')::bigint, (t ->> 'occurredAt')::timestamptz, clock_timestamp()
    from jsonb_array_elements(deposit -> 'transfers') as t
  on conflict do nothing;
  get diagnostics arrived = row_count;
  select count(*) as transfers,
         coalesce(bool_or(t.amount = i.pay_amount and t.occurred_at < i.expires_at), false) as exact,
         coalesce(bool_or(t.occurred_at < i.expires_at), false) as in_time,
         coalesce(sum(t.amount) filter (where t.occurred_at < i.expires_at), 0) as amount_in_time
    into seen
    from public.invoice_transfers t
   where t.company_id = i.company_id and t.environment = i.environment and t.invoice_id = i.id;
  if i.status = 'completed' then
    if arrived > 0 then
      perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'repeated_payment',
        'It is completed, and another transfer has arrived. It is not credited.');
    end if;
  elsif i.status = 'failed' then
    if arrived > 0 then
      perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'late_payment',
        'It is failed, and a transfer has arrived. It is not credited.');
    end if;
  elsif seen.exact and public.is_corrected(i) then
    if arrived > 0 then
      perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'repeated_payment',
        'It is ' || i.status || ', and its exact payment has arrived. Corrections have credited as much, so it is not credited again.');
    end if;
  elsif seen.exact and deposit ->> 'status' = 'paid' then
    i.status := 'completed';
    i.decided_at := moment;
    if seen.transfers > 1 then
      perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'repeated_payment',
        'It was paid exactly, and ' || (seen.transfers - 1) || ' more transfer(s) arrived. Only the exact one is credited.');
    end if;
  elsif i.status = 'expired' then
    if arrived > 0 then
      perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'late_payment',
        'It is expired, and a transfer has arrived that is late or not exact. It is not credited.');
    end if;
  elsif seen.in_time then
    if i.status <> 'manual_review' then
      i.review_opened_at := moment;
    end if;
    i.status := 'manual_review';
    i.review_reason := case when seen.exact then 'The exact amount arrived in time, and the issuer does not call it paid.'
      else 'Transfers of ' || public.usdt_text(seen.amount_in_time::bigint) || ' USDT arrived in time instead of one of '
           || public.usdt_text(i.pay_amount) || '.' end;
  elsif deposit ->> 'status' = 'expired' and moment >= i.expires_at then
    i.status := 'expired';
    i.decided_at := moment;
    if seen.transfers > 0 then
      perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'late_payment',
        'It expired, and a transfer arrived after that. It is not credited.');
    end if;
  elsif i.status <> 'pending' and deposit ->> 'status' = 'waiting' then
    -- A review of an overdue invoice stays open since its first opening: it was opened because the issuer still
    -- waits.
    is_overdue := public.next_review_step(extract(epoch from moment - i.expires_at)) is null;
    i.status := case when i.status = 'manual_review' and is_overdue then i.status else 'pending' end;
    i.review_reason := case when i.status = 'manual_review' then public.overdue_reason() else i.review_reason end;
  end if;
  return i;
end
$$;
alter function invoice_with_deposit(invoices, jsonb, timestamptz) owner to cardwright_posting;
