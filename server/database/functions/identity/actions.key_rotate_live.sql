-- Rotates a live key. Needs two people.
create or replace function actions.key_rotate_live(who uuid, given jsonb) returns jsonb
  language sql set search_path = pg_catalog, pg_temp return actions.next_key(given || '{"environment":"live"}');
alter function actions.key_rotate_live(uuid, jsonb) owner to cardwright_posting;
