-- Switches a live capability off. One person is enough.
create or replace function acts.company_deactivate(who uuid, given jsonb) returns jsonb
  language sql set search_path = pg_catalog, pg_temp return acts.switch_capability(given, false);
alter function acts.company_deactivate(uuid, jsonb) owner to cardwright_posting;
