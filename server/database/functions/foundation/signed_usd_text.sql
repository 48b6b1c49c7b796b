-- Cents as the API writes them, where they may be negative.
create or replace function signed_usd_text(cents bigint) returns text
  language sql immutable parallel safe
  return case when cents < 0 then '-' else '' end || usd_text(abs(cents));
alter function signed_usd_text(bigint) owner to cardwright_owner;
grant execute on function signed_usd_text(bigint) to cardwright_posting, cardwright_api;
