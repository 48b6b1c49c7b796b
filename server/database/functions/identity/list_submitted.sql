-- Submissions that wait for a decision, oldest first, across companies.
create or replace function list_submitted(after_moment timestamptz, after_company uuid, at_most integer)
  returns table (company_id uuid, name text, kind text, submitted_at timestamptz)
  language sql stable security definer
begin atomic
  select v.company_id, c.name, c.kind, v.submitted_at
    from public.verifications v
   cross join lateral (select x.name, x.kind from public.companies x where x.id = v.company_id and x.verification <> 'approved' limit 1) as c
   where v.state = 'submitted'
     and (v.submitted_at, v.company_id) > (coalesce(after_moment, '-infinity'), coalesce(after_company, '00000000-0000-0000-0000-000000000000'))
   order by v.submitted_at, v.company_id
   limit at_most;
end;
alter function list_submitted(timestamptz, uuid, integer) owner to cardwright_posting;
grant execute on function list_submitted(timestamptz, uuid, integer) to cardwright_admin;
