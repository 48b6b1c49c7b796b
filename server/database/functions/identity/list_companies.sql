-- The operators' list of companies, newest first. Ids only: each company is then read in its own scope.
create or replace function list_companies(before_created_at timestamptz, before_id uuid, at_most integer) returns table (id uuid, created_at timestamptz)
  language sql stable security definer
begin atomic
  select c.id, c.created_at
    from public.companies c
   where (c.created_at, c.id) < (coalesce(before_created_at, 'infinity'), coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   order by c.created_at desc, c.id desc
   limit at_most;
end;
alter function list_companies(timestamptz, uuid, integer) owner to cardwright_posting;
grant execute on function list_companies(timestamptz, uuid, integer) to cardwright_admin;
