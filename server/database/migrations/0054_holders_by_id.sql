-- migrate:up transaction:false
-- Operators name a cardholder by its id alone. Not unique: the primary key is, within its company and environment.
create index concurrently holders_by_id on holders (id);

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
