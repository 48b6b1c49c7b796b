-- migrate:up
set lock_timeout = '5s';

-- While a database is fenced, nothing is accepted, claimed or settled, until two people have recovered it.
alter table verified_timeline add column fenced_at timestamptz(3);
alter table verified_timeline add column fenced_why text not null default '' check (length(fenced_why) <= 500);
alter table verified_timeline add constraint a_fence_has_a_reason check ((fenced_at is null) = (fenced_why = ''));

-- After a change of the timeline, each running process reports how many acknowledged objects it found again. Deleted when the
-- timeline is verified.
create table timeline_reports (
  timeline   text not null,
  process    uuid not null,
  witnesses  integer not null check (witnesses >= 0),
  at         timestamptz(3) not null default clock_timestamp(),
  primary key (timeline, process)
);
grant select, insert, update, delete on timeline_reports to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
