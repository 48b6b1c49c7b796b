-- Suspends a company. The reason is kept beside it.
create or replace function actions.company_suspend(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update public.companies c
     set suspended_at = clock_timestamp(), suspension_reason = given ->> 'reason'
   where c.id = (given ->> 'company')::uuid and c.suspended_at is null;
  return case when found then actions.done_to_company((given ->> 'company')::uuid, jsonb_build_object('reason', given -> 'reason'))
              else '{"refused":"stands_already"}' end;
end
$$;
alter function actions.company_suspend(uuid, jsonb) owner to cardwright_posting;
