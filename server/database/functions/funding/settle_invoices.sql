-- Settles invoices by the issuer's answers about their deposits, each in one commit with its money and its event.
-- The review of an overdue invoice keeps its first opening time.
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
begin
  perform public.require_verified_timeline();
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
    i := public.keep_invoice_answer(i, item.said);
    -- The answer to a send, or its loss, counts for its own attempt only.
    if item.said ->> 'how' in ('send', 'lost') and i.attempt is distinct from (item.said ->> 'token')::uuid then
      continue;
    end if;

    if learned = 'open' and public.is_other_deposit(i, deposit) then
      results[item.position] := 'contradiction';
      perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'contradiction',
        'It is ' || i.status || ', and a later ' || (item.said ->> 'how') || ' describes another deposit than the one before.');
    elsif learned = 'open' then
      i := public.invoice_with_deposit(i, deposit, moment);
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
    i := public.next_invoice_read(i, was, item.said, moment, item.clock_offset);
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
