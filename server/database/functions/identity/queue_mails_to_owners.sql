-- Queues an email to each owner of a company.
create or replace function queue_mails_to_owners(of_company uuid, of_kind text, told jsonb, at timestamptz) returns void
  language sql security definer
begin atomic
  insert into public.mails (company_id, user_id, kind, details, created_at, next_at)
  select m.company_id, m.user_id, of_kind, told, at, at
    from public.members m
   where m.company_id = of_company and m.role = 'owner'
   order by m.user_id;
end;
alter function queue_mails_to_owners(uuid, text, jsonb, timestamptz) owner to cardwright_posting;
