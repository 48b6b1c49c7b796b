-- Binds an Idempotency-Key to the adopted invoice that has its id, if the request asks for the deposit that the issuer opened.
-- Returns what `create_invoice` returns. The caller holds the lock of the book.
create or replace function bind_invoice(key idempotency_keys, api_key_id uuid, asked jsonb) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text;
begin
  if not exists (select from public.invoices i
                  where i.company_id = key.company_id and i.environment = key.environment and i.id = (asked ->> 'id')::uuid
                    and i.requested_amount = (asked ->> 'amount')::bigint) then
    return '{"refused":"idempotency_conflict"}';
  end if;
  insert into public.idempotency_keys select key.*;
  refusal := public.refusal_of_key(key.company_id, key.environment, api_key_id, 'funding:write');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  return '{"known":true}';
end
$$;
alter function bind_invoice(idempotency_keys, uuid, jsonb) owner to cardwright_posting;
