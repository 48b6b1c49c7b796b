-- migrate:up
set lock_timeout = '5s';

-- Invoices by which a company funds its card account. Cents for dollars, millionths for USDT.
create table invoices (
  company_id          uuid not null references companies,
  environment         environment not null,
  id                  uuid not null,
  status              text not null check (status in ('creating', 'pending', 'completed', 'expired', 'failed', 'manual_review')),
  requested_amount    bigint not null check (requested_amount > 0 and requested_amount % 100 = 0),
  deposit_amount      bigint not null check (deposit_amount > 0), -- the requested amount, until operators accept another one
  fee                 bigint not null check (fee between 0 and deposit_amount),
  scenario            text not null default '' check (length(scenario) <= 64), -- sandbox: the requested fault
  address             text check (length(address) = 34),
  pay_amount          bigint,
  expires_at          timestamptz(3), -- the issuer's, in the company's time
  attempt             uuid,           -- the token of the attempt that asked the issuer: its answer counts
  sent_at             timestamptz(3), -- when it was marked; nothing is ever sent before, and never a second time
  next_at             timestamptz(3), -- real time, as every due time
  answer              text,           -- the client's answer once there was something to pay; a replay repeats the bytes
  failure_code        text not null default '',
  failure_message     text not null default '',
  review_reason       text not null default '',
  review_opened_at    timestamptz(3),
  review_checked_at   timestamptz(3),
  decided_at          timestamptz(3), -- completed, expired or failed
  created_at          timestamptz(3) not null,
  repeated_reads      integer default 0 check (repeated_reads >= 0), -- reads that repeated the one before, without evidence
  primary key (company_id, environment, id),
  constraint payable_as_a_whole check ((address is null) = (pay_amount is null) and (address is null) = (expires_at is null)),
  constraint pending_is_payable check (status not in ('pending', 'completed', 'expired') or address is not null),
  constraint pays_for_the_deposit check (pay_amount between requested_amount * 10000 and requested_amount * 10000 + 1000000),
  constraint final_is_dated check ((status in ('completed', 'expired', 'failed')) = (decided_at is not null)),
  constraint review_has_a_reason check (status <> 'manual_review' or (review_reason <> '' and review_opened_at is not null))
);
-- The rule of the specification, enforced by the database.
create unique index one_unresolved_invoice on invoices (company_id, environment) where status in ('creating', 'pending', 'manual_review');
create unique index invoices_by_id on invoices (id);
create index invoices_by_time on invoices (company_id, environment, created_at desc, id desc);
create index invoices_by_status on invoices (company_id, environment, status, created_at desc, id desc);
create index invoices_in_review on invoices (review_opened_at, id) where status = 'manual_review';
call protect_by_scope('invoices');
call make_work('invoice', 'invoices');
create index invoices_by_due_time on invoices (next_at) where next_at is not null and parked_at is null; -- for count_invoices
grant select on invoices to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update on invoices to cardwright_posting;

-- Transfers that the issuer has seen arrive for an invoice: each once, whether it was credited or not.
create table invoice_transfers (
  company_id   uuid not null,
  environment  environment not null,
  invoice_id   uuid not null,
  transfer_id  text not null check (length(transfer_id) between 1 and 128), -- the issuer's
  amount       bigint not null check (amount > 0),
  occurred_at  timestamptz(3) not null, -- the issuer's time, which decides what is late; never our own
  seen_at      timestamptz(3) not null,
  primary key (company_id, environment, invoice_id, transfer_id),
  foreign key (company_id, environment, invoice_id) references invoices
);
call protect_by_scope('invoice_transfers');
create trigger invoice_transfers_are_append_only before update or delete or truncate on invoice_transfers
  for each statement execute function refuse_change();
alter table invoice_transfers enable always trigger invoice_transfers_are_append_only;
grant select on invoice_transfers to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert on invoice_transfers to cardwright_posting;

-- The evidence for a decision: attempts and their outcomes.
create table invoice_attempts (
  company_id   uuid not null,
  environment  environment not null,
  invoice_id   uuid not null,
  number       integer not null check (number >= 1),
  kind         text not null check (kind in ('send', 'read', 'notification', 'lost', 'decision')),
  at           timestamptz(3) not null, -- real time
  outcome      text not null
    check (outcome in ('open', 'rejected', 'absent', 'unknown', 'never_connected', 'not_sent', 'accepted', 'failed')),
  detail       text not null check (length(detail) <= 500),
  primary key (company_id, environment, invoice_id, number)
);
call protect_by_scope('invoice_attempts');
create trigger invoice_attempts_are_append_only before update or delete or truncate on invoice_attempts
  for each statement execute function refuse_change();
alter table invoice_attempts enable always trigger invoice_attempts_are_append_only;
grant select on invoice_attempts to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert on invoice_attempts to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
