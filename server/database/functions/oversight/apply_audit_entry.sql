-- Applies an exported audit entry that a restore lost. Applied is what takes rights away or stops sending, what one person may
-- undo of it, and the erasure of a cardholder; the latter without an event, whose number may be that of a lost one. What gives
-- rights by two people, or creates a secret, is not: it must be done again. A lost operator or company comes back without its
-- rights, because entries name it. Returns whether the entry is one that is applied.
create or replace function apply_audit_entry(e audit_log) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  operator uuid := public.uuid_of_shown('opr', e.subject);
  member uuid := public.uuid_of_shown('usr', e.subject);
  key_environment public.environment := coalesce(e.environment, (e.details ->> 'environment')::public.environment);
  old_key uuid := public.uuid_of_shown('key', e.details ->> 'rotatedFrom');
  holder uuid := public.uuid_of_shown('holder', e.subject);
  words record;
begin
  case e.action
    when 'company.suspend' then
      update public.companies c set suspended_at = e.at, suspension_reason = coalesce(e.details ->> 'reason', '')
       where c.id = e.company_id and c.suspended_at is null;
    when 'company.resume' then
      update public.companies c set suspended_at = null, suspension_reason = '' where c.id = e.company_id and c.suspended_at is not null;
    when 'company.deactivate' then
      return not actions.switch_capability(jsonb_build_object('company', e.company_id, 'capability', e.details -> 'capability'), false) ? 'refused';
    when 'company.create', 'company.open' then
      insert into public.companies (id, name, kind, created_at)
      values (e.company_id, e.details ->> 'name', e.details ->> 'kind', e.at) on conflict do nothing;
      if found then
        perform ledger.open_book(e.company_id, 'sandbox');
        perform ledger.open_book(e.company_id, 'live');
      end if;
    when 'operator.add', 'operator.break_glass' then
      insert into public.operators (id, name, email, created_at, disabled_at, active_from, able_from)
      values (coalesce(public.uuid_of_shown('opr', e.details ->> 'operator'), operator), e.details ->> 'name', e.details ->> 'email', e.at, e.at, e.at, e.at)
      on conflict do nothing;
    when 'operator.disable' then
      update public.operators o set disabled_at = e.at where o.id = operator and o.disabled_at is null;
      update desk.users u set disabled_at = e.at where u.id = operator and u.disabled_at is null;
      perform actions.end_sessions(operator);
    when 'operator.reset' then
      return not actions.operator_reset(null, jsonb_build_object('operator', operator)) ? 'refused';
    when 'operator.revoke_token' then
      update desk.tokens t set revoked_at = e.at
       where t.id = public.uuid_of_shown('optok', e.details ->> 'token') and t.revoked_at is null;
    when 'key.revoke' then
      update public.api_keys k set revoked_at = e.at
       where k.company_id = e.company_id and k.environment = key_environment and k.id = public.uuid_of_shown('key', e.subject)
         and k.revoked_at is null;
    when 'key.rotate', 'key.rotate_live' then
      update public.api_keys k
         set expires_at = least(k.expires_at, e.at + coalesce(make_interval(hours => (e.details ->> 'overlapHours')::integer),
                                                              make_interval(secs => (e.details ->> 'overlapSeconds')::double precision)))
       where k.company_id = e.company_id and k.environment = any (enum_range(null::public.environment)) and k.id = old_key
         and k.revoked_at is null;
    when 'team.remove', 'team.change' then
      delete from public.members m where m.company_id = e.company_id and m.user_id = member and e.action = 'team.remove';
      update public.members m set role = e.details ->> 'to'
       where m.company_id = e.company_id and m.user_id = member and e.action = 'team.change';
      update public.api_keys k
         set scopes = coalesce(public.scopes_of_role(e.details ->> 'to', k.environment), k.scopes),
             revoked_at = case when e.action = 'team.remove' then e.at end
       where k.company_id = e.company_id and k.environment = any (enum_range(null::public.environment)) and k.person_id = member
         and k.revoked_at is null;
      delete from public.invitations i
       where i.company_id = e.company_id and i.invited_by = member and e.details ->> 'to' is distinct from 'owner';
    when 'team.uninvite' then
      delete from public.invitations i where i.company_id = e.company_id and i.id = public.uuid_of_shown('invite', e.subject);
    when 'holder.erase' then
      if not exists (select from public.holders h where h.company_id = e.company_id and h.environment = e.environment and h.id = holder) then
        return false;
      end if;
      select * into words from public.words_about_holder(e.company_id, e.environment, holder, 0);
      perform public.erase_holder(e.company_id, e.environment, holder, words.their_operations, words.keys, words.sequences, 0);
    when 'pause.add' then
      insert into public.send_pauses (id, environment, product_id, reason, paused_by, paused_at)
      values (public.uuid_of_shown('pause', e.subject), (e.details ->> 'environment')::public.environment,
              public.uuid_of_shown('prod', e.details ->> 'product'), e.details ->> 'reason', e.operator_id, e.at)
      on conflict do nothing;
    when 'pause.remove' then
      delete from public.send_pauses p where p.id = public.uuid_of_shown('pause', e.subject);
    else
      return false;
  end case;
  return true;
end
$$;
alter function apply_audit_entry(audit_log) owner to cardwright_posting;
