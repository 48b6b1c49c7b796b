-- The people of a company, for each other and for operators.
create or replace function list_members(of_company uuid)
  returns table (user_id uuid, name text, email text, role text, has_second_factor boolean, since timestamptz)
  language sql stable security definer
begin atomic
  select m.user_id, u.name, u.email, m.role, u.two_factor_enabled, m.since
    from public.members m
   cross join lateral (select x.name, x.email, x.two_factor_enabled from people.users x where x.id = m.user_id limit 1) as u
   where m.company_id = of_company
   order by m.since, m.user_id;
end;
alter function list_members(uuid) owner to cardwright_posting;
grant execute on function list_members(uuid) to cardwright_admin, cardwright_portal;
