-- How long events and their deliveries are kept at least: the specification promises it, so a setting can only add to it.
create or replace function events_are_kept_for() returns interval
  language sql immutable parallel safe
  return interval '90 days';
alter function events_are_kept_for() owner to cardwright_owner;
grant execute on function events_are_kept_for() to cardwright_posting;
