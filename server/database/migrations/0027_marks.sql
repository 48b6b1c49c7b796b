-- migrate:up
set lock_timeout = '5s';

-- The server that this database was last verified on: its system identifier, and its timeline (the first eight digits of a WAL
-- file's name). A restored or promoted server has another timeline than its own row says. One row. The epoch rises with each
-- recovery from a loss.
create table verified_timeline (
  is_only            boolean primary key default true check (is_only),
  system_identifier  text not null,
  timeline           text not null check (timeline ~ '^[0-9A-F]{8}$'),
  epoch              bigint not null default 0 check (epoch >= 0),
  verified_at        timestamptz(3) not null default clock_timestamp()
);
grant select, update on verified_timeline to cardwright_posting;

insert into verified_timeline (system_identifier, timeline)
select c.system_identifier::text, left(pg_walfile_name(pg_current_wal_lsn()), 8) from pg_control_system() c;

-- How far this database has come. Each mark is committed and then exported: a database that lacks the newest exported mark has
-- lost commits. Old marks are deleted.
create table marks (
  number             bigint primary key, -- rises through all epochs
  epoch              bigint not null,
  token              uuid not null unique, -- random: after a loss, a mark with the same number is another mark
  at                 timestamptz(3) not null,
  timeline           text not null,
  system_identifier  text not null,
  xid                xid8 not null, -- of its transaction: a later one may have committed since
  was_alone          boolean not null -- no earlier transaction was running, which could commit after it
);
grant select, insert, delete on marks to cardwright_posting;

-- The number of the audit entry in a line, or of the last entry of its head: an action can wait until its entry is exported.
alter table seal_outbox add column entry bigint;
create index seal_outbox_entries on seal_outbox (entry) where entry is not null;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
