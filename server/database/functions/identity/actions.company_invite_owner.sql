-- Invites the first owner of a company for seven days.
create or replace function actions.company_invite_owner(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  company uuid := (given ->> 'company')::uuid;
  invitation uuid := public.new_id();
  refusal text := public.invite_first_owner(who, company, invitation, given ->> 'email', clock_timestamp(), clock_timestamp() + interval '7 days');
begin
  if refusal is not null then
    return jsonb_build_object('refused', refusal);
  end if;
  return actions.done_to_company(company, jsonb_build_object('invitation', public.shown_id('invite', invitation), 'email', given -> 'email'));
end
$$;
alter function actions.company_invite_owner(uuid, jsonb) owner to cardwright_posting;
