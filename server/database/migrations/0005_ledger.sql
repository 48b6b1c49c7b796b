-- migrate:up
set lock_timeout = '5s';

create schema ledger;
grant usage on schema ledger to cardwright_posting, cardwright_api, cardwright_worker, cardwright_admin;

-- The chart of accounts, the same for every company and environment. `available` and `held` are the company's card
-- account; the others are its counter-accounts, so that no row is shared between companies. Amounts are US cents.
create type ledger.account as enum (
  'available',   -- what the company may spend
  'held',        -- reserved for operations that are not decided yet
  'issuer',      -- paid on to the issuer: card funding and services
  'fees',        -- earned by us
  'deposits',    -- came in from outside; below zero by what came in
  'adjustments'  -- corrections decided by two operators
);

create type ledger.entry_kind as enum ('deposit', 'deposit_fee', 'sandbox_credit', 'reservation', 'capture', 'fee', 'release', 'adjustment');

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

-- One business event is one entry. What it did to the card account is kept on the entry, so that a statement is one range
-- of one index.
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

-- The movements of an entry: one line an account, together zero.
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

-- Money that is set aside for an operation until its outcome is known.
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

call protect_by_scope('ledger.books');
call protect_by_scope('ledger.accounts');
call protect_by_scope('ledger.entries');
call protect_by_scope('ledger.lines');
call protect_by_scope('ledger.holds');

grant select on ledger.books, ledger.accounts, ledger.entries, ledger.lines, ledger.holds to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update on ledger.books, ledger.accounts, ledger.holds to cardwright_posting;
grant select, insert on ledger.entries, ledger.lines to cardwright_posting;

-- Append-only, whoever asks.
create trigger entries_are_append_only before update or delete or truncate on ledger.entries
  for each statement execute function refuse_change();
create trigger lines_are_append_only before update or delete or truncate on ledger.lines
  for each statement execute function refuse_change();
alter table ledger.entries enable always trigger entries_are_append_only;
alter table ledger.lines enable always trigger lines_are_append_only;

-- The lines written by one statement must sum to zero for each of their entries. It looks at nothing but those lines, so
-- its cost does not grow with the ledger; that every line has its entry is the posting function's work, and `ledger verify`
-- checks it.
create function ledger.require_balance() returns trigger
  language plpgsql as $$
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

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
