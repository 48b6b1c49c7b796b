-- When `of_bytes` more may be uploaded: null means now. `most` has the limits of 24 hours, per company and per person
-- in all companies: companyUploads, companyBytes, personUploads, personBytes. The newest upload that leaves no room
-- decides.
create or replace function upload_has_room_at(of_company uuid, of_user uuid, of_bytes integer, most jsonb, at timestamptz) returns timestamptz
  language sql stable security definer
begin atomic
  select max(u.uploaded_at) + interval '24 hours'
    from ((select x.uploaded_at, row_number() over newest > (most ->> 'companyUploads')::integer - 1
                  or sum(x.bytes) over newest > (most ->> 'companyBytes')::integer - of_bytes as is_over
             from public.verification_uploads x
            where x.company_id = of_company and x.uploaded_at > at - interval '24 hours'
           window newest as (order by x.uploaded_at desc, x.id desc))
          union all
          (select x.uploaded_at, row_number() over newest > (most ->> 'personUploads')::integer - 1
                  or sum(x.bytes) over newest > (most ->> 'personBytes')::integer - of_bytes
             from public.verification_uploads x
            where x.user_id = of_user and x.uploaded_at > at - interval '24 hours'
           window newest as (order by x.uploaded_at desc, x.id desc))) as u
   where u.is_over;
end;
alter function upload_has_room_at(uuid, uuid, integer, jsonb, timestamptz) owner to cardwright_posting;
grant execute on function upload_has_room_at(uuid, uuid, integer, jsonb, timestamptz) to cardwright_portal;
