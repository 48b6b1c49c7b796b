-- Starts a reconciliation of everything, of one company or of one environment.
create or replace function actions.reconciliation_begin(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  run uuid := (given ->> 'id')::uuid;
begin
  insert into public.reconciliations_under_way (id, only_company, only_environment, asked_by, settled_seconds, started_at, next_at, place, counts)
  values (run, (given ->> 'company')::uuid, (given ->> 'environment')::public.environment, who, (given ->> 'settled')::integer,
          clock_timestamp(), clock_timestamp(), given -> 'beginning', '{}');
  return jsonb_build_object('company', given -> 'company', 'environment', given -> 'environment', 'subject', public.shown_id('run', run),
    'details', '{}'::jsonb);
end
$$;
alter function actions.reconciliation_begin(uuid, jsonb) owner to cardwright_posting;
