-- The id of a merchant or a recipient, derived from the name, so that the same name has the same row.
create or replace function payee_id(of_name text) returns uuid
  language sql immutable parallel safe
  return encode(substring(sha256(convert_to(of_name, 'UTF8')) from 1 for 16), 'hex')::uuid;
alter function payee_id(text) owner to cardwright_owner;
grant execute on function payee_id(text) to cardwright_posting;
