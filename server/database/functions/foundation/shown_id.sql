-- An id as the API shows it: its prefix, and 26 characters that sort as the ids do. Unrolled, because a settlement
-- shows several ids per card and a loop costs more.
create or replace function shown_id(prefix text, id uuid) returns text
  language plpgsql immutable parallel safe as $$
declare
  letters constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  high constant bigint := ('x' || left(replace(id::text, '-', ''), 16))::bit(64)::bigint;
  low constant bigint := ('x' || right(replace(id::text, '-', ''), 16))::bit(64)::bigint;
begin
  return prefix || '_'
    || substr(letters, 1 + ((high >> 61) & 7)::integer, 1) || substr(letters, 1 + ((high >> 56) & 31)::integer, 1)
    || substr(letters, 1 + ((high >> 51) & 31)::integer, 1) || substr(letters, 1 + ((high >> 46) & 31)::integer, 1)
    || substr(letters, 1 + ((high >> 41) & 31)::integer, 1) || substr(letters, 1 + ((high >> 36) & 31)::integer, 1)
    || substr(letters, 1 + ((high >> 31) & 31)::integer, 1) || substr(letters, 1 + ((high >> 26) & 31)::integer, 1)
    || substr(letters, 1 + ((high >> 21) & 31)::integer, 1) || substr(letters, 1 + ((high >> 16) & 31)::integer, 1)
    || substr(letters, 1 + ((high >> 11) & 31)::integer, 1) || substr(letters, 1 + ((high >> 6) & 31)::integer, 1)
    || substr(letters, 1 + ((high >> 1) & 31)::integer, 1) || substr(letters, 1 + (((high & 1) << 4) | ((low >> 60) & 15))::integer, 1)
    || substr(letters, 1 + ((low >> 55) & 31)::integer, 1) || substr(letters, 1 + ((low >> 50) & 31)::integer, 1)
    || substr(letters, 1 + ((low >> 45) & 31)::integer, 1) || substr(letters, 1 + ((low >> 40) & 31)::integer, 1)
    || substr(letters, 1 + ((low >> 35) & 31)::integer, 1) || substr(letters, 1 + ((low >> 30) & 31)::integer, 1)
    || substr(letters, 1 + ((low >> 25) & 31)::integer, 1) || substr(letters, 1 + ((low >> 20) & 31)::integer, 1)
    || substr(letters, 1 + ((low >> 15) & 31)::integer, 1) || substr(letters, 1 + ((low >> 10) & 31)::integer, 1)
    || substr(letters, 1 + ((low >> 5) & 31)::integer, 1) || substr(letters, 1 + (low & 31)::integer, 1);
end
$$;
alter function shown_id(text, uuid) owner to cardwright_owner;
grant execute on function shown_id(text, uuid) to cardwright_posting, cardwright_api, cardwright_admin;
