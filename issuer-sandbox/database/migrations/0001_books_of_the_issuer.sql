-- migrate:up
set lock_timeout = '5s';

-- The issuer's own data. Nothing outside this schema refers to it, and its role has no access outside.
create schema if not exists issuer_sandbox;
revoke all on schema issuer_sandbox from public;
grant usage on schema issuer_sandbox to issuer_sandbox;

-- An account whose clock was moved. An account without a row uses the real time.
create table issuer_sandbox.accounts (
  account text primary key,
  ahead   interval not null
);

-- One request and its answer per reference. The answer is stored as the text that was sent.
create table issuer_sandbox.orders (
  account      text not null,
  reference    text not null,
  content      text not null, -- SHA-256 of the request, in hex
  kind         text not null check (kind in ('issue', 'topup', 'service')),
  amount_cents bigint not null check (amount_cents > 0),
  status       text not null check (status in ('done', 'rejected')),
  answer       text not null,
  created_at   timestamptz not null default clock_timestamp(),
  constraint one_order_per_reference primary key (account, reference)
);

create table issuer_sandbox.holders (
  account    text not null,
  reference  text not null,
  token      text not null,
  content    text not null,
  answer     text not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint one_holder_per_reference primary key (account, reference),
  constraint one_token_per_holder unique (token)
);

create table issuer_sandbox.cards (
  token         text primary key,
  account       text not null,
  holder        text not null references issuer_sandbox.holders (token),
  last4         text not null check (last4 ~ '^[0-9]{4}$'),
  status        text not null default 'active',
  balance_cents bigint not null -- may be negative: a purchase can settle for more than was authorised
);

-- Tells payments apart by their last six decimals: a million deposits pass before one repeats.
create sequence issuer_sandbox.pay_fractions minvalue 1 maxvalue 999999 cycle;

create table issuer_sandbox.deposits (
  account             text not null,
  reference           text not null,
  content             text not null,
  amount_cents        bigint not null check (amount_cents > 0),
  pay_fraction_micros bigint not null default nextval('issuer_sandbox.pay_fractions'),
  address             text not null,
  rejected            boolean not null,
  expires_at          timestamptz not null, -- in the time of the account
  constraint one_deposit_per_reference primary key (account, reference)
);

create table issuer_sandbox.transfers (
  id            text primary key,
  account       text not null,
  reference     text not null,
  amount_micros bigint not null check (amount_micros > 0),
  occurred_at   timestamptz not null,
  foreign key (account, reference) references issuer_sandbox.deposits
);
create index transfers_of_a_deposit on issuer_sandbox.transfers (account, reference, occurred_at);

create table issuer_sandbox.card_transactions (
  card         text not null references issuer_sandbox.cards,
  reference    text not null,
  type         text not null,
  amount_cents bigint not null, -- signed: what it does to the card's balance
  status       text not null,
  merchant     text not null,
  country      text not null,
  description  text,
  occurred_at  timestamptz not null,
  constraint one_transaction_per_reference primary key (card, reference)
);

-- The outbox. A row is due until it was accepted as often as it should; only time and responses change it.
create table issuer_sandbox.notifications (
  id        text primary key,
  account   text not null,
  body      text not null,
  due_at    timestamptz not null, -- in the machine's time
  copies    integer not null,     -- how often it must still be accepted
  attempts  integer not null default 0,
  given_up  boolean not null default false
);
create index notifications_to_send on issuer_sandbox.notifications (due_at) where copies > 0 and not given_up;
create index notifications_of_an_account on issuer_sandbox.notifications (account) where copies > 0 and not given_up;

-- The log of every request of the protocol and its result. It stores no secret, signature or body.
create table issuer_sandbox.requests (
  id              bigint generated always as identity primary key,
  at              timestamptz not null default clock_timestamp(),
  port            text not null check (port in ('main', 'early_close')),
  method          text not null,
  path            text not null,
  account         text,
  reference       text,
  scenario        text,
  signature_valid boolean, -- null: it was not checked
  duplicate       boolean not null,
  ending          text not null check (ending in ('answered', 'hung', 'cut', 'closed')),
  status          integer
);
create index requests_by_reference on issuer_sandbox.requests (reference, id) where reference is not null;

grant select, insert, update on issuer_sandbox.accounts, issuer_sandbox.cards, issuer_sandbox.card_transactions,
  issuer_sandbox.notifications to issuer_sandbox;
grant select, insert on issuer_sandbox.orders, issuer_sandbox.holders, issuer_sandbox.deposits, issuer_sandbox.transfers,
  issuer_sandbox.requests to issuer_sandbox;
grant usage on sequence issuer_sandbox.pay_fractions to issuer_sandbox;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
