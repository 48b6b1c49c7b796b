-- migrate:up
set lock_timeout = '5s';

-- Lists are read newest first. Each filter of a list has an index that ends in (created_at, id); a filter that is left
-- out is read as one short range per value it could have (`oneOf` of `readPage` in the server), so a page never walks over history.

create table holders (
  company_id   uuid not null references companies,
  environment  environment not null,
  id           uuid not null,
  name         text not null check (length(name) between 1 and 200),
  email        text not null check (length(email) between 3 and 320),
  kind         text not null check (kind in ('individual', 'corporate')),
  status       text not null check (status in ('pending', 'active', 'blocked', 'rejected')),
  external_id  text not null default '' check (length(external_id) <= 200),
  created_at   timestamptz(3) not null,
  primary key (company_id, environment, id)
);
create index holders_by_time on holders (company_id, environment, created_at desc, id desc);
create index holders_by_kind_and_status on holders (company_id, environment, kind, status, created_at desc, id desc);
create index holders_by_external_id on holders (company_id, environment, external_id, kind, status, created_at desc, id desc);

create table cards (
  company_id    uuid not null,
  environment   environment not null,
  id            uuid not null,
  holder_id     uuid not null,
  product_id    uuid not null references products,
  name          text not null check (length(name) <= 200),
  last4         text not null check (last4 ~ '^[0-9]{4}$'), -- all of the number that we ever hold
  issuer_token  text not null,
  status        text not null check (status in ('active', 'frozen', 'blocked', 'closed', 'expired')),
  balance       bigint not null, -- cents; below zero when payments ran ahead of the funds
  created_at    timestamptz(3) not null,
  primary key (company_id, environment, id),
  foreign key (company_id, environment, holder_id) references holders
);
create index cards_by_time on cards (company_id, environment, created_at desc, id desc);
create index cards_by_status on cards (company_id, environment, status, created_at desc, id desc);
create index cards_by_holder on cards (company_id, environment, holder_id, status, created_at desc, id desc);
create index cards_by_product on cards (company_id, environment, product_id, status, created_at desc, id desc);
create index cards_by_holder_and_product on cards (company_id, environment, holder_id, product_id, status, created_at desc, id desc);

create table operations (
  company_id          uuid not null references companies,
  environment         environment not null,
  id                  uuid not null,
  type                text not null check (type in ('issue', 'topup', 'service')),
  status              text not null check (status in ('queued', 'processing', 'completed', 'failed', 'manual_review')),
  product_id          uuid not null references products,
  amount              bigint not null check (amount > 0),
  fee                 bigint not null check (fee >= 0),
  holder_id           uuid,
  card_id             uuid, -- the card topped up, or the one that was issued
  name                text not null default '',
  recipient           text not null default '',
  receipt             text not null default '',
  failure_code        text not null default '',
  failure_message     text not null default '',
  review_reason       text not null default '',
  review_opened_at    timestamptz(3),
  review_checked_at   timestamptz(3),
  review_next_at      timestamptz(3),
  created_at          timestamptz(3) not null,
  primary key (company_id, environment, id),
  constraint review_has_a_reason check (status <> 'manual_review' or (review_reason <> '' and review_opened_at is not null))
);
create index operations_by_time on operations (company_id, environment, created_at desc, id desc);
create index operations_by_type_and_status on operations (company_id, environment, type, status, created_at desc, id desc);

create table transactions (
  company_id   uuid not null,
  environment  environment not null,
  id           uuid not null,
  card_id      uuid not null,
  reference    text not null, -- the issuer's
  type         text not null check (type in ('purchase', 'refund', 'reversal', 'withdrawal', 'fee')),
  status       text not null check (status in ('pending', 'settled', 'declined', 'reversed')),
  amount       bigint not null, -- cents, signed: what leaves the card is below zero
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

call protect_by_scope('holders');
call protect_by_scope('cards');
call protect_by_scope('operations');
call protect_by_scope('transactions');

grant select on holders, cards, operations, transactions to cardwright_api, cardwright_worker, cardwright_admin;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
