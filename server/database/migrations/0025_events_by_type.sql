-- migrate:up transaction:false
-- One range for each requested type, in the order of the feed.
create index concurrently events_by_type on events (company_id, environment, type, sequence);

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
