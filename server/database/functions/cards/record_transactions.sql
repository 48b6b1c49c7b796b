-- Records issuers' reports of payments, many in one commit: payment, balance of its card, evidence and events. `updates` are
-- objects, no two of them about one payment. Returns for each:
--   recorded       a new payment
--   changed        a later state of a known one
--   noted          nothing new
--   contradiction  it contradicts what we know: a case is open, and nothing moved
--   again          the payment was recorded meanwhile under another id: find its place again
--   early          it returns money of a closed card that is not closed here yet: record it after the closing
-- Order of locks: books, cards, payments, operations, event counters.
create or replace function record_transactions(updates jsonb) returns text[]
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  results text[] := array_fill('again'::text, array[jsonb_array_length(updates)]);
  item record;
  known public.transactions;
  said public.transactions;
  before public.transactions[] := '{}'; -- of each that moves; null for a new one
  after public.transactions[] := '{}';
  told jsonb[] := '{}';
  moments timestamptz[] := '{}';
  contradicted public.transactions[] := '{}';
  contradicting jsonb[] := '{}';
begin
  if jsonb_array_length(updates) <> (
       select count(*) from (select distinct n ->> 'companyId', n ->> 'environment', n ->> 'reference' from jsonb_array_elements(updates) as n) as d) then
    raise exception 'a payment cannot be recorded twice in one call' using errcode = 'CW011';
  end if;
  perform ledger.lock_books(
    array(select (n ->> 'companyId')::uuid from jsonb_array_elements(updates) as n),
    array(select (n ->> 'environment')::public.environment from jsonb_array_elements(updates) as n));
  for item in
    select n.said, n.position, k.card, x.payment, b.clock_offset
      from (select i.value as said, i.ordinality as position, (i.value ->> 'companyId')::uuid as company_id,
                   (i.value ->> 'environment')::public.environment as environment
              from jsonb_array_elements(updates) with ordinality as i) as n
     cross join lateral (
       select b.clock_offset from ledger.books b where b.company_id = n.company_id and b.environment = n.environment limit 1) as b
     cross join lateral (
       select c as card from public.cards c
        where c.company_id = n.company_id and c.environment = n.environment and c.id = (n.said ->> 'cardId')::uuid) as k
      left join lateral (
        select t as payment from public.transactions t
         where t.company_id = n.company_id and t.environment = n.environment and t.reference = n.said ->> 'reference' limit 1) as x on true
     order by n.position
  loop
    known := item.payment;
    said := public.reported_payment(item.said, item.card, item.clock_offset);
    results[item.position] := case when known.id is null then 'recorded' when known.id <> said.id then 'again'
                                   else public.judge_payment(known, said) end;
    if results[item.position] = 'noted' and said.returned is not null and known.returned is null then
      results[item.position] := 'changed'; -- an earlier state that comes late still returned its money
    end if;
    if results[item.position] in ('recorded', 'changed') and said.returned is not null and (item.card).status <> 'closed' then
      results[item.position] := 'early';
      continue;
    end if;
    if results[item.position] = 'contradiction' then
      contradicted := contradicted || known;
      contradicting := contradicting || (item.said || jsonb_build_object('words', public.payment_words(said)));
      perform public.open_case(known.company_id, known.environment, 'transaction', known.id, 'contradiction',
        public.contradiction_words(known, said));
    elsif results[item.position] in ('recorded', 'changed') then
      told := told || (item.said || jsonb_build_object('words', public.payment_words(said), 'outcome', results[item.position]));
      moments := moments || said.created_at;
      if known.id is not null then
        said.created_at := known.created_at;
        said.occurred_at := least(known.occurred_at, said.occurred_at);
        if not public.payment_moves_on(known.status, said.status) then -- an earlier state only adds its time and its return
          known.occurred_at := said.occurred_at;
          known.returned := coalesce(known.returned, said.returned);
          said := known;
          known := item.payment;
        else
          said := public.payment_with_return(known, said);
        end if;
      else
        said := public.payment_with_return(known, said);
      end if;
      before := before || known;
      after := after || said;
    end if;
  end loop;

  perform public.keep_payment_reports(after, told, contradicted, contradicting);
  if cardinality(after) = 0 then
    return results;
  end if;
  perform public.keep_payments(before, after);
  perform public.move_card_balances(before, after);
  perform public.return_late_money(before, after, told);
  perform public.bring_closings_forward(after);
  perform public.open_cases_of_undone(before, after);
  perform public.append_payment_events(before, after, told, moments);
  return results;
end
$$;
alter function record_transactions(jsonb) owner to cardwright_posting;
grant execute on function record_transactions(jsonb) to cardwright_worker;
