-- Creates a sandbox key.
create or replace function actions.key_create(who uuid, given jsonb) returns jsonb
  language sql set search_path = pg_catalog, pg_temp return actions.new_key(given || '{"environment":"sandbox"}', '{}');
alter function actions.key_create(uuid, jsonb) owner to cardwright_posting;
