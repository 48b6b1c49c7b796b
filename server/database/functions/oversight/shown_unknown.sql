-- The id that an unknown record gets here, as it is shown; a record without our reference has none.
create or replace function shown_unknown(u unknown_records) returns text
  language sql immutable set search_path = pg_catalog, pg_temp
  return public.shown_id(case u.kind when 'order' then 'op' when 'deposit' then 'inv' when 'holder' then 'holder' else 'card' end, u.reference);
alter function shown_unknown(unknown_records) owner to cardwright_owner;
grant execute on function shown_unknown(unknown_records) to cardwright_posting;
