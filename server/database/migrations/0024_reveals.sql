-- migrate:up
set lock_timeout = '5s';

-- The permission to reveal a card's number.
alter table api_keys drop constraint known_scopes;
alter table api_keys add constraint known_scopes check (scopes <@ array['funding:write', 'cards:write', 'services:write', 'cards:read',
  'holders:read', 'operations:read', 'balance:read', 'holders:write', 'cards:reveal', 'webhooks:read', 'webhooks:write']);

-- Requests for the address of the issuer's page that shows a card's number. A worker asks the issuer and seals the address;
-- the key to it is not in the database. The request that waits for it deletes the row as it reads it, and the worker deletes a
-- row that nobody read when it expires.
create table reveals (
  company_id   uuid not null,
  environment  environment not null,
  id           uuid not null, -- the reference at the issuer
  card_id      uuid not null,
  api_key_id   uuid not null, -- only the key that asked reads the answer
  state        text not null default 'waiting' check (state in ('waiting', 'revealed', 'closed', 'failed')), -- what the issuer said
  sealing_key  smallint,
  sealed_url   bytea,
  expires_at   timestamptz(3) not null, -- real time: of the page once there is one, before that of the request
  next_at      timestamptz(3) not null, -- when the issuer is asked, then when the row is deleted
  primary key (company_id, environment, id),
  foreign key (company_id, environment, card_id) references cards,
  foreign key (company_id, environment, api_key_id) references api_keys,
  constraint only_a_page_has_an_address check ((state = 'revealed') = (sealed_url is not null) and (sealing_key is null) = (sealed_url is null))
);
alter table reveals alter column sealed_url set storage external; -- sealed bytes do not compress
call protect_by_scope('reveals');
call make_work('reveal', 'reveals');
create trigger wake_work after insert on reveals for each statement execute function wake_work('reveal');
grant select, insert, delete, update (state, sealing_key, sealed_url, expires_at) on reveals to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
