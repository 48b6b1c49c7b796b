-- Switches a live capability off. One person is enough.
create or replace function actions.company_deactivate(who uuid, given jsonb) returns jsonb
  language sql set search_path = pg_catalog, pg_temp return actions.switch_capability(given, false);
alter function actions.company_deactivate(uuid, jsonb) owner to cardwright_posting;
