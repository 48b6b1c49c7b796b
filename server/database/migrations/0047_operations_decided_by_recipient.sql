-- migrate:up transaction:false
-- Only decided services, as the other indexes of this kind: a change of status before writes nothing here.
create index concurrently operations_decided_by_recipient on operations
  (company_id, environment, recipient, type, status, created_at desc, id desc)
  where recipient <> '' and status in ('completed', 'failed');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
