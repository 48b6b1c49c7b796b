-- migrate:up transaction:false
create index concurrently transactions_by_merchant on transactions
  (company_id, environment, merchant, status, type, occurred_at desc, id desc)
  where merchant <> '';

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
