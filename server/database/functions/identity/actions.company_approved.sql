-- Approves a company.
create or replace function actions.company_approved(who uuid, given jsonb) returns jsonb
  language sql set search_path = pg_catalog, pg_temp return actions.verdict(who, given, 'approved');
alter function actions.company_approved(uuid, jsonb) owner to cardwright_posting;
