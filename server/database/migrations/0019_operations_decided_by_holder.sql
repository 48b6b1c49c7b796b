-- migrate:up transaction:false
create index concurrently operations_decided_by_holder on operations
  (company_id, environment, holder_id, product_id, type, status, created_at desc, id desc)
  where holder_id is not null and status in ('completed', 'failed');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
