-- The audit entry of an operator who opens a document. The desk reads it in the same transaction.
create or replace function actions.verification_open_document(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  d public.verification_documents;
begin
  select x.* into d
    from public.verification_documents x
   where x.company_id = (given ->> 'company')::uuid and x.id = (given ->> 'document')::uuid;
  if d.id is null then
    return '{"refused":"absent"}';
  end if;
  return jsonb_build_object('company', d.company_id, 'subject', public.shown_id('doc', d.id), 'details', jsonb_build_object('slot', d.slot));
end
$$;
alter function actions.verification_open_document(uuid, jsonb) owner to cardwright_posting;
