-- migrate:up
set lock_timeout = '5s';

-- Simulated payments. The simulated issuer makes them, and each comes back as a payment like any other, under the id
-- that it has here.
create table simulated_payments (
  company_id   uuid not null,
  environment  environment not null,
  id           uuid not null, -- of the payment that it becomes
  card_id      uuid not null,
  type         text not null,
  status       text not null,
  amount       bigint not null, -- cents, signed
  merchant     text not null,
  country      text not null,
  description  text not null,
  occurred_at  timestamptz(3) not null,
  asked_at     timestamptz(3) not null, -- real time
  state        text not null check (state in ('waiting', 'carried', 'refused')), -- whether the issuer has it
  next_at      timestamptz(3) default clock_timestamp(), -- a new one is due
  primary key (company_id, environment, id),
  foreign key (company_id, environment, card_id) references cards,
  constraint only_sandboxes_simulate check (environment = 'sandbox')
);
call protect_by_scope('simulated_payments');
call make_work('simulated_payment', 'simulated_payments', 'w.state = ''waiting''');
create trigger wake_work after insert on simulated_payments for each statement execute function wake_work('simulated_payment');
grant select on simulated_payments to cardwright_api, cardwright_worker;
grant select, insert, update (state) on simulated_payments to cardwright_posting;

-- Simulated transfers, on their way to the simulated issuer, which notifies us of each as of any other. The id is the
-- transfer's id there, so sending it twice makes one transfer.
create table simulated_transfers (
  company_id   uuid not null,
  environment  environment not null,
  id           uuid not null,
  invoice_id   uuid not null,
  completes    boolean not null, -- exactly the amount to pay, in time: requested any number of times, it happens once
  amount       bigint not null check (amount > 0), -- millionths
  occurred_at  timestamptz(3), -- null: when it reaches the issuer
  asked_at     timestamptz(3) not null, -- real time
  state        text not null check (state in ('waiting', 'carried', 'refused')),
  next_at      timestamptz(3) default clock_timestamp(), -- a new one is due
  primary key (company_id, environment, id),
  foreign key (company_id, environment, invoice_id) references invoices,
  constraint only_sandboxes_simulate check (environment = 'sandbox')
);
create unique index one_completion_per_invoice on simulated_transfers (company_id, environment, invoice_id) where completes;
call protect_by_scope('simulated_transfers');
call make_work('simulated_transfer', 'simulated_transfers', 'w.state = ''waiting''');
create trigger wake_work after insert on simulated_transfers for each statement execute function wake_work('simulated_transfer');
grant select on simulated_transfers to cardwright_worker;
grant select, insert, update (state) on simulated_transfers to cardwright_posting;

-- Each move of a sandbox's clock, numbered without a gap. The issuer gets the offset of the clock, not the step, so sending
-- a move twice moves nothing twice.
create table clock_advances (
  company_id     uuid not null,
  environment    environment not null,
  number         bigint not null check (number >= 1),
  seconds        bigint not null,
  ahead_seconds  bigint not null, -- how far the clock is ahead from then on
  advanced_at    timestamptz(3) not null, -- real time
  followed_at    timestamptz(3), -- real time: the issuer's clock was seen to be there
  id             uuid not null default gen_random_uuid(), -- names the row as work
  next_at        timestamptz(3) default clock_timestamp(), -- a new one is due
  primary key (company_id, environment, number),
  foreign key (company_id, environment) references ledger.books,
  constraint only_sandboxes_move_time check (environment = 'sandbox'),
  constraint time_only_moves_forward check (seconds between 1 and 31622400), -- 366 days, longer than any timer of ours
  constraint within_the_reach check (ahead_seconds between seconds and 316224000)
);
create unique index clock_advances_by_id on clock_advances (company_id, environment, id);
-- How far a sandbox's clock was ahead at a given time, by one lookup.
create index clock_advances_by_time on clock_advances (company_id, environment, advanced_at desc, number desc);
call protect_by_scope('clock_advances');
call make_work('sandbox_clock', 'clock_advances', 'w.followed_at is null');
create trigger wake_work after insert on clock_advances for each statement execute function wake_work('sandbox_clock');
grant select on clock_advances to cardwright_api, cardwright_worker;
grant select, insert, update (followed_at) on clock_advances to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
