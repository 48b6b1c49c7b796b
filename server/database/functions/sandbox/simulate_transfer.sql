-- Accepts a simulated transfer to an invoice.
create or replace function simulate_transfer(of_company uuid, of_environment environment, api_key_id uuid, of_invoice uuid, new_id uuid,
    micros bigint, happened_at timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  i public.invoices;
  refusal text;
begin
  perform public.require_scope(array[of_company], array[of_environment], array[api_key_id], null);
  if of_environment is distinct from 'sandbox' then
    raise exception 'a simulated transfer reached for live' using errcode = 'CW004';
  end if;
  perform ledger.lock_books(array[of_company], array[of_environment]);
  select * into i
    from public.invoices x
   where x.company_id = of_company and x.environment = of_environment and x.id = of_invoice;
  if i.id is null then
    return 'invoice_not_found';
  elsif micros is null and i.status = 'completed' then
    return null; -- already requested
  elsif i.address is null or (micros is null and i.status <> 'pending') then
    return 'invoice_not_payable';
  end if;
  insert into public.simulated_transfers (company_id, environment, id, invoice_id, completes, amount, occurred_at, asked_at, state)
  values (of_company, of_environment, new_id, of_invoice, micros is null, coalesce(micros, i.pay_amount), happened_at, clock_timestamp(),
          'waiting')
  on conflict (company_id, environment, invoice_id) where completes do nothing;
  refusal := public.refusal_of_key(of_company, of_environment, api_key_id, 'funding:write');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  return null;
end
$$;
alter function simulate_transfer(uuid, environment, uuid, uuid, uuid, bigint, timestamptz) owner to cardwright_posting;
grant execute on function simulate_transfer(uuid, environment, uuid, uuid, uuid, bigint, timestamptz) to cardwright_api;
