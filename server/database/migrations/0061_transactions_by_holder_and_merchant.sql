-- migrate:up transaction:false
create index concurrently transactions_by_holder_and_merchant on transactions
  (company_id, environment, holder_id, merchant, status, type, occurred_at desc, id desc)
  where merchant <> '';

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
