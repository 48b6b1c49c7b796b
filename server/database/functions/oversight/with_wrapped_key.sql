-- A sealed value with another wrapped key in front of it.
create or replace function with_wrapped_key(sealed bytea, wrapped bytea) returns bytea
  language sql immutable strict
begin atomic
  select overlay(sealed placing wrapped from 1 for 60);
end;
alter function with_wrapped_key(bytea, bytea) owner to cardwright_owner;
grant execute on function with_wrapped_key(bytea, bytea) to cardwright_posting;
