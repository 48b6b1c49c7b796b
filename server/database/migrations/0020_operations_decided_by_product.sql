-- migrate:up transaction:false
create index concurrently operations_decided_by_product on operations
  (company_id, environment, product_id, type, status, created_at desc, id desc)
  where status in ('completed', 'failed');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
