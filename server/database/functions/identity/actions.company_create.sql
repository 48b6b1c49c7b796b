-- Creates a company, unverified, with an empty book in each environment.
create or replace function actions.company_create(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  company uuid := (given ->> 'id')::uuid;
begin
  insert into public.companies (id, name, kind, created_at) values (company, given ->> 'name', given ->> 'kind', clock_timestamp());
  perform ledger.open_book(company, 'sandbox');
  perform ledger.open_book(company, 'live');
  return actions.done_to_company(company, jsonb_build_object('name', given -> 'name', 'kind', given -> 'kind'));
end
$$;
alter function actions.company_create(uuid, jsonb) owner to cardwright_posting;
