-- Settles invoices by the issuer's answers about their deposits, each in one commit with its money and its event. A
-- read that repeats the one before is counted, without another row of evidence. The review of an overdue invoice keeps
-- its first opening time. A change of the due time ends the lease.
create or replace function settle_invoices(updates jsonb) returns text[]
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  results text[] := array_fill('noted'::text, array[jsonb_array_length(updates)]);
  item record;
  i public.invoices;
  was text;
  learned text;
  deposit jsonb;
  moment timestamptz; -- the company's
  arrived integer;
  seen record;
  step integer;
  last public.invoice_attempts;
  evidence text;
  overdue constant text := 'It was due seven days ago, and the issuer never said what became of it.';
  is_overdue boolean; -- overdue beyond the review schedule of its expiry
  moves_next boolean;
begin
  if jsonb_array_length(updates) <> (select count(distinct n ->> 'invoiceId') from jsonb_array_elements(updates) as n) then
    raise exception 'an invoice cannot be settled twice in one call' using errcode = 'CW011';
  end if;
  perform ledger.lock_books(
    array(select (n ->> 'companyId')::uuid from jsonb_array_elements(updates) as n),
    array(select (n ->> 'environment')::public.environment from jsonb_array_elements(updates) as n));
  for item in
    select n.said, n.position, locked.invoice, b.clock_offset
      from (select x.value as said, x.ordinality as position
              from jsonb_array_elements(updates) with ordinality as x
             order by x.value ->> 'companyId', x.value ->> 'environment', x.value ->> 'invoiceId') as n
     cross join lateral (
       select b.clock_offset from ledger.books b
        where b.company_id = (n.said ->> 'companyId')::uuid and b.environment = (n.said ->> 'environment')::public.environment limit 1) as b
      left join lateral (
        select x as invoice
          from public.invoices x
         where x.company_id = (n.said ->> 'companyId')::uuid and x.environment = (n.said ->> 'environment')::public.environment
           and x.id = (n.said ->> 'invoiceId')::uuid
           for no key update) as locked on true
  loop
    i := item.invoice;
    if i.id is null then
      results[item.position] := 'absent';
      continue;
    end if;
    was := i.status;
    learned := item.said ->> 'outcome';
    deposit := item.said -> 'deposit';
    moment := date_trunc('milliseconds', clock_timestamp()) + item.clock_offset;
    -- A read that repeats the previous one is counted; only new content is a row of evidence.
    select a.* into last
      from public.invoice_attempts a
     where a.company_id = i.company_id and a.environment = i.environment and a.invoice_id = i.id
     order by a.number desc
     limit 1;
    evidence := left(coalesce(item.said ->> 'detail', ''), 500);
    if item.said ->> 'how' = 'read' and (last.kind, last.outcome, last.detail) = ('read', learned, evidence) then
      i.repeated_reads := coalesce(i.repeated_reads, 0) + 1;
    else
      insert into public.invoice_attempts (company_id, environment, invoice_id, number, kind, at, outcome, detail)
      values (i.company_id, i.environment, i.id, coalesce(last.number, 0) + 1, item.said ->> 'how', clock_timestamp(), learned, evidence);
    end if;
    -- The answer to a send, or its loss, counts for its own attempt only.
    if item.said ->> 'how' in ('send', 'lost') and i.attempt is distinct from (item.said ->> 'token')::uuid then
      continue;
    end if;

    if learned = 'open' and ((i.status = 'failed' and i.address is null) or (i.address, i.pay_amount, i.expires_at)
         <> (deposit ->> 'address', (deposit ->> 'payAmount')::bigint, (deposit ->> 'expiresAt')::timestamptz(3)) or exists (
         select from jsonb_array_elements(deposit -> 'transfers') as t
           join public.invoice_transfers k
             on k.company_id = i.company_id and k.environment = i.environment and k.invoice_id = i.id and k.transfer_id = t ->> 'id'
          where (k.amount, k.occurred_at) <> ((t ->> 'amount')::bigint, (t ->> 'occurredAt')::timestamptz(3)))) then
      results[item.position] := 'contradiction';
      perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'contradiction',
        'It is ' || i.status || ', and a later ' || (item.said ->> 'how') || ' describes another deposit than the one before.');
    elsif learned = 'open' then
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
        i.status := case when was = 'manual_review' and is_overdue then was else 'pending' end;
        i.review_reason := case when i.status = 'manual_review' then overdue else i.review_reason end;
      end if;
    elsif learned = 'rejected' and (i.status = 'creating' or (i.status = 'manual_review' and i.address is null)) then
      i.status := 'failed';
      i.failure_code := left(coalesce(item.said ->> 'code', 'rejected'), 100);
      i.failure_message := left(coalesce(item.said ->> 'message', ''), 500);
      i.decided_at := moment;
    elsif learned = 'rejected' and i.status <> 'failed' then
      results[item.position] := 'contradiction';
      perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'contradiction',
        'It is ' || i.status || ', and a later ' || (item.said ->> 'how') || ' says rejected.');
    elsif learned = 'never_connected' and i.status = 'creating' then
      i.status := 'failed';
      i.failure_code := 'issuer_unreachable';
      i.failure_message := 'The issuer could not be reached. Nothing was sent. Create another invoice.';
      i.decided_at := moment;
    elsif i.status = 'creating' and item.said ->> 'how' in ('send', 'lost') then
      i.status := 'manual_review';
      i.review_reason := left(coalesce(nullif(item.said ->> 'detail', ''), 'The outcome is unknown.'), 500);
      i.review_opened_at := moment;
    end if;

    if item.said ->> 'how' = 'read' and i.status = 'manual_review' then
      i.review_checked_at := moment;
    end if;
    -- The next due time. An update that changes nothing does not move it: a notification may be old, a notification may
    -- have overtaken a send, and a read may have lost its lease, because a clock or a notification brought the invoice
    -- forward. An invoice without a definite answer after the last step is left to operators.
    moves_next := true;
    if item.said ->> 'how' <> 'read' and i.status = was then
      moves_next := false;
    elsif i.status = 'completed' or (i.status = 'failed' and i.address is null) then
      i.next_at := null;
    elsif i.status = 'pending' and moment < i.expires_at then
      i.next_at := i.expires_at - item.clock_offset;
    elsif item.said ->> 'how' = 'read' and i.lease_token is distinct from (item.said ->> 'lease')::uuid then
      moves_next := false;
    elsif i.status <> 'creating' then
      step := public.next_review_step(extract(epoch from moment - case i.status when 'manual_review' then i.review_opened_at else i.expires_at end));
      if i.status = 'pending' and step is null then
        i.status := 'manual_review';
        i.review_reason := overdue;
        i.review_opened_at := moment;
        step := public.next_review_step(0); -- a review has a schedule of its own: one missed answer does not leave it to operators
      end if;
      i.next_at := clock_timestamp() + make_interval(secs => step);
    else
      moves_next := false;
    end if;
    if moves_next then
      i.lease_token := null;
      i.attempts := 0;
      i.last_error := '';
      i.parked_at := null;
    end if;
    update public.invoices x
       set status = i.status, address = i.address, pay_amount = i.pay_amount, expires_at = i.expires_at, next_at = i.next_at,
           lease_token = i.lease_token, attempts = i.attempts, last_error = i.last_error, parked_at = i.parked_at,
           repeated_reads = i.repeated_reads,
           failure_code = i.failure_code, failure_message = i.failure_message, review_reason = i.review_reason,
           review_opened_at = i.review_opened_at, review_checked_at = i.review_checked_at, decided_at = i.decided_at
     where x.company_id = i.company_id and x.environment = i.environment and x.id = i.id and x.status = was;
    if i.status = was then
      continue;
    end if;
    if i.status = 'completed' then
      perform ledger.deposit(i.company_id, i.environment, item.said ->> 'shownId', i.deposit_amount, i.fee);
    end if;
    perform public.append_events(array[i.company_id], array[i.environment], array[(item.said ->> 'eventId')::uuid],
      array[item.said ->> 'shownEvent'], array[item.said ->> 'shownCompany'], array['invoice.' || i.status],
      array[public.invoice_text(i, item.said ->> 'shownId', item.said ->> 'policy')], array[moment]);
    results[item.position] := 'settled';
  end loop;
  return results;
end
$$;
alter function settle_invoices(jsonb) owner to cardwright_posting;
grant execute on function settle_invoices(jsonb) to cardwright_worker;
