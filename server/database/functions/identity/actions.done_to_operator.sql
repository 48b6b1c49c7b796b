-- The audit entry of an action about an operator.
create or replace function actions.done_to_operator(operator uuid, details jsonb) returns jsonb
  language sql immutable set search_path = pg_catalog, pg_temp
  return jsonb_build_object('subject', public.shown_id('opr', operator), 'details', details);
alter function actions.done_to_operator(uuid, jsonb) owner to cardwright_posting;
