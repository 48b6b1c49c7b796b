-- The fields of an API object, and of a request for one, that hold words about a person.
create or replace function erased_fields() returns text[]
  language sql immutable parallel safe
  return array['name', 'email', 'externalId', 'metadata'];
alter function erased_fields() owner to cardwright_owner;
grant execute on function erased_fields() to cardwright_posting;
