-- migrate:up
set lock_timeout = '5s';

-- Notifications of issuers, byte by byte as they came, so that the signature can be verified again before money moves.
-- The company is found when a notification is stored; until it is known it is the nil UUID. `status` is
--   received   to be processed
--   unplaced   it cannot be processed yet: `outcome` says why. It is retried, and operators see it and may close it
--   processed  `outcome` says what became of it
--   rejected   its signature is wrong under a key that we know
--   closed     an operator closed it: the audit log says why
create table issuer_notifications (
  environment   environment not null,
  event_id      text not null check (length(event_id) between 1 and 128),
  body_digest   bytea not null check (length(body_digest) = 32),
  -- Another body came first under the same event id. It is stored as evidence, and never treated as the first.
  contradicts   boolean not null,
  key_id        text not null check (length(key_id) between 1 and 64),
  signature     text not null check (length(signature) between 1 and 200),
  body          bytea not null check (length(body) between 1 and 65536),
  received_at   timestamptz(3) not null,
  processed_at  timestamptz(3),
  outcome       text check (length(outcome) between 1 and 200),
  id            uuid not null default gen_random_uuid(),
  company_id    uuid not null default '00000000-0000-0000-0000-000000000000',
  status        text not null default 'received' check (status in ('received', 'unplaced', 'processed', 'rejected', 'closed')),
  about         text not null default '' check (length(about) <= 200), -- for people: its type and the reference in it
  amount        text not null default '' check (length(amount) <= 32), -- for people: the amount in it, if it is one
  next_at       timestamptz(3) default clock_timestamp(),              -- a stored notification is due
  constraint one_row_per_body primary key (environment, event_id, body_digest),
  constraint outcome_when_seen check ((status = 'received') = (outcome is null)),
  constraint open_until_processed check ((status in ('received', 'unplaced')) = (processed_at is null))
);
create unique index one_first_body_per_event on issuer_notifications (environment, event_id) where not contradicts;
create unique index notifications_in_scope on issuer_notifications (company_id, environment, id);
create index notifications_received on issuer_notifications (received_at) where status = 'received';
create index notifications_unplaced on issuer_notifications (received_at, id) where status = 'unplaced';
call protect_by_scope('issuer_notifications');
call make_work('notification', 'issuer_notifications', 'w.processed_at is null');
grant select, insert, update (processed_at, outcome, company_id, status, about, amount) on issuer_notifications to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
