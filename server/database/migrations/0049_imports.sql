-- migrate:up
set lock_timeout = '5s';

-- Orders that a person confirmed together, from one file. The counts are those of its rows, so that a list reads no rows.
create table imports (
  company_id   uuid not null references companies,
  environment  environment not null,
  id           uuid not null, -- derived from the Idempotency-Key of the confirmation
  type         text not null check (type in ('issue', 'topup')),
  product_id   uuid references products,
  rows         integer not null check (rows between 1 and 500),
  amount       bigint not null check (amount > 0),
  fee          bigint not null check (fee >= 0),
  accepted     integer not null default 0 check (accepted >= 0),
  refused      integer not null default 0 check (refused >= 0),
  created_at   timestamptz(3) not null,
  primary key (company_id, environment, id),
  constraint an_issue_has_a_product check ((type = 'issue') = (product_id is not null)),
  constraint no_more_than_its_rows check (accepted + refused <= rows)
);
create index imports_by_time on imports (company_id, environment, created_at desc, id desc);
alter table imports alter column company_id set (n_distinct = 100);
call protect_by_scope('imports');
grant select on imports to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update on imports to cardwright_posting;

-- The rows of an import. The operation's id is derived from the import and the number, so a row has one order at most.
create table import_rows (
  company_id    uuid not null,
  environment   environment not null,
  import_id     uuid not null,
  number        integer not null check (number between 1 and 500), -- the row of the file, without its heading
  operation_id  uuid not null, -- exists once the row is accepted
  holder_id     uuid,
  card_id       uuid,
  name          text not null check (length(name) <= 200),
  amount        bigint not null check (amount > 0),
  fee           bigint not null check (fee >= 0),
  accepted      boolean not null default false,
  refusal       text not null default '', -- the code of the last refusal
  primary key (company_id, environment, import_id, number),
  foreign key (company_id, environment, import_id) references imports,
  constraint a_cardholder_or_a_card check ((holder_id is null) <> (card_id is null)),
  constraint an_accepted_row_has_no_refusal check (not accepted or refusal = '')
);
-- For the erasure of a cardholder.
create index import_rows_by_holder on import_rows (company_id, environment, holder_id) where name <> '';
alter table import_rows alter column company_id set (n_distinct = 100);
call protect_by_scope('import_rows');
grant select on import_rows to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update on import_rows to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
