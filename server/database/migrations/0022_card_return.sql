-- migrate:up
set lock_timeout = '5s';

-- The balance of a closed card, returned to the account. In a migration of its own: a new value cannot be used in the
-- transaction that adds it.
alter type ledger.entry_kind add value 'card_return' before 'adjustment';

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
