-- Why a person may not create keys for a company now, or null when they may. Called in the commit that creates one.
create or replace function refusal_of_key_maker(of_company uuid, of_user uuid) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := public.refusal_of_member(of_company, of_user, array['owner', 'developer']);
begin
  return coalesce(refusal, (
    select case when c.verification <> 'approved' then 'verification_required' when c.suspended_at is not null then 'company_suspended' end
      from public.companies c where c.id = of_company));
end
$$;
alter function refusal_of_key_maker(uuid, uuid) owner to cardwright_posting;
