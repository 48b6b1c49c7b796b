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

-- What an operation on a product costs. Amounts are US cents, the rate is in basis points (1/100 of a percent).
create table product_prices (
  product_id      uuid not null references products,
  operation_type  text not null check (operation_type in ('issue', 'topup', 'service')),
  fixed_fee       bigint not null check (fixed_fee >= 0),
  rate_bps        bigint not null check (rate_bps between 0 and 10000),
  minimum_fee     bigint not null default 0 check (minimum_fee >= 0),
  minimum_amount  bigint not null check (minimum_amount > 0),
  maximum_amount  bigint not null,
  primary key (product_id, operation_type),
  constraint minimum_below_maximum check (minimum_amount <= maximum_amount)
);

grant select on products, product_prices to cardwright_api, cardwright_worker, cardwright_admin, cardwright_posting;
grant insert, update on products, product_prices to cardwright_admin;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
