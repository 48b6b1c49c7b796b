-- Lifts the suspension of a company.
create or replace function actions.company_resume(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update public.companies c
     set suspended_at = null, suspension_reason = ''
   where c.id = (given ->> 'company')::uuid and c.suspended_at is not null;
  return case when found then actions.done_to_company((given ->> 'company')::uuid, '{}') else '{"refused":"stands_already"}' end;
end
$$;
alter function actions.company_resume(uuid, jsonb) owner to cardwright_posting;
