-- The smallest id that can have been created at a given time.
create or replace function first_id_of(moment timestamptz) returns uuid
  language sql immutable parallel safe
  return (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;
alter function first_id_of(timestamptz) owner to cardwright_owner;
grant execute on function first_id_of(timestamptz) to cardwright_posting;
