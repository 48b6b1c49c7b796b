-- Whether a deposit is not the one that an invoice has known before: another address, amount or expiry, or a known
-- transfer with another amount or time.
create or replace function is_other_deposit(i invoices, deposit jsonb) returns boolean
  language plpgsql stable as $$
begin
  return (i.status = 'failed' and i.address is null)
      or coalesce((i.address, i.pay_amount, i.expires_at)
           <> (deposit ->> 'address', (deposit ->> 'payAmount')::bigint, (deposit ->> 'expiresAt')::timestamptz(3)), false)
      or exists (
           select from jsonb_array_elements(deposit -> 'transfers') as t
             join public.invoice_transfers k
               on k.company_id = i.company_id and k.environment = i.environment and k.invoice_id = i.id and k.transfer_id = t ->> 'id'
            where (k.amount, k.occurred_at) <> ((t ->> 'amount')::bigint, (t ->> 'occurredAt')::timestamptz(3)));
end
$$;
alter function is_other_deposit(invoices, jsonb) owner to cardwright_posting;
