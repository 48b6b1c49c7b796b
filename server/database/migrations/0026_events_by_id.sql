-- migrate:up transaction:false
-- Reads one event. Unique: a client that has processed an id skips it.
create unique index concurrently events_by_id on events (company_id, environment, id);

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
