-- How long a code of the second factor is valid for further actions.
create or replace function code_lifetime() returns interval language sql immutable return interval '5 minutes';
alter function code_lifetime() owner to cardwright_owner;
grant execute on function code_lifetime() to cardwright_posting;
