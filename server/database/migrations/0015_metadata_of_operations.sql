-- migrate:up
set lock_timeout = '5s';

-- The client's own data about an operation. `json` keeps the order of the keys, and the bytes. Null in a row that a function
-- of the previous version wrote during an upgrade: it has none.
alter table operations add column metadata json
  constraint metadata_is_an_object check (json_typeof(metadata) = 'object');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
