-- migrate:up transaction:false
create index concurrently cards_by_last4 on cards (company_id, environment, last4, holder_id);

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
