-- migrate:up transaction:false
-- operations_decided_by_card covers it.
drop index concurrently operations_by_card;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
