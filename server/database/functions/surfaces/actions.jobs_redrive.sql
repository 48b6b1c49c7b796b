-- The audit entry of redriven jobs. The desk redrives them in the same transaction.
create or replace function actions.jobs_redrive(who uuid, given jsonb) returns jsonb
  language sql immutable set search_path = pg_catalog, pg_temp
  return jsonb_build_object('subject', given -> 'queue', 'details', given - 'queue');
alter function actions.jobs_redrive(uuid, jsonb) owner to cardwright_posting;
