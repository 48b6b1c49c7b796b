-- An invitation, for a person who has proven that the address is theirs. An operator's invitation names no inviter.
create or replace function find_invitation(of_user uuid, invitation uuid, at timestamptz)
  returns table (id uuid, company_id uuid, company_name text, role text, expires_at timestamptz, invited_by text)
  language sql stable security definer
begin atomic
  select i.id, i.company_id, c.name, i.role, i.expires_at, b.name
    from public.invitations i
   cross join lateral (select x.email from people.users x where x.id = of_user and x.email_verified and x.email = i.email limit 1) as u
   cross join lateral (select x.name from public.companies x where x.id = i.company_id limit 1) as c
    left join lateral (select x.name from people.users x where x.id = i.invited_by limit 1) as b on true
   where i.id = invitation and i.expires_at > at;
end;
alter function find_invitation(uuid, uuid, timestamptz) owner to cardwright_posting;
grant execute on function find_invitation(uuid, uuid, timestamptz) to cardwright_portal;
