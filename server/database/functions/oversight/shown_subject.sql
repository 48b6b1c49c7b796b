-- The id of an operation, an invoice, a card payment or a case, as it is shown.
create or replace function shown_subject(kind text, id uuid) returns text
  language sql immutable set search_path = pg_catalog, pg_temp
  return public.shown_id(case kind when 'operation' then 'op' when 'invoice' then 'inv' when 'transaction' then 'txn' else 'case' end, id);
alter function shown_subject(text, uuid) owner to cardwright_owner;
grant execute on function shown_subject(text, uuid) to cardwright_posting;
