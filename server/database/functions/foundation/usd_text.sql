-- Cents as the API writes them.
create or replace function usd_text(cents bigint) returns text
  language sql immutable parallel safe
  return (cents / 100)::text || '.' || lpad((cents % 100)::text, 2, '0');
alter function usd_text(bigint) owner to cardwright_owner;
grant execute on function usd_text(bigint) to cardwright_posting, cardwright_api, cardwright_admin;
