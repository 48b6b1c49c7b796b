-- Takes the document out of a slot. Returns the document whose bytes are no longer needed: one that was decided about
-- is kept.
create or replace function empty_slot(of_company uuid, of_slot text, at timestamptz) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  old uuid := (select d.id from public.verification_documents d
                where d.company_id = of_company and d.slot = of_slot and d.removed_at is null);
begin
  if exists (select from public.verification_decisions x where x.company_id = of_company and old = any (x.document_ids)) then
    update public.verification_documents d set removed_at = at where d.company_id = of_company and d.id = old and d.removed_at is null;
    return null;
  end if;
  delete from public.verification_documents d where d.company_id = of_company and d.id = old;
  return old;
end
$$;
alter function empty_slot(uuid, text, timestamptz) owner to cardwright_posting;
