-- migrate:up
set lock_timeout = '5s';

-- Entries and lines are split by company into sixteen parts. A book is in one part, so a posting, a statement and a
-- verification each touch one. Nothing but the size of a part changes: vacuum, the rebuilding of an index and a restore of one
-- table take a sixteenth of the time. It copies both tables, so it came before the first release.

create table ledger.entries_in_parts (
  company_id       uuid not null,
  sequence         bigint not null,
  available_delta  bigint not null,
  held_delta       bigint not null,
  available_after  bigint not null,
  held_after       bigint not null,
  created_at       timestamptz(3) not null,
  environment      environment not null,
  kind             ledger.entry_kind not null,
  reference        text not null,
  description      text not null
) partition by hash (company_id);

create table ledger.lines_in_parts (
  company_id      uuid not null,
  sequence        bigint not null,
  entry_sequence  bigint not null,
  amount          bigint not null,
  balance_after   bigint not null,
  environment     environment not null,
  account         ledger.account not null
) partition by hash (company_id);

do $$
begin
  for part in 0 .. 15 loop
    execute format('create table ledger.entries_%s partition of ledger.entries_in_parts for values with (modulus 16, remainder %1$s)', part);
    execute format('create table ledger.lines_%s partition of ledger.lines_in_parts for values with (modulus 16, remainder %1$s)', part);
  end loop;
end
$$;

alter table ledger.entries no force row level security;
alter table ledger.lines no force row level security;
insert into ledger.entries_in_parts select * from ledger.entries;
insert into ledger.lines_in_parts select * from ledger.lines;
drop table ledger.entries, ledger.lines;
alter table ledger.entries_in_parts rename to entries;
alter table ledger.lines_in_parts rename to lines;

alter table ledger.entries
  add constraint entries_pkey primary key (company_id, environment, sequence),
  add constraint one_entry_per_event unique (company_id, environment, reference, kind),
  add constraint entries_reference_check check (length(reference) between 1 and 64),
  add constraint entries_description_check check (length(description) <= 200);
create index entries_by_time on ledger.entries (company_id, environment, created_at, sequence);
alter table ledger.lines add constraint lines_pkey primary key (company_id, environment, account, sequence);

call protect_by_scope('ledger.entries');
call protect_by_scope('ledger.lines');
alter policy own_scope on ledger.entries to cardwright_api, cardwright_worker, cardwright_admin, cardwright_reader;
alter policy own_scope on ledger.lines to cardwright_api, cardwright_worker, cardwright_admin, cardwright_reader;
grant select on ledger.entries, ledger.lines to cardwright_api, cardwright_worker, cardwright_admin, cardwright_reader;
grant select, insert on ledger.entries, ledger.lines to cardwright_posting;

create trigger entries_are_append_only before update or delete or truncate on ledger.entries
  for each statement execute function refuse_change();
alter table ledger.entries enable always trigger entries_are_append_only;
create trigger lines_are_append_only before update or delete or truncate on ledger.lines
  for each statement execute function refuse_change();
alter table ledger.lines enable always trigger lines_are_append_only;
create trigger lines_sum_to_zero after insert on ledger.lines
  referencing new table as written_lines
  for each statement execute function ledger.require_balance();
alter table ledger.lines enable always trigger lines_sum_to_zero;

-- A part by itself is closed: row-level security without a policy shows nothing and takes nothing, from the owner too.
do $$
declare
  part regclass;
begin
  for part in select i.inhrelid::regclass from pg_inherits i where i.inhparent in ('ledger.entries'::regclass, 'ledger.lines'::regclass) loop
    execute format('alter table %s enable row level security', part);
    execute format('alter table %s force row level security', part);
    execute format('create trigger part_is_append_only before insert or update or delete or truncate on %s for each statement execute function refuse_change()', part);
    execute format('alter table %s enable always trigger part_is_append_only', part);
  end loop;
end
$$;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
