-- Replaces the wrapped key of a document, if it is still the one that was read.
create or replace function rewrap_document_key(of_company uuid, of_document uuid, from_wrapped bytea, to_version integer, to_wrapped bytea) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.verification_files f
     set sealing_key = to_version, sealed = public.with_wrapped_key(f.sealed, to_wrapped)
   where f.company_id = of_company and f.document_id = of_document and public.wrapped_key(f.sealed) = from_wrapped;
  return found;
end
$$;
alter function rewrap_document_key(uuid, uuid, bytea, integer, bytea) owner to cardwright_posting;
