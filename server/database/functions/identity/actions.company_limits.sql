-- Sets a company's requests per second. Null is the cell's default.
create or replace function actions.company_limits(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update public.companies c
     set reads_per_second = (given ->> 'reads')::integer, writes_per_second = (given ->> 'writes')::integer,
         statements_per_second = (given ->> 'statements')::integer
   where c.id = (given ->> 'company')::uuid;
  return case when found then actions.done_to_company((given ->> 'company')::uuid, given - 'company') else '{"refused":"company_not_found"}' end;
end
$$;
alter function actions.company_limits(uuid, jsonb) owner to cardwright_posting;
