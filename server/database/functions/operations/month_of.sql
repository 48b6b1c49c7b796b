-- The UTC month of a time.
create or replace function month_of(moment timestamptz) returns date
  language sql immutable parallel safe
  return date_trunc('month', moment at time zone 'UTC')::date;
alter function month_of(timestamptz) owner to cardwright_owner;
grant execute on function month_of(timestamptz) to cardwright_posting;
