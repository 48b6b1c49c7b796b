-- migrate:up transaction:false
-- Only decided operations: every change of status writes a new entry into each index that covers the row. A list reads the
-- few undecided ones by type and status. This index also finds the amounts put on a card, to compare with its balance.
create index concurrently operations_decided_by_card on operations
  (company_id, environment, card_id, type, status, created_at desc, id desc)
  where card_id is not null and status in ('completed', 'failed');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
