-- Switches a live capability on. Needs two people.
create or replace function actions.company_activate(who uuid, given jsonb) returns jsonb
  language sql set search_path = pg_catalog, pg_temp return actions.switch_capability(given, true);
alter function actions.company_activate(uuid, jsonb) owner to cardwright_posting;
