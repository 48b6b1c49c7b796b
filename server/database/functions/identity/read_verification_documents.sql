-- The documents in the slots of a company, for its members.
create or replace function read_verification_documents(of_company uuid)
  returns table (id uuid, slot text, name text, media_type text, bytes integer, uploaded_at timestamptz, removed_at timestamptz)
  language sql stable security definer
begin atomic
  select d.id, d.slot, d.name, d.media_type, d.bytes, d.uploaded_at, d.removed_at
    from public.verification_documents d
   where d.company_id = of_company and d.removed_at is null
   order by d.uploaded_at, d.id;
end;
alter function read_verification_documents(uuid) owner to cardwright_posting;
grant execute on function read_verification_documents(uuid) to cardwright_portal;
