-- The wrapped keys of documents under any version but `besides`, in order.
create or replace function list_wrapped_document_keys(besides integer, after_company uuid, after_document uuid, at_most integer)
  returns table (company_id uuid, id uuid, slot text, sealing_key integer, wrapped bytea)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select f.company_id, f.document_id, d.slot, f.sealing_key, public.wrapped_key(f.sealed)
    from public.verification_files f
   cross join lateral (
     select x.slot from public.verification_documents x where x.company_id = f.company_id and x.id = f.document_id limit 1) as d
   where f.sealing_key <> besides and (after_company is null or (f.company_id, f.document_id) > (after_company, after_document))
   order by f.company_id, f.document_id
   limit at_most;
end;
alter function list_wrapped_document_keys(integer, uuid, uuid, integer) owner to cardwright_posting;
grant execute on function list_wrapped_document_keys(integer, uuid, uuid, integer) to cardwright_admin;
