-- migrate:up
set lock_timeout = '5s';

create schema ledger;
grant usage on schema ledger to cardwright_posting, cardwright_api, cardwright_worker, cardwright_admin, cardwright_reader;

-- The chart of accounts, the same for every company and environment. `available` and `held` are the company's card
-- account; the others are its counter-accounts, so that no row is shared between companies. Amounts are US cents.
create type ledger.account as enum (
  'available',   -- what the company may spend
  'held',        -- reserved for operations that are not decided yet
  'issuer',      -- paid on to the issuer: card funding and services
  'fees',        -- earned by us
  'deposits',    -- received from outside; negative by the amount received
  'adjustments'  -- corrections decided by two operators
);
create type ledger.entry_kind as enum
  ('deposit', 'deposit_fee', 'sandbox_credit', 'reservation', 'capture', 'fee', 'release', 'adjustment');

-- One book per company and environment. Its row is the lock under which everything else in the book changes, and it
-- numbers the entries without a gap.
create table ledger.books (
  company_id     uuid not null references companies,
  environment    environment not null,
  entries        bigint not null default 0 check (entries >= 0),
  last_entry_at  timestamptz(3) not null default '-infinity',
  clock_offset   interval not null default '0', -- how far this company's sandbox time runs ahead
  primary key (company_id, environment),
  constraint live_time_is_real check (environment = 'sandbox' or clock_offset = '0'),
  constraint time_only_moves_forward check (clock_offset >= '0')
);

create table ledger.accounts (
  company_id   uuid not null,
  environment  environment not null,
  account      ledger.account not null,
  balance      bigint not null default 0,
  lines        bigint not null default 0 check (lines >= 0), -- the sequence of the account's newest line
  primary key (company_id, environment, account),
  foreign key (company_id, environment) references ledger.books,
  constraint available_never_below_zero check (account <> 'available' or balance >= 0),
  constraint held_never_below_zero check (account <> 'held' or balance >= 0)
) with (fillfactor = 50); -- room for updates in place: these rows change with every posting

-- One business event is one entry. Its effect on the card account is stored in the entry, so that a statement is one
-- range of one index.
create table ledger.entries (
  company_id       uuid not null,
  sequence         bigint not null,
  available_delta  bigint not null,
  held_delta       bigint not null,
  available_after  bigint not null,
  held_after       bigint not null,
  created_at       timestamptz(3) not null,
  environment      environment not null,
  kind             ledger.entry_kind not null,
  reference        text not null check (length(reference) between 1 and 64), -- the operation, invoice or case that caused it
  description      text not null check (length(description) <= 200),
  primary key (company_id, environment, sequence),
  constraint one_entry_per_event unique (company_id, environment, reference, kind)
);
create index entries_by_time on ledger.entries (company_id, environment, created_at, sequence);

-- The movements of an entry: one line per account, with the sum zero.
create table ledger.lines (
  company_id      uuid not null,
  sequence        bigint not null,
  entry_sequence  bigint not null,
  amount          bigint not null,
  balance_after   bigint not null,
  environment     environment not null,
  account         ledger.account not null,
  primary key (company_id, environment, account, sequence)
);

-- Money that is held for an operation until its outcome is known.
create table ledger.holds (
  company_id   uuid not null,
  environment  environment not null,
  reference    text not null,
  amount       bigint not null check (amount >= 0),
  reason       text not null,
  state        text not null default 'open' check (state in ('open', 'captured', 'released')),
  created_at   timestamptz(3) not null,
  closed_at    timestamptz(3),
  primary key (company_id, environment, reference),
  constraint closed_means_closed_at check ((state = 'open') = (closed_at is null))
);
create index open_holds on ledger.holds (company_id, environment, created_at, reference) where state = 'open';

-- Tamper evidence. A chain of hashes covers the entries of each book and the audit log; a seal stores the hashes of a
-- run of them. The recipe is in docs/chain.md. The worker computes the hashes, outside of every request. The export out
-- of this database makes a rewritten history visible.

-- A seal covers the entries from `first_sequence` to `last_sequence`, at most 64: that many must be read again to know the
-- hash at any entry inside. `marks` are the first 4 bytes of the hash after each entry: they name the first entry that was
-- changed; the whole hashes prove it.
create table ledger.seals (
  company_id      uuid not null,
  environment     environment not null,
  first_sequence  bigint not null check (first_sequence >= 1),
  last_sequence   bigint not null,
  hash_before     bytea not null check (length(hash_before) = 32),
  hash_after      bytea not null check (length(hash_after) = 32),
  marks           bytea not null,
  sealed_at       timestamptz(3) not null,
  primary key (company_id, environment, last_sequence),
  foreign key (company_id, environment) references ledger.books,
  -- Two sealers that start at the same entry and end at different ones would both satisfy the key above.
  constraint one_seal_from_each_entry unique (company_id, environment, first_sequence),
  constraint a_seal_is_short check (last_sequence - first_sequence between 0 and 63),
  constraint one_mark_an_entry check (length(marks) = 4 * (last_sequence - first_sequence + 1))
);

call protect_by_scope('ledger.books');
call protect_by_scope('ledger.accounts');
call protect_by_scope('ledger.entries');
call protect_by_scope('ledger.lines');
call protect_by_scope('ledger.holds');
call protect_by_scope('ledger.seals');
-- The reader reads a book in its scope, as every other process does.
alter policy own_scope on ledger.books to cardwright_api, cardwright_worker, cardwright_admin, cardwright_reader;
alter policy own_scope on ledger.accounts to cardwright_api, cardwright_worker, cardwright_admin, cardwright_reader;
alter policy own_scope on ledger.entries to cardwright_api, cardwright_worker, cardwright_admin, cardwright_reader;
alter policy own_scope on ledger.lines to cardwright_api, cardwright_worker, cardwright_admin, cardwright_reader;
alter policy own_scope on ledger.holds to cardwright_api, cardwright_worker, cardwright_admin, cardwright_reader;
alter policy own_scope on ledger.seals to cardwright_api, cardwright_worker, cardwright_admin, cardwright_reader;
grant select on ledger.books, ledger.accounts, ledger.entries, ledger.lines, ledger.holds, ledger.seals
  to cardwright_api, cardwright_worker, cardwright_admin, cardwright_reader;
grant select, insert, update on ledger.books, ledger.accounts, ledger.holds to cardwright_posting;
grant select, insert on ledger.entries, ledger.lines, ledger.seals to cardwright_posting;

-- Append-only, for every role.
create trigger entries_are_append_only before update or delete or truncate on ledger.entries
  for each statement execute function refuse_change();
alter table ledger.entries enable always trigger entries_are_append_only;
create trigger lines_are_append_only before update or delete or truncate on ledger.lines
  for each statement execute function refuse_change();
alter table ledger.lines enable always trigger lines_are_append_only;
create trigger seals_are_append_only before update or delete or truncate on ledger.seals
  for each statement execute function refuse_change();
alter table ledger.seals enable always trigger seals_are_append_only;

-- The lines written by one statement must sum to zero for each of their entries. It reads only those lines, so its cost
-- does not grow with the ledger. The posting function gives every line its entry, and `ledger verify` checks it.
create function ledger.require_balance() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  wrong record;
begin
  select w.entry_sequence, sum(w.amount) as total
    into wrong
    from written_lines w
   group by w.company_id, w.environment, w.entry_sequence
  having sum(w.amount) <> 0
   limit 1;
  if found then
    raise exception 'entry % does not balance: its lines sum to %', wrong.entry_sequence, wrong.total using errcode = 'CW001';
  end if;
  return null;
end
$$;
create trigger lines_sum_to_zero after insert on ledger.lines
  referencing new table as written_lines
  for each statement execute function ledger.require_balance();
alter table ledger.lines enable always trigger lines_sum_to_zero;

-- The seals of the audit log, one chain for the whole cell. A number that was drawn and rolled back is a gap; a seal
-- ends before one, so each covers every number from its first to its last.
create table audit_seals (
  first_sequence  bigint not null check (first_sequence >= 1),
  last_sequence   bigint primary key,
  hash_before     bytea not null check (length(hash_before) = 32),
  hash_after      bytea not null check (length(hash_after) = 32),
  marks           bytea not null,
  sealed_at       timestamptz(3) not null,
  constraint one_seal_from_each_audit_entry unique (first_sequence),
  constraint an_audit_seal_is_short check (last_sequence - first_sequence between 0 and 63),
  constraint one_mark_an_audit_entry check (length(marks) = 4 * (last_sequence - first_sequence + 1))
);
create trigger audit_seals_are_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();
alter table audit_seals enable always trigger audit_seals_are_append_only;
grant select on audit_seals to cardwright_worker, cardwright_admin, cardwright_reader;
grant select, insert on audit_seals to cardwright_posting;

-- The lines that are still to be exported, in the commit of their seal: the entries that it covers, then the seal. A
-- line is deleted when it is safe elsewhere.
create table seal_outbox (
  id    bigint generated always as identity primary key,
  line  text not null,
  constraint line_is_not_empty check (line <> '')
);
grant select, delete on seal_outbox to cardwright_worker;
grant select, insert on seal_outbox to cardwright_posting;

-- The outcome of every verification by a worker: `ledger` (each book's chain and arithmetic) or `audit` (the chain of the
-- audit log, which has no books). `entries` counts the verified entries of the ledger or of the audit log. `bad` is the
-- first wrong row, null where all were right. Rows are evidence and two a day, so they stay. A job that is tried again
-- keeps its first outcome.
create table history_verifications (
  id                   bigint generated always as identity primary key,
  subject              text not null check (subject in ('ledger', 'audit')),
  job_id               uuid not null,
  finished_at          timestamptz not null default clock_timestamp(),
  books                bigint check ((books is null) = (subject = 'audit')),
  entries              bigint not null check (entries >= 0),
  compared_with_heads  boolean not null,
  bad                  jsonb check (jsonb_typeof(bad) = 'object'),
  unique (job_id, subject)
);
create index history_verifications_by_subject on history_verifications (subject, id);
create trigger history_verifications_are_append_only before update or delete or truncate on history_verifications
  for each statement execute function refuse_change();
alter table history_verifications enable always trigger history_verifications_are_append_only;
grant select, insert on history_verifications to cardwright_worker;
grant select on history_verifications to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
