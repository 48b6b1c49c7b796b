-- Submits a company's entries, if none is missing. Returns a refusal or null.
create or replace function submit_verification(of_company uuid, of_user uuid, needed_fields text[], needed_slots text[], at timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := public.refusal_of_member(of_company, of_user, array['owner']);
  given public.verifications;
  found_state text;
begin
  if refusal is not null then
    return refusal;
  end if;
  select * into given from public.verifications v where v.company_id = of_company for no key update;
  found_state := (select public.shown_verification(c.verification, given.state) from public.companies c where c.id = of_company);
  if found_state in ('submitted', 'approved') then
    return 'verification_' || found_state;
  elsif found_state = 'rejected' then
    return 'verification_unchanged';
  elsif given.company_id is null
     or exists (select from unnest(needed_fields) as f (name) where coalesce(given.fields ->> f.name, '') = '')
     or exists (select from unnest(needed_slots) as s (slot) where not exists (
          select from public.verification_documents d where d.company_id = of_company and d.slot = s.slot and d.removed_at is null)) then
    return 'verification_incomplete';
  end if;
  update public.verifications v
     set state = 'submitted', submitted_at = at, submitted_by = of_user, decided_at = null
   where v.company_id = of_company and v.state = 'draft';
  perform public.log_action_of_person(of_user, at, 'verification.submit', of_company, public.shown_id('com', of_company), '{}');
  return null;
end
$$;
alter function submit_verification(uuid, uuid, text[], text[], timestamptz) owner to cardwright_posting;
grant execute on function submit_verification(uuid, uuid, text[], text[], timestamptz) to cardwright_portal;
