-- Makes an operation of an order that only the issuer has, by the functions that accept and settle: the hold, then its
-- capture or release, the card and the events. A pending order is reviewed: the issuer is asked about it, and it is never
-- sent. Returns null, or a refusal; then nothing happened. The book is locked.
create or replace function adopt_order(u unknown_records, shown jsonb, why text) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  o public.operations := public.operation_of_order(u);
  result text;
begin
  if o.type in ('issue', 'topup', 'service') and not (ledger.reserve(array[o.company_id], array[o.environment], array[shown ->> 'shownId'],
       array[o.amount + o.fee], array[case o.type when 'issue' then 'Card issue' when 'topup' then 'Card top-up' else 'Service' end]))[1] then
    return 'funds_missing';
  end if;
  insert into public.operations select o.*;
  -- Counted as when it was accepted; a rejected one gives its place back.
  insert into public.issue_quotas as q (company_id, environment, month, used)
  select c.id, o.environment, public.month_of(o.created_at), 1
    from public.companies c
   where c.id = o.company_id and c.kind = 'individual' and o.type = 'issue'
  on conflict on constraint issue_quotas_pkey do update set used = q.used + 1;
  if u.record ->> 'status' = 'pending' then
    perform public.append_operation_events(array[o], array[shown]);
    return null;
  end if;
  result := (public.settle_operations(jsonb_build_array(jsonb_strip_nulls(shown || jsonb_build_object(
    'companyId', o.company_id, 'environment', o.environment, 'operationId', o.id, 'how', 'decision',
    'outcome', u.record -> 'status', 'detail', why, 'receipt', u.record -> 'receipt',
    'cardToken', u.record -> 'card' -> 'token', 'last4', u.record -> 'card' -> 'last4',
    'returned', replace(u.record ->> 'returned', '.', ''),
    'code', u.record -> 'rejection' -> 'code', 'message', u.record -> 'rejection' -> 'message')))))[1];
  if result is distinct from 'settled' then
    raise exception 'an adopted operation was not settled: %', result using errcode = 'CW010';
  end if;
  return null;
end
$$;
alter function adopt_order(unknown_records, jsonb, text) owner to cardwright_posting;
