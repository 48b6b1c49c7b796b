-- How far a sandbox clock may run ahead in total: ten times 366 days.
create or replace function furthest_ahead_seconds() returns bigint
  language sql immutable parallel safe
  return 316224000;
alter function furthest_ahead_seconds() owner to cardwright_owner;
grant execute on function furthest_ahead_seconds() to cardwright_posting;
