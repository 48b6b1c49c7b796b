-- The companies of a person, in the order in which they joined.
create or replace function list_companies_of_person(of_user uuid)
  returns table (id uuid, name text, kind text, role text, verification text, verification_reason text, suspended boolean,
    suspension_reason text, direct_invoices boolean, live_services boolean)
  language sql stable security definer
begin atomic
  select c.id, c.name, c.kind, m.role, c.verification, c.verification_reason, c.suspended_at is not null, c.suspension_reason,
         c.direct_invoices, c.live_services
    from public.members m
   cross join lateral (select * from public.companies x where x.id = m.company_id limit 1) as c
   where m.user_id = of_user
   order by m.since, c.id;
end;
alter function list_companies_of_person(uuid) owner to cardwright_posting;
grant execute on function list_companies_of_person(uuid) to cardwright_portal;
