-- Writes an action to the audit log. `done` is the action's result: company, environment, subject, details, and a more
-- specific name if there is one.
create or replace function log_action(who uuid, action text, done jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.audit_log (at, operator_id, action, company_id, environment, subject, details)
  values (clock_timestamp(), who, action, (done ->> 'company')::uuid, (done ->> 'environment')::public.environment,
          coalesce(done ->> 'subject', ''), coalesce(done -> 'details', '{}'));
end
$$;
alter function log_action(uuid, text, jsonb) owner to cardwright_posting;
