-- migrate:up
set lock_timeout = '5s';

-- Contradictions of something final, for operators; nothing waits for them. Status and money stay; a correction is an
-- adjustment that two operators decide. Times are real, because people work by them.
create table cases (
  company_id    uuid not null references companies,
  environment   environment not null,
  id            uuid not null,
  subject_kind  text not null check (subject_kind in ('operation', 'invoice', 'transaction')),
  subject_id    uuid not null,
  kind          text not null
    check (kind in ('contradiction', 'changed_notification', 'late_payment', 'repeated_payment', 'undone_twice')),
  detail        text not null check (length(detail) between 1 and 500), -- the first that was seen; the rest is among the attempts
  opened_at     timestamptz(3) not null,
  closed_at     timestamptz(3),
  closing_note  text not null default '' check (length(closing_note) <= 200),
  primary key (company_id, environment, id),
  constraint closed_with_a_note check ((closed_at is null) = (closing_note = ''))
);
create unique index cases_by_id on cases (id);
create unique index one_open_case_per_contradiction on cases (company_id, environment, subject_kind, subject_id, kind)
  where closed_at is null;
create index cases_by_subject on cases (company_id, environment, subject_kind, subject_id, opened_at);
create index open_cases on cases (opened_at, id) where closed_at is null;
call protect_by_scope('cases');
grant select on cases to cardwright_worker, cardwright_admin;
grant select, insert, update (closed_at, closing_note) on cases to cardwright_posting;

-- Proposals: one operator proposes, another approves. The decision of a review names its operation, invoice or case;
-- any other action has its input. A proposal never changes: to propose something else, it is withdrawn.
create table proposals (
  company_id    uuid references companies,
  environment   environment,
  id            uuid not null,
  subject_kind  text check (subject_kind in ('operation', 'invoice', 'case')),
  subject_id    uuid,
  decision      text,
  reason        text not null check (length(reason) between 1 and 200),
  receipt       text not null default '' check (length(receipt) <= 128),
  card_token    text not null default '' check (card_token ~ '^[\x21-\x7e]{0,128}$'),
  last4         text not null default '' check (last4 ~ '^([0-9]{4})?$'),
  amount        bigint, -- cents: what `available` gains by a correction, signed; or the deposit that is accepted
  proposed_by   uuid not null references operators,
  proposed_at   timestamptz(3) not null,
  approved_by   uuid references operators,
  approved_at   timestamptz(3),
  withdrawn_by  uuid references operators,
  withdrawn_at  timestamptz(3),
  arrived       bigint, -- of an invoice: the millionths of USDT that had arrived for it at the time of the proposal
  action        text not null references operator_actions,
  given         jsonb,
  subject       text,
  details       jsonb,
  expires_at    timestamptz(3) not null,
  constraint proposals_by_id primary key (id),
  constraint decision_fits_the_subject check (decision = 'complete' and subject_kind = 'operation'
    or decision = 'fail' and subject_kind in ('operation', 'invoice')
    or decision = 'accept' and subject_kind = 'invoice'
    or decision in ('adjust', 'close') and subject_kind = 'case'),
  constraint completed_with_a_receipt check ((decision = 'complete') = (receipt <> '')),
  constraint card_is_whole check ((card_token = '') = (last4 = '') and (card_token = '' or decision = 'complete')),
  constraint has_an_amount_if_any check ((decision in ('adjust', 'accept')) = (coalesce(amount, 0) <> 0)),
  constraint accepted_above_zero check (decision <> 'accept' or amount > 0),
  constraint knows_what_arrived check ((subject_kind = 'invoice') = (arrived is not null)),
  constraint approved_by_another check (approved_by <> proposed_by),
  constraint approval_has_a_name check ((approved_at is null) = (approved_by is null)),
  constraint decided_one_way check (approved_at is null or withdrawn_at is null),
  constraint review_or_action check (case when action = 'review.decide'
    then company_id is not null and environment is not null and subject_kind is not null and subject_id is not null and decision is not null
    else given is not null and subject is not null and details is not null and subject_kind is null end),
  constraint withdrawal_is_dated check (withdrawn_by is null or withdrawn_at is not null) -- without a withdrawer: it has expired
);
create unique index one_open_proposal_per_subject on proposals (company_id, environment, subject_kind, subject_id)
  where approved_at is null and withdrawn_at is null and action = 'review.decide';
create unique index one_open_proposal_per_action on proposals (action, subject, coalesce(given ->> 'capability', given ->> 'type', ''))
  where approved_at is null and withdrawn_at is null and action <> 'review.decide';
create index proposals_by_subject on proposals (company_id, environment, subject_kind, subject_id, proposed_at);
create index proposals_open on proposals (proposed_at, id) where approved_at is null and withdrawn_at is null;
call protect_by_scope('proposals');
grant select on proposals to cardwright_worker, cardwright_admin;
-- A company sees when operators decided about its operation: neither who they are nor what they wrote.
grant select (company_id, environment, subject_kind, subject_id, proposed_at, approved_at) on proposals to cardwright_api;
grant select, insert, update (approved_by, approved_at, withdrawn_by, withdrawn_at) on proposals to cardwright_posting;

-- Running reconciliations and their progress, so that another worker can continue. Nothing is shown before the end.
create table reconciliations_under_way (
  id                uuid primary key,
  only_company      uuid references companies, -- null: every company
  only_environment  environment,               -- null: both
  asked_by          uuid references operators, -- null: the daily one
  settled_seconds   integer not null check (settled_seconds between 0 and 3600), -- between the two checks of a difference
  started_at        timestamptz(3) not null,
  step              bigint not null default 0, -- fencing token: stale steps are rejected
  next_at           timestamptz(3) not null,   -- when it is due, or when the lease ends
  place             jsonb not null,            -- how far it is; its form is the worker's
  counts            jsonb not null
);
create unique index one_daily_reconciliation on reconciliations_under_way ((asked_by is null)) where asked_by is null;
create index reconciliations_to_carry on reconciliations_under_way (next_at);
grant select, insert, update, delete on reconciliations_under_way to cardwright_posting;

-- Finished reconciliations, also those without a finding. Numbers only: the companies' differences are below.
create table reconciliation_runs (
  id                uuid primary key,
  only_company      uuid references companies,
  only_environment  environment,
  asked_by          uuid references operators,
  settled_seconds   integer not null,
  started_at        timestamptz(3) not null,
  finished_at       timestamptz(3) not null,
  books             bigint not null check (books >= 0),
  compared          bigint not null check (compared >= 0),     -- operations, invoices and cards
  on_their_way      bigint not null check (on_their_way >= 0), -- not final, or changing during the check: no break
  unread            bigint not null check (unread >= 0),       -- the issuer gave no answer about them
  unread_live       bigint not null check (unread_live between 0 and unread), -- those of them in live
  explained         bigint not null check (explained >= 0),    -- differences that two operators have decided about
  breaks            bigint not null check (breaks >= 0)
);
create index reconciliation_runs_by_end on reconciliation_runs (finished_at);
create trigger reconciliation_runs_are_append_only before update or delete or truncate on reconciliation_runs
  for each statement execute function refuse_change();
alter table reconciliation_runs enable always trigger reconciliation_runs_are_append_only;
grant select, insert on reconciliation_runs to cardwright_posting;

-- Differences that were seen once. Those that are the same at the second check are breaks.
create table reconciliation_suspects (
  company_id   uuid not null,
  environment  environment not null,
  run_id       uuid not null,
  kind         text not null check (length(kind) between 1 and 64),
  subject      text not null check (length(subject) between 1 and 64), -- as people see it: an id, a reference, or the book
  part         text not null, -- what to check again, and where
  key          text not null,
  gap          text not null check (length(gap) <= 500), -- what must be the same at the second check
  seen_at      timestamptz(3) not null,
  primary key (company_id, environment, run_id, kind, subject)
);
create index suspects_by_run on reconciliation_suspects (run_id, company_id, environment);
call protect_by_scope('reconciliation_suspects');
grant select on reconciliation_suspects to cardwright_worker;
grant select, insert, delete on reconciliation_suspects to cardwright_posting;

create table reconciliation_breaks (
  company_id   uuid not null references companies,
  environment  environment not null,
  run_id       uuid not null,
  kind         text not null,
  subject      text not null,
  ours         text not null check (length(ours) between 1 and 200),
  theirs       text not null check (length(theirs) between 1 and 200),
  gap          text not null check (length(gap) <= 500), -- identifies the same difference later
  since        timestamptz(3) not null, -- real time: since when every check of the book has found this difference
  explained    boolean not null,        -- two operators have decided about it since: no break, and recognised later
  primary key (company_id, environment, run_id, kind, subject)
);
create index breaks_by_run on reconciliation_breaks (run_id, company_id, environment);
create index breaks_by_environment on reconciliation_breaks (environment, run_id);
call protect_by_scope('reconciliation_breaks');
create trigger reconciliation_breaks_are_append_only before update or delete or truncate on reconciliation_breaks
  for each statement execute function refuse_change();
alter table reconciliation_breaks enable always trigger reconciliation_breaks_are_append_only;
grant select on reconciliation_breaks to cardwright_worker, cardwright_admin;
grant select, insert on reconciliation_breaks to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
