-- migrate:up
set lock_timeout = '5s';

-- The client's own data about a cardholder. `json` keeps the order of the keys, and the bytes.
alter table holders add column metadata json not null default '{}'
  constraint metadata_is_an_object check (json_typeof(metadata) = 'object');

-- An external id names one cardholder. Rows from before this rule may share one and keep it, so the index covers only the
-- ids that were given under the rule, and it cannot fail. create_holder and update_holder compare with the others too.
alter table holders add column external_id_reserved boolean not null default false
  constraint only_an_id_is_reserved check (external_id <> '' or not external_id_reserved);
create unique index one_holder_per_external_id on holders (company_id, environment, external_id) where external_id_reserved;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
