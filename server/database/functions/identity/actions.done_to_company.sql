-- The audit entry of an action about a company.
create or replace function actions.done_to_company(company uuid, details jsonb) returns jsonb
  language sql immutable set search_path = pg_catalog, pg_temp
  return jsonb_build_object('company', company, 'subject', public.shown_id('com', company), 'details', details);
alter function actions.done_to_company(uuid, jsonb) owner to cardwright_posting;
