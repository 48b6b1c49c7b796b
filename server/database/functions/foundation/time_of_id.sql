-- The real time at which an id was created: a version 7 UUID begins with it. A sandbox clock moves created_at, never
-- this.
create or replace function time_of_id(id uuid) returns timestamptz
  language sql immutable parallel safe
  return to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0);
alter function time_of_id(uuid) owner to cardwright_owner;
grant execute on function time_of_id(uuid) to cardwright_posting;
