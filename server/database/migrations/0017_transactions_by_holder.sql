-- migrate:up transaction:false
-- One statement: an index is built concurrently outside of any transaction, so payments are recorded meanwhile.
create index concurrently transactions_by_holder on transactions
  (company_id, environment, holder_id, status, type, occurred_at desc, id desc);

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
