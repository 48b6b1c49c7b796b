-- Locks a company's entries for an owner who changes them. A rejected submission becomes a draft. Returns a refusal or
-- null.
create or replace function open_draft(of_company uuid, of_user uuid) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := public.refusal_of_member(of_company, of_user, array['owner']);
  found_state text;
begin
  if refusal is not null then
    return refusal;
  end if;
  insert into public.verifications (company_id) values (of_company) on conflict do nothing;
  perform from public.verifications v where v.company_id = of_company for no key update;
  select public.shown_verification(c.verification, v.state) into found_state
    from public.companies c
   cross join lateral (select x.state from public.verifications x where x.company_id = c.id limit 1) as v
   where c.id = of_company;
  if found_state in ('submitted', 'approved') then
    return 'verification_' || found_state;
  end if;
  update public.verifications v set state = 'draft' where v.company_id = of_company and v.state in ('rejected', 'approved');
  return null;
end
$$;
alter function open_draft(uuid, uuid) owner to cardwright_posting;
