-- Rotates a sandbox key.
create or replace function actions.key_rotate(who uuid, given jsonb) returns jsonb
  language sql set search_path = pg_catalog, pg_temp return actions.next_key(given || '{"environment":"sandbox"}');
alter function actions.key_rotate(uuid, jsonb) owner to cardwright_posting;
