-- Keeps the issuer's answer as evidence. A read that repeats the one before is counted; only new content is a row.
create or replace function keep_invoice_answer(i invoices, said jsonb) returns invoices
  language plpgsql as $$
declare
  last public.invoice_attempts;
  evidence constant text := left(coalesce(said ->> 'detail', ''), 500);
begin
  select a.* into last
    from public.invoice_attempts a
   where a.company_id = i.company_id and a.environment = i.environment and a.invoice_id = i.id
   order by a.number desc
   limit 1;
  if said ->> 'how' = 'read' and (last.kind, last.outcome, last.detail) = ('read', said ->> 'outcome', evidence) then
    i.repeated_reads := coalesce(i.repeated_reads, 0) + 1;
  else
    insert into public.invoice_attempts (company_id, environment, invoice_id, number, kind, at, outcome, detail)
    values (i.company_id, i.environment, i.id, coalesce(last.number, 0) + 1, said ->> 'how', clock_timestamp(), said ->> 'outcome', evidence);
  end if;
  return i;
end
$$;
alter function keep_invoice_answer(invoices, jsonb) owner to cardwright_posting;
