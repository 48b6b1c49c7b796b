-- A time as the API writes it.
create or replace function instant_text(moment timestamptz) returns text
  language sql stable parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
alter function instant_text(timestamptz) owner to cardwright_owner;
grant execute on function instant_text(timestamptz) to cardwright_posting, cardwright_api, cardwright_admin;
