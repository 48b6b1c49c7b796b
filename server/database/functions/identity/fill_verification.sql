-- Changes the given fields and leaves the others. Returns a refusal or null.
create or replace function fill_verification(of_company uuid, of_user uuid, given jsonb, at timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := public.open_draft(of_company, of_user);
begin
  if refusal is not null then
    return refusal;
  end if;
  update public.verifications v set fields = v.fields || given where v.company_id = of_company and v.state = 'draft';
  perform public.log_action_of_person(of_user, at, 'verification.fill', of_company, public.shown_id('com', of_company),
    jsonb_build_object('fields', (select jsonb_agg(k order by k) from jsonb_object_keys(given) as k)));
  return null;
end
$$;
alter function fill_verification(uuid, uuid, jsonb, timestamptz) owner to cardwright_posting;
grant execute on function fill_verification(uuid, uuid, jsonb, timestamptz) to cardwright_portal;
