-- Replaces wrapped keys that have not changed since they were read. Returns how many.
create or replace function actions.secrets_rewrap(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  r record;
  rewrapped integer := 0;
begin
  for r in select * from jsonb_to_recordset(given -> 'rows') as x (company_id uuid, environment public.environment, id uuid, is_next boolean,
                                                                    from_wrapped text, to_version integer, to_wrapped text) loop
    if (case when r.environment is null
         then public.rewrap_document_key(r.company_id, r.id, decode(r.from_wrapped, 'hex'), r.to_version, decode(r.to_wrapped, 'hex'))
         else public.rewrap_webhook_key(r.company_id, r.environment, r.id, r.is_next, decode(r.from_wrapped, 'hex'), r.to_version,
                                        decode(r.to_wrapped, 'hex')) end) then
      rewrapped := rewrapped + 1;
    end if;
  end loop;
  return jsonb_build_object('subject', given -> 'setting', 'result', jsonb_build_object('rewrapped', rewrapped), 'details',
    jsonb_build_object('setting', given -> 'setting', 'version', given -> 'version', 'rows', rewrapped));
end
$$;
alter function actions.secrets_rewrap(uuid, jsonb) owner to cardwright_posting;
