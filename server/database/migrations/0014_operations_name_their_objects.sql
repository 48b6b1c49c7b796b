-- migrate:up
set lock_timeout = '5s';

-- When the status or its review last changed, in the company's time. Null in a row that a function of the previous
-- version wrote during an upgrade: it has not changed since it was created.
alter table operations add column updated_at timestamptz(3);

-- Forced row-level security would hide every row from the owner.
alter table operations no force row level security;
alter table cards no force row level security;
-- A top-up names the holder of its card, as an issue names its own.
update operations o
   set updated_at = greatest(o.created_at, o.review_opened_at, o.review_checked_at, o.decided_at),
       holder_id = coalesce(o.holder_id, (
         select k.holder_id from cards k
          where k.company_id = o.company_id and k.environment = o.environment and k.id = o.card_id));
alter table operations force row level security;
alter table cards force row level security;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
