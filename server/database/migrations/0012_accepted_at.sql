-- migrate:up
set lock_timeout = '5s';

-- The real time of acceptance. Ids that are derived from an Idempotency-Key do not hold it, and a sandbox's clock moves
-- created_at. Null in a row that a function of the previous version wrote during an upgrade.
alter table operations add column accepted_at timestamptz(3);
alter table invoices add column accepted_at timestamptz(3);

-- So far every id begins with the time. Only unfinished rows are counted by it. Forced row-level security would hide every
-- row from the owner.
alter table operations no force row level security;
alter table invoices no force row level security;
update operations
   set accepted_at = to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
 where status in ('queued', 'processing', 'manual_review');
update invoices
   set accepted_at = to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
 where status in ('creating', 'pending', 'manual_review');
alter table operations force row level security;
alter table invoices force row level security;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
