-- Creates a company, unverified, with an empty book in each environment and the creator as its owner. Returns a refusal
-- or null.
create or replace function open_company(by_user uuid, of_company uuid, called text, of_kind text, at timestamptz, most integer) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('companies of ' || by_user, 0)); -- serializes concurrent creations for the count
  if (select count(*) from public.companies c where c.opened_by = by_user) >= most then
    return 'company_limit';
  end if;
  insert into public.companies (id, name, kind, created_at, opened_by) values (of_company, called, of_kind, at, by_user);
  perform ledger.open_book(of_company, 'sandbox');
  perform ledger.open_book(of_company, 'live');
  insert into public.members (company_id, user_id, role, since) values (of_company, by_user, 'owner', at);
  perform public.log_action_of_person(by_user, at, 'company.open', of_company, public.shown_id('com', of_company),
    jsonb_build_object('name', called, 'kind', of_kind));
  return null;
end
$$;
alter function open_company(uuid, uuid, text, text, timestamptz, integer) owner to cardwright_posting;
grant execute on function open_company(uuid, uuid, text, text, timestamptz, integer) to cardwright_portal;
