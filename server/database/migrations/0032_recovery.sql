-- migrate:up
set lock_timeout = '5s';

insert into operator_actions (action, needs_code, needs_two) values
  ('database.replay', false, false),
  ('database.recover', true, true);

-- The number of the last exported audit entry that was replayed behind this fence. Null: none were replayed yet.
alter table verified_timeline add column replayed_through bigint;

-- Entries of the audit log that a restore lost are written again, with their numbers. New ones are numbered far behind them.
grant usage, select, update on sequence audit_log_sequence_seq to cardwright_posting;

-- The sessions of a restored database may have ended since.
grant delete on people.sessions to cardwright_posting;

-- An operation from before a loss, or from before another server took over: the issuer is asked about it before it is sent,
-- cancelled or given up. Null: there is nothing to ask.
alter table operations add column ask_first_since timestamptz(3);

-- Where the chain of a book goes on after a loss: from the entry `after`, whose hash is `hash`. `lost` entries had been sealed.
create table chain_forks (
  company_id   uuid not null references companies,
  environment  environment not null,
  epoch        bigint not null check (epoch >= 1),
  after        bigint not null check (after >= 0),
  hash         bytea not null check (length(hash) = 32),
  lost         bigint not null check (lost > 0),
  at           timestamptz(3) not null,
  primary key (company_id, environment, epoch)
);
call protect_by_scope('chain_forks');
create trigger chain_forks_are_append_only before update or delete or truncate on chain_forks
  for each statement execute function refuse_change();
alter table chain_forks enable always trigger chain_forks_are_append_only;
grant select on chain_forks to cardwright_api, cardwright_admin;
grant select, insert on chain_forks to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
