-- Whether nothing was committed after a mark.
create or replace function is_newest_commit(mark marks) returns boolean
  language sql volatile
  return mark.was_alone and pg_snapshot_xmax(pg_current_snapshot())::text::numeric = mark.xid::text::numeric + 1;
alter function is_newest_commit(marks) owner to cardwright_posting;
