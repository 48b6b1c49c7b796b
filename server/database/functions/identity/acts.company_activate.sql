-- Switches a live capability on. Needs two people.
create or replace function acts.company_activate(who uuid, given jsonb) returns jsonb
  language sql set search_path = pg_catalog, pg_temp return acts.switch_capability(given, true);
alter function acts.company_activate(uuid, jsonb) owner to cardwright_posting;
