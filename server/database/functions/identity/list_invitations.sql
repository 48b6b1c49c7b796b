-- The invitations of a company that can still be accepted.
create or replace function list_invitations(of_company uuid, at timestamptz)
  returns table (id uuid, email text, role text, expires_at timestamptz, invited_by text)
  language sql stable security definer
begin atomic
  select i.id, i.email, i.role, i.expires_at, u.name
    from public.invitations i
   cross join lateral (select x.name from people.users x where x.id = i.invited_by limit 1) as u
   where i.company_id = of_company and i.expires_at > at
   order by i.created_at, i.id;
end;
alter function list_invitations(uuid, timestamptz) owner to cardwright_posting;
grant execute on function list_invitations(uuid, timestamptz) to cardwright_portal;
