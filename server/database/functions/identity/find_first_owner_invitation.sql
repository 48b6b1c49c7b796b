-- The operators' invitation that the first owner can still accept, and the outcome of its email.
create or replace function find_first_owner_invitation(of_company uuid, at timestamptz)
  returns table (id uuid, email text, operator_id uuid, created_at timestamptz, expires_at timestamptz, email_status text)
  language sql stable security definer
begin atomic
  select i.id, i.email, i.operator_id, i.created_at, i.expires_at, coalesce(l.outcome, 'waiting')
    from public.invitations i
    left join lateral (select x.outcome from public.mails x where x.company_id = i.company_id and x.id = i.id limit 1) as l on true
   where i.company_id = of_company and i.operator_id is not null and i.expires_at > at;
end;
alter function find_first_owner_invitation(uuid, timestamptz) owner to cardwright_posting;
grant execute on function find_first_owner_invitation(uuid, timestamptz) to cardwright_admin;
