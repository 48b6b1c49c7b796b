-- Puts a document into its slot; its bytes follow in the same commit. Returns a refusal, or the document whose bytes
-- are to be deleted. If the daily limit is reached, also the time from which there is room.
create or replace function place_document(of_company uuid, of_user uuid, of_document uuid, to_slot text, called text, of_type text, of_bytes integer,
    most jsonb, at timestamptz) returns table (refused text, replaced uuid, room_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  refused := public.open_draft(of_company, of_user); -- locks the company's entries
  if refused is null then
    -- A person may upload in several companies concurrently: each upload sees those before it.
    perform pg_advisory_xact_lock(hashtextextended('documents of ' || of_user, 0));
    room_at := public.upload_has_room_at(of_company, of_user, of_bytes, most, at);
    refused := case when room_at is not null then 'document_limit' end;
  end if;
  if refused is null then
    delete from public.verification_uploads x where x.company_id = of_company and x.uploaded_at <= at - interval '24 hours';
    insert into public.verification_uploads (company_id, user_id, bytes, uploaded_at) values (of_company, of_user, of_bytes, at);
    replaced := public.empty_slot(of_company, to_slot, at);
    insert into public.verification_documents (company_id, id, slot, name, media_type, bytes, uploaded_at, uploaded_by)
    values (of_company, of_document, to_slot, called, of_type, of_bytes, at, of_user);
    perform public.log_action_of_person(of_user, at, 'verification.put_document', of_company, public.shown_id('doc', of_document),
      jsonb_build_object('slot', to_slot));
  end if;
  return next;
end
$$;
alter function place_document(uuid, uuid, uuid, text, text, text, integer, jsonb, timestamptz) owner to cardwright_posting;
grant execute on function place_document(uuid, uuid, uuid, text, text, text, integer, jsonb, timestamptz) to cardwright_portal;
