-- migrate:up transaction:false
create index concurrently mails_finished on mails (finished_at) where finished_at is not null;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
