-- The uuid of an id as the API shows it; null for anything else. The reverse of `shown_id`.
create or replace function uuid_of_shown(prefix text, shown text) returns uuid
  language plpgsql immutable parallel safe as $$
declare
  letters constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  value numeric := 0;
  digits text := '';
begin
  if shown !~ ('^' || prefix || '_[0-7][0-9a-hjkmnp-tv-z]{25}$') then
    return null;
  end if;
  for place in 1 .. 26 loop
    value := value * 32 + strpos(letters, substr(shown, length(prefix) + 1 + place, 1)) - 1;
  end loop;
  for part in 1 .. 4 loop
    digits := lpad(to_hex((value % 4294967296)::bigint), 8, '0') || digits;
    value := div(value, 4294967296);
  end loop;
  return digits::uuid;
end
$$;
alter function uuid_of_shown(text, text) owner to cardwright_posting;
