-- Approves a company.
create or replace function acts.company_approved(who uuid, given jsonb) returns jsonb
  language sql set search_path = pg_catalog, pg_temp return acts.verdict(who, given, 'approved');
alter function acts.company_approved(uuid, jsonb) owner to cardwright_posting;
