-- migrate:up
set lock_timeout = '5s';

-- Keeps the merchants of new payments, in one statement for all payments of an insert.
create function keep_merchants() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.payees (company_id, environment, kind, id, name)
  select distinct p.company_id, p.environment, 'merchant', public.payee_id(p.merchant), p.merchant
    from new_payments p
   where p.merchant <> ''
   order by p.company_id, p.environment, p.merchant
      on conflict do nothing;
  return null;
end
$$;
create trigger transactions_have_merchants after insert on transactions referencing new table as new_payments
  for each statement execute function keep_merchants();

-- An issuer may correct the merchant of a payment.
create function keep_corrected_merchant() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.payees (company_id, environment, kind, id, name)
  values (new.company_id, new.environment, 'merchant', public.payee_id(new.merchant), new.merchant)
      on conflict do nothing;
  return null;
end
$$;
create trigger corrected_transactions_have_merchants after update of merchant on transactions
  for each row when (new.merchant <> old.merchant and new.merchant <> '') execute function keep_corrected_merchant();

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
