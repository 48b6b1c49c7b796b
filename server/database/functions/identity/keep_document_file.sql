-- Stores the bytes of a document, once.
create or replace function keep_document_file(of_company uuid, of_document uuid, by_key integer, bytes_sealed bytea) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.verification_documents d where d.company_id = of_company and d.id = of_document) then
    raise exception 'bytes without a document';
  end if;
  insert into public.verification_files (company_id, document_id, sealing_key, sealed) values (of_company, of_document, by_key, bytes_sealed);
end
$$;
alter function keep_document_file(uuid, uuid, integer, bytea) owner to cardwright_posting;
grant execute on function keep_document_file(uuid, uuid, integer, bytea) to cardwright_portal;
