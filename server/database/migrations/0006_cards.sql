-- migrate:up
set lock_timeout = '5s';

-- The catalogue: the same products for every company and environment, so no scope and no row-level security.
create table products (
  id          uuid primary key,
  name        text not null check (length(name) between 1 and 200),
  kind        text not null check (kind in ('card', 'service')),
  status      text not null default 'active' check (status in ('active', 'inactive')),
  created_at  timestamptz(3) not null
);
grant select on products to cardwright_api, cardwright_worker, cardwright_admin;
grant select (id, name) on products to cardwright_reader;
grant select, insert, update on products to cardwright_posting;

-- The prices of operations on a product. Amounts are US cents, the rate is in basis points (1/100 of a percent). A
-- price begins at a given time and ends where the next one begins.
create table product_prices (
  product_id      uuid not null references products,
  operation_type  text not null check (operation_type in ('issue', 'topup', 'service')),
  fixed_fee       bigint not null check (fixed_fee >= 0),
  rate_bps        bigint not null check (rate_bps between 0 and 10000),
  minimum_fee     bigint not null default 0 check (minimum_fee >= 0),
  minimum_amount  bigint not null check (minimum_amount > 0),
  maximum_amount  bigint not null,
  effective_from  timestamptz(3) not null default '-infinity',
  set_by          uuid references operators,
  set_at          timestamptz(3),
  primary key (product_id, operation_type, effective_from),
  constraint minimum_below_maximum check (minimum_amount <= maximum_amount)
);
grant select on product_prices to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update on product_prices to cardwright_posting;

-- Lists are read newest first. Each filter of a list has an index that ends in (created_at, id). A missing filter is read
-- as one short range per value it could have (`oneOf` of `readPage` in the server), so a page never walks over history.

create table holders (
  company_id    uuid not null references companies,
  environment   environment not null,
  id            uuid not null,
  name          text not null check (length(name) between 1 and 200),
  email         text not null check (length(email) between 3 and 320),
  kind          text not null check (kind in ('individual', 'corporate')),
  status        text not null check (status in ('pending', 'active', 'blocked', 'rejected')),
  external_id   text not null default '' check (length(external_id) <= 200),
  created_at    timestamptz(3) not null,
  issuer_token  text not null default '',                 -- the issuer's name for the holder; empty until it has one
  next_at       timestamptz(3) default clock_timestamp(), -- a new holder is due for registration
  primary key (company_id, environment, id)
);
create index holders_by_time on holders (company_id, environment, created_at desc, id desc);
create index holders_by_kind_and_status on holders (company_id, environment, kind, status, created_at desc, id desc);
create index holders_by_external_id on holders (company_id, environment, external_id, kind, status, created_at desc, id desc);
call protect_by_scope('holders');
call make_work('holder', 'holders', 'w.status = ''pending''');
create trigger wake_work after insert on holders for each statement execute function wake_work('holder');
grant select on holders to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update on holders to cardwright_posting;

create table cards (
  company_id    uuid not null,
  environment   environment not null,
  id            uuid not null,
  holder_id     uuid not null,
  product_id    uuid not null references products,
  name          text not null check (length(name) <= 200),
  last4         text not null check (last4 ~ '^[0-9]{4}$'), -- the only stored part of the number
  issuer_token  text not null,
  status        text not null check (status in ('active', 'frozen', 'blocked', 'closed', 'expired')),
  balance       bigint not null, -- cents; negative when payments exceeded the funds
  created_at    timestamptz(3) not null,
  primary key (company_id, environment, id),
  foreign key (company_id, environment, holder_id) references holders
);
create index cards_by_time on cards (company_id, environment, created_at desc, id desc);
create index cards_by_status on cards (company_id, environment, status, created_at desc, id desc);
create index cards_by_holder on cards (company_id, environment, holder_id, status, created_at desc, id desc);
create index cards_by_product on cards (company_id, environment, product_id, status, created_at desc, id desc);
create index cards_by_holder_and_product on cards (company_id, environment, holder_id, product_id, status, created_at desc, id desc);
-- An issuer names a card by its own token, and no company.
create index cards_by_issuer_token on cards (issuer_token, environment) where issuer_token <> '';
call protect_by_scope('cards');
grant select on cards to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update on cards to cardwright_posting;

create table transactions (
  company_id   uuid not null,
  environment  environment not null,
  id           uuid not null,
  card_id      uuid not null,
  reference    text not null, -- the issuer's
  type         text not null check (type in ('purchase', 'refund', 'reversal', 'withdrawal', 'fee')),
  status       text not null check (status in ('pending', 'settled', 'declined', 'reversed')),
  amount       bigint not null, -- cents, signed: money that leaves the card is negative
  currency     text not null check (currency ~ '^[A-Z]{3}$'),
  merchant     text not null default '',
  country      text not null default '' check (country ~ '^([A-Z]{2})?$'),
  description  text not null default '',
  occurred_at  timestamptz(3) not null,
  created_at   timestamptz(3) not null,
  primary key (company_id, environment, id),
  foreign key (company_id, environment, card_id) references cards,
  constraint one_transaction_per_reference unique (company_id, environment, reference)
);
create index transactions_by_time on transactions (company_id, environment, occurred_at desc, id desc);
create index transactions_by_status_and_type on transactions (company_id, environment, status, type, occurred_at desc, id desc);
create index transactions_by_card on transactions (company_id, environment, card_id, status, type, occurred_at desc, id desc);
-- Payments that were undone by their status, and reversals: few rows, found by their common columns.
create index transactions_undone on transactions (company_id, environment, card_id, abs(amount), merchant)
  where status = 'reversed' or type = 'reversal';
call protect_by_scope('transactions');
grant select on transactions to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update (status, amount, merchant, country, description, occurred_at) on transactions to cardwright_posting;

-- An issuer's reports that created, changed or contradicted a payment: the evidence for a decision. Repetitions are not
-- kept.
create table transaction_reports (
  company_id      uuid not null,
  environment     environment not null,
  transaction_id  uuid not null,
  number          integer not null check (number >= 1),
  at              timestamptz(3) not null, -- real time: evidence is not moved by a sandbox's clock
  notification    text not null check (length(notification) between 1 and 128), -- the issuer's id of it
  outcome         text not null check (outcome in ('recorded', 'changed', 'contradiction')),
  said            text not null check (length(said) <= 500),
  primary key (company_id, environment, transaction_id, number)
);
call protect_by_scope('transaction_reports');
create trigger transaction_reports_are_append_only before update or delete or truncate on transaction_reports
  for each statement execute function refuse_change();
alter table transaction_reports enable always trigger transaction_reports_are_append_only;
grant select on transaction_reports to cardwright_admin;
grant select, insert on transaction_reports to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
