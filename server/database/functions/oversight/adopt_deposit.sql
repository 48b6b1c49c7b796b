-- Makes an invoice of a deposit that only the issuer has, by the function that settles: its transfers, its credit and its
-- event. Returns null. The book is locked.
create or replace function adopt_deposit(u unknown_records, shown jsonb, why text) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  requested bigint := replace(u.record ->> 'amount', '.', '')::bigint;
begin
  insert into public.invoices (company_id, environment, id, status, requested_amount, deposit_amount, fee, scenario, sent_at, next_at,
                               accepted_at, created_at)
  values (u.company_id, u.environment, u.reference, 'creating', requested, requested, public.deposit_fee(requested), '', clock_timestamp(),
          clock_timestamp(), clock_timestamp(),
          least((u.record ->> 'createdAt')::timestamptz, ledger.time_of(u.company_id, u.environment)));
  perform public.settle_invoices(jsonb_build_array(jsonb_strip_nulls(shown || jsonb_build_object(
    'companyId', u.company_id, 'environment', u.environment, 'invoiceId', u.reference, 'how', 'read', 'detail', why,
    'outcome', case u.record ->> 'status' when 'rejected' then 'rejected' else 'open' end,
    'code', u.record -> 'rejection' -> 'code', 'message', u.record -> 'rejection' -> 'message',
    'deposit', case when u.record ->> 'status' <> 'rejected' then jsonb_build_object(
      'status', u.record -> 'status', 'address', u.record -> 'address', 'payAmount', replace(u.record ->> 'payAmount', '.', ''),
      'expiresAt', u.record -> 'expiresAt',
      'transfers', (select coalesce(jsonb_agg(t || jsonb_build_object('amount', replace(t ->> 'amount', '.', ''))), '[]')
                      from jsonb_array_elements(u.record -> 'transfers') as t)) end))));
  return null;
end
$$;
alter function adopt_deposit(unknown_records, jsonb, text) owner to cardwright_posting;
