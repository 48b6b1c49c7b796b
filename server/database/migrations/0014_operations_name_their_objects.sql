-- migrate:up
set lock_timeout = '5s';

-- When the status or its review last changed, in the company's time. Null in a row that a function of the previous
-- version wrote during an upgrade: it has not changed since it was created.
alter table operations add column updated_at timestamptz(3);

-- Forced row-level security would hide every row from the owner.
alter table operations no force row level security;
alter table cards no force row level security;
update operations set updated_at = greatest(created_at, review_opened_at, review_checked_at, decided_at);

-- A top-up names the holder of its card, as an issue names its own.
update operations o
   set holder_id = k.holder_id
  from cards k
 where o.type = 'topup' and o.holder_id is null
   and k.company_id = o.company_id and k.environment = o.environment and k.id = o.card_id;
alter table operations force row level security;
alter table cards force row level security;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
