-- Stores the first answer about an invoice, for the holder of a key of its company. Returns the stored one.
create or replace function fix_invoice_answer(of_company uuid, of_environment environment, api_key_id uuid, of_invoice uuid, body text) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.require_scope(array[of_company], array[of_environment], array[api_key_id], null);
  update public.invoices i
     set answer = body
   where i.company_id = of_company and i.environment = of_environment and i.id = of_invoice
     and i.answer is null and i.status <> 'creating';
  return (select coalesce(i.answer, body)
            from public.invoices i
           where i.company_id = of_company and i.environment = of_environment and i.id = of_invoice);
end
$$;
alter function fix_invoice_answer(uuid, environment, uuid, uuid, text) owner to cardwright_posting;
grant execute on function fix_invoice_answer(uuid, environment, uuid, uuid, text) to cardwright_api;
