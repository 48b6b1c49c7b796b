-- Creates an invoice in one commit with its idempotency key, unless another one is unresolved.
create or replace function create_invoice(claim jsonb, api_key_id uuid, asked jsonb, minimum bigint) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  key public.idempotency_keys := jsonb_populate_record(null::public.idempotency_keys, claim);
  requested bigint := (asked ->> 'amount')::bigint;
  unresolved uuid;
  refusal text;
  fate text;
begin
  perform public.require_verified_timeline();
  perform public.require_scope(array[key.company_id], array[key.environment], array[api_key_id], null);
  perform ledger.lock_books(array[key.company_id], array[key.environment]);
  fate := public.fate_of_reference(key.company_id, key.environment, 'deposit', (asked ->> 'id')::uuid);
  if fate = 'recovering' then
    return '{"refused":"recovering"}';
  end if;
  if key.environment = 'live' and not (select c.direct_invoices from public.companies c where c.id = key.company_id) then
    return '{"refused":"capability_disabled"}';
  end if;
  if exists (select from public.idempotency_keys k
              where k.company_id = key.company_id and k.environment = key.environment and k.key = key.key) then
    return '{"known":true}';
  end if;
  if fate is not null then
    return case fate when 'explained' then '{"refused":"idempotency_conflict"}' else public.bind_invoice(key, api_key_id, asked) end;
  end if;
  if requested < minimum then
    return '{"refused":"amount_below_minimum"}';
  end if;
  select i.id into unresolved
    from public.invoices i
   where i.company_id = key.company_id and i.environment = key.environment and i.status in ('creating', 'pending', 'manual_review')
   limit 1;
  if found then
    return jsonb_build_object('refused', 'invoice_unresolved', 'unresolved', unresolved);
  end if;
  insert into public.invoices (company_id, environment, id, status, requested_amount, deposit_amount, fee, scenario, next_at, accepted_at, created_at)
  values (key.company_id, key.environment, (asked ->> 'id')::uuid, 'creating', requested, requested, public.deposit_fee(requested),
          coalesce(asked ->> 'scenario', ''), clock_timestamp(), clock_timestamp(), ledger.time_of(key.company_id, key.environment));
  insert into public.idempotency_keys select key.*;
  refusal := public.refusal_of_key(key.company_id, key.environment, api_key_id, 'funding:write');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  perform pg_notify('cardwright_work', 'invoice');
  return '{"created":true}';
end
$$;
alter function create_invoice(jsonb, uuid, jsonb, bigint) owner to cardwright_posting;
grant execute on function create_invoice(jsonb, uuid, jsonb, bigint) to cardwright_api;
