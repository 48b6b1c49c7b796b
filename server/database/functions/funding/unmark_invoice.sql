-- Clears the mark of an invoice whose sender can prove that nothing was sent: it was stopped before the request left.
-- The invoice waits as if it had never been claimed. False when the mark is another sender's.
create or replace function unmark_invoice(of_company uuid, of_environment environment, of_invoice uuid, token uuid, again_after_seconds integer,
    evidence text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.invoices i
     set attempt = null, sent_at = null, lease_token = null, attempts = 0,
         next_at = clock_timestamp() + make_interval(secs => again_after_seconds)
   where i.company_id = of_company and i.environment = of_environment and i.id = of_invoice
     and i.status = 'creating' and i.attempt = token;
  if not found then
    return false;
  end if;
  insert into public.invoice_attempts (company_id, environment, invoice_id, number, kind, at, outcome, detail)
  select of_company, of_environment, of_invoice, count(*) + 1, 'send', clock_timestamp(), 'not_sent', left(evidence, 500)
    from public.invoice_attempts a
   where a.company_id = of_company and a.environment = of_environment and a.invoice_id = of_invoice;
  return true;
end
$$;
alter function unmark_invoice(uuid, environment, uuid, uuid, integer, text) owner to cardwright_posting;
grant execute on function unmark_invoice(uuid, environment, uuid, uuid, integer, text) to cardwright_worker;
