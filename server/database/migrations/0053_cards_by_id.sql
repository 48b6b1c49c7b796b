-- migrate:up transaction:false
-- Operators name a card by its id alone. Not unique: the primary key is, within its company and environment.
create index concurrently cards_by_id on cards (id);

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
