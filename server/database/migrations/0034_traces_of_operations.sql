-- migrate:up
set lock_timeout = '5s';

-- The W3C traceparent of the request, if it was sampled; null for all others. It says nothing about the operation.
alter table operations add column traceparent text;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
