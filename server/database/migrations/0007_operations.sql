-- migrate:up
set lock_timeout = '5s';

-- Pauses set by operators: all orders to an issuer, or those for one product. Operations accepted meanwhile wait.
create table send_pauses (
  id           uuid primary key,
  environment  environment not null,
  product_id   uuid references products, -- null: everything that goes to the issuer of this environment
  reason       text not null check (length(reason) between 1 and 500),
  paused_by    uuid not null references operators,
  paused_at    timestamptz(3) not null
);
create unique index one_pause_of_a_kind on send_pauses (environment, coalesce(product_id, '00000000-0000-0000-0000-000000000000'));
grant select on send_pauses to cardwright_worker, cardwright_admin, cardwright_reader;
grant select, insert, delete on send_pauses to cardwright_posting;

-- An operation is its own job, and so is its review. `next_at` means:
--   queued         when to try to send it
--   processing     when the claim ends: from then on others take it for lost
--   manual_review  the real time of the next check; review_next_at is the same moment by the company's clock, which is shown
--   final          null
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
  scenario            text not null default '' check (length(scenario) <= 64), -- sandbox: the requested fault
  attempt             uuid,           -- the token of the attempt that marked it as sent: its answer counts
  sent_at             timestamptz(3), -- when it was marked; nothing is ever sent before, and never a second time
  refused_since       timestamptz(3), -- the first attempt that provably never connected
  held_up_since       timestamptz(3), -- queued under a pause or a suspension: this time is not counted
  decided_at          timestamptz(3), -- completed or failed
  next_at             timestamptz(3),
  lease_token         uuid,
  attempts            integer,
  last_error          text,
  parked_at           timestamptz(3),
  unanswered_since    timestamptz(3), -- queued: not sent, because the issuer answers nothing definite
  primary key (company_id, environment, id),
  constraint review_has_a_reason check (status <> 'manual_review' or (review_reason <> '' and review_opened_at is not null)),
  constraint processing_is_marked check (status <> 'processing' or (attempt is not null and sent_at is not null)),
  constraint final_is_dated check ((status in ('completed', 'failed')) = (decided_at is not null)),
  -- An unfinished operation is always due at some time: it cannot be forgotten.
  constraint unfinished_is_due check (status not in ('queued', 'processing') or next_at is not null),
  constraint final_is_not_due check (status not in ('completed', 'failed') or next_at is null)
);
create index operations_by_time on operations (company_id, environment, created_at desc, id desc);
create index operations_by_type_and_status on operations (company_id, environment, type, status, created_at desc, id desc);
-- A notification names our id and no company.
create unique index operations_by_id on operations (id);
create index operations_in_review on operations (review_opened_at, id) where status = 'manual_review';
-- The amounts put on a card, to compare with its balance.
create index operations_by_card on operations (company_id, environment, card_id) where status = 'completed' and card_id is not null;
call protect_by_scope('operations');
call make_work('operation', 'operations', 'w.status in (''queued'', ''processing'')');
call make_work('review', 'operations', 'w.status = ''manual_review''');
grant select on operations to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update on operations to cardwright_posting;

-- Makes the reviews of a company due earlier when its clock moves. A review that is being read gets its next check when it
-- is settled.
create function bring_reviews_forward() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update public.operations o
     set next_at = o.next_at - (new.clock_offset - old.clock_offset)
   where o.company_id = new.company_id and o.environment = new.environment and o.status = 'manual_review'
     and o.next_at is not null and o.parked_at is null and o.lease_token is null; -- a parked one is due when it is released
  return null;
end
$$;
create trigger reviews_follow_the_clock after update of clock_offset on ledger.books
  for each row when (old.clock_offset is distinct from new.clock_offset) execute function bring_reviews_forward();

-- The evidence for a decision: one row for each send, read, notification, loss, end of attempts or decision.
create table operation_attempts (
  company_id    uuid not null,
  environment   environment not null,
  operation_id  uuid not null,
  number        integer not null check (number >= 1),
  kind          text not null check (kind in ('send', 'read', 'notification', 'lost', 'unsent', 'decision')),
  at            timestamptz(3) not null, -- real time: evidence is not moved by a sandbox's clock
  outcome       text not null check (outcome in ('done', 'rejected', 'absent', 'pending', 'unknown', 'never_connected', 'not_sent')),
  detail        text not null check (length(detail) <= 500),
  primary key (company_id, environment, operation_id, number)
);
call protect_by_scope('operation_attempts');
create trigger operation_attempts_are_append_only before update or delete or truncate on operation_attempts
  for each statement execute function refuse_change();
alter table operation_attempts enable always trigger operation_attempts_are_append_only;
grant select on operation_attempts to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert on operation_attempts to cardwright_posting;

-- Cards that an individual's company ordered in a UTC month of its own time; a failed one does not count.
create table issue_quotas (
  company_id   uuid not null references companies,
  environment  environment not null,
  month        date not null,
  used         integer not null,
  primary key (company_id, environment, month),
  constraint within_the_quota check (used between 0 and 500)
);
call protect_by_scope('issue_quotas');
grant select on issue_quotas to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update on issue_quotas to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
