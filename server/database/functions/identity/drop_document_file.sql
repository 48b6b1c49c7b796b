-- Deletes the bytes of a document that is gone.
create or replace function drop_document_file(of_company uuid, of_document uuid) returns void
  language sql security definer
begin atomic
  delete from public.verification_files f
   where f.company_id = of_company and f.document_id = of_document
     and not exists (select from public.verification_documents d where d.company_id = of_company and d.id = of_document);
end;
alter function drop_document_file(uuid, uuid) owner to cardwright_posting;
grant execute on function drop_document_file(uuid, uuid) to cardwright_portal;
