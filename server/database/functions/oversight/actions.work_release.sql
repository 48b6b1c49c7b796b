-- Makes parked work due again: one row, or all of a kind in an environment.
create or replace function actions.work_release(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  released integer := public.unpark_work(given ->> 'kind', (given ->> 'environment')::public.environment, (given ->> 'company')::uuid,
    (given ->> 'id')::uuid);
  result jsonb := jsonb_build_object('released', released);
begin
  if released = 0 then
    return jsonb_build_object('nothing', true, 'result', result);
  end if;
  return jsonb_build_object('company', given -> 'company', 'environment', case when given ? 'company' then given -> 'environment' end,
    'subject', coalesce(given ->> 'id', given ->> 'kind'), 'result', result,
    'details', result || jsonb_build_object('kind', given -> 'kind', 'environment', given -> 'environment'));
end
$$;
alter function actions.work_release(uuid, jsonb) owner to cardwright_posting;
