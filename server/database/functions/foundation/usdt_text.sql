-- Millionths of a USDT as the API writes them: exactly six decimals.
create or replace function usdt_text(micros bigint) returns text
  language sql immutable parallel safe
  return (micros / 1000000)::text || '.' || lpad((micros % 1000000)::text, 6, '0');
alter function usdt_text(bigint) owner to cardwright_owner;
grant execute on function usdt_text(bigint) to cardwright_posting, cardwright_api, cardwright_admin;
