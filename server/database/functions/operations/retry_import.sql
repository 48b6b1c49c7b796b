-- Makes the refused rows of an import wait again. The next run orders them under the keys that they had.
create or replace function retry_import(of_company uuid, of_environment environment, api_key_id uuid, of_import uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal_of_person text;
begin
  perform public.require_scope(array[of_company], array[of_environment], array[api_key_id], null);
  update public.imports i
     set refused = 0
   where i.company_id = of_company and i.environment = of_environment and i.id = of_import;
  update public.import_rows r
     set refusal = ''
   where r.company_id = of_company and r.environment = of_environment and r.import_id = of_import and r.refusal <> '';
  refusal_of_person := public.refusal_of_key(of_company, of_environment, api_key_id, 'cards:write');
  if refusal_of_person is not null then
    raise exception '%', refusal_of_person using errcode = 'CW008';
  end if;
end
$$;
alter function retry_import(uuid, environment, uuid, uuid) owner to cardwright_posting;
grant execute on function retry_import(uuid, environment, uuid, uuid) to cardwright_api;
