-- Writes an action of an API key to the audit log. The details name the key, or the person if it is a member's session
-- key, because the chain covers them; the operator is null.
create or replace function log_action_of_key(of_company uuid, of_environment environment, api_key_id uuid, action text, of_subject text, more jsonb) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into public.audit_log (at, action, company_id, environment, subject, details)
  select clock_timestamp(), action, of_company, of_environment, of_subject,
         case when k.person_id is null then jsonb_build_object('key', public.shown_id('key', k.id))
              else jsonb_build_object('person', public.shown_id('usr', k.person_id)) end || more
    from public.api_keys k
   where k.company_id = of_company and k.environment = of_environment and k.id = api_key_id;
end;
alter function log_action_of_key(uuid, environment, uuid, text, text, jsonb) owner to cardwright_posting;
