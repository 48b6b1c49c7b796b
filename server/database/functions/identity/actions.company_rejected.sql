-- Rejects a company.
create or replace function actions.company_rejected(who uuid, given jsonb) returns jsonb
  language sql set search_path = pg_catalog, pg_temp return actions.verdict(who, given, 'rejected');
alter function actions.company_rejected(uuid, jsonb) owner to cardwright_posting;
