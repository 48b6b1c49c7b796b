-- Notes which rows of an import were accepted and why others were refused, an empty refusal standing for acceptance, and
-- counts them. Only a row whose operation exists is accepted, and it stays accepted: another run may have been refused
-- before. The key is not asked for its rights: it may have ended since its orders were accepted.
create or replace function note_import_rows(of_company uuid, of_environment environment, api_key_id uuid, of_import uuid, numbers integer[],
    refusals text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.require_scope(array[of_company], array[of_environment], array[api_key_id], null);
  -- Concurrent runs count one after the other.
  perform from public.imports i
    where i.company_id = of_company and i.environment = of_environment and i.id = of_import
      for update;
  update public.import_rows r
     set refusal = x.refusal,
         accepted = x.refusal = '' and exists (
           select from public.operations o
            where o.company_id = of_company and o.environment = of_environment and o.id = r.operation_id)
    from unnest(numbers, refusals) as x (number, refusal)
   where r.company_id = of_company and r.environment = of_environment and r.import_id = of_import and r.number = x.number
     and not r.accepted;
  update public.imports i
     set (accepted, refused) = (
           select count(*) filter (where r.accepted), count(*) filter (where r.refusal <> '')
             from public.import_rows r
            where r.company_id = of_company and r.environment = of_environment and r.import_id = of_import)
   where i.company_id = of_company and i.environment = of_environment and i.id = of_import;
end
$$;
alter function note_import_rows(uuid, environment, uuid, uuid, integer[], text[]) owner to cardwright_posting;
grant execute on function note_import_rows(uuid, environment, uuid, uuid, integer[], text[]) to cardwright_api;
