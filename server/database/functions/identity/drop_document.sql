-- Empties a slot. Returns a refusal, or the document whose bytes are to be deleted.
create or replace function drop_document(of_company uuid, of_user uuid, of_slot text, at timestamptz) returns table (refused text, replaced uuid)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  old uuid;
begin
  refused := public.open_draft(of_company, of_user);
  if refused is null then
    select d.id into old from public.verification_documents d
     where d.company_id = of_company and d.slot = of_slot and d.removed_at is null;
    refused := case when old is null then 'document_not_found' end;
  end if;
  if refused is null then
    replaced := public.empty_slot(of_company, of_slot, at);
    perform public.log_action_of_person(of_user, at, 'verification.drop_document', of_company, public.shown_id('doc', old),
      jsonb_build_object('slot', of_slot));
  end if;
  return next;
end
$$;
alter function drop_document(uuid, uuid, text, timestamptz) owner to cardwright_posting;
grant execute on function drop_document(uuid, uuid, text, timestamptz) to cardwright_portal;
