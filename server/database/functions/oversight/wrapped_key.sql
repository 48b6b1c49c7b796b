-- The wrapped key in front of a sealed value: nonce, key and tag, 12 + 32 + 16 bytes. To retire a version of the
-- wrapping key, only these bytes are replaced. Operators see them and never what they open.
create or replace function wrapped_key(sealed bytea) returns bytea
  language sql immutable strict
begin atomic
  select substring(sealed from 1 for 60);
end;
alter function wrapped_key(bytea) owner to cardwright_owner;
grant execute on function wrapped_key(bytea) to cardwright_posting;
