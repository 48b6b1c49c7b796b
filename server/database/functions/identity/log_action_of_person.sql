-- Writes a member's action to the audit log. The details name the person, because the chain covers them; the operator
-- is null.
create or replace function log_action_of_person(by_user uuid, at timestamptz, action text, of_company uuid, of_subject text, more jsonb) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into public.audit_log (at, action, company_id, subject, details)
  values (at, action, of_company, of_subject, jsonb_build_object('person', public.shown_id('usr', by_user)) || more);
end;
alter function log_action_of_person(uuid, timestamptz, text, uuid, text, jsonb) owner to cardwright_posting;
