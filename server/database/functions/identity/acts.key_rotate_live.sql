-- Rotates a live key. Needs two people.
create or replace function acts.key_rotate_live(who uuid, given jsonb) returns jsonb
  language sql set search_path = pg_catalog, pg_temp return acts.next_key(given || '{"environment":"live"}');
alter function acts.key_rotate_live(uuid, jsonb) owner to cardwright_posting;
