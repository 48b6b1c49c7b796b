-- Invites the first owner of a company for an operator, and queues the email. An earlier invitation of operators ends.
-- Returns a refusal or null.
create or replace function invite_first_owner(by_operator uuid, of_company uuid, invitation uuid, to_email text, at timestamptz, until timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('team of ' || of_company, 0));
  if not exists (select from public.companies c where c.id = of_company) then
    return 'company_not_found';
  end if;
  -- Waits for a concurrent accept, which the next check then sees.
  delete from public.invitations i where i.company_id = of_company and i.operator_id is not null;
  if exists (select from public.members m where m.company_id = of_company and m.role = 'owner') then
    return 'has_owner';
  end if;
  insert into public.invitations (company_id, id, email, role, operator_id, created_at, expires_at)
  values (of_company, invitation, to_email, 'owner', by_operator, at, until);
  insert into public.mails (company_id, id, kind, details, created_at, next_at)
  values (of_company, invitation, 'owner_invited', jsonb_build_object('until', until), at, at);
  return null;
end
$$;
alter function invite_first_owner(uuid, uuid, uuid, text, timestamptz, timestamptz) owner to cardwright_posting;
