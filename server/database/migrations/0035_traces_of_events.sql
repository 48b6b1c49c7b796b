-- migrate:up
set lock_timeout = '5s';

-- The W3C traceparent of what caused the event, if that was sampled: its deliveries continue the trace. No part of the body.
alter table events add column traceparent text;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
