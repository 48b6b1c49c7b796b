-- Writes payments: new ones, and those that changed if they still are what was read. `before` is null for a new one.
create or replace function keep_payments(before transactions[], after transactions[]) returns void
  language plpgsql as $$
declare
  moved integer;
begin
  insert into public.transactions (company_id, environment, id, card_id, holder_id, reference, type, status, amount, currency, merchant,
                                   country, description, decline_reason, returned, occurred_at, created_at)
  select a.company_id, a.environment, a.id, a.card_id, a.holder_id, a.reference, a.type, a.status, a.amount, a.currency, a.merchant, a.country,
         a.description, a.decline_reason, a.returned, a.occurred_at, a.created_at
    from unnest(after) with ordinality as a
   where (before[a.ordinality]).id is null;
  update public.transactions t
     set status = a.status, amount = a.amount, merchant = a.merchant, country = a.country, description = a.description,
         decline_reason = a.decline_reason, returned = a.returned, occurred_at = a.occurred_at
    from unnest(after) with ordinality as a
   where t.company_id = a.company_id and t.environment = a.environment and t.id = a.id
     and t.status = (before[a.ordinality]).status and t.amount = (before[a.ordinality]).amount;
  get diagnostics moved = row_count;
  if moved <> (select count(*) from unnest(before) as b where b.id is not null) then
    raise exception 'a payment changed under the lock of its book' using errcode = 'CW012';
  end if;
end
$$;
alter function keep_payments(transactions[], transactions[]) owner to cardwright_posting;
