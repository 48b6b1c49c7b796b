-- Companies by the beginnings of the words of their names, newest first: ids only. The words are matched first, in a
-- query of their own; otherwise the planner might walk all companies in order of time.
create or replace function search_companies(words text, before_created_at timestamptz, before_id uuid, at_most integer)
  returns table (id uuid, created_at timestamptz)
  language sql stable security definer
begin atomic
  with matched as materialized (
    select c.id, c.created_at from public.companies c where to_tsvector('simple', c.name) @@ to_tsquery('simple', words)
  )
  select m.id, m.created_at
    from matched m
   where (m.created_at, m.id) < (coalesce(before_created_at, 'infinity'), coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   order by m.created_at desc, m.id desc
   limit at_most;
end;
alter function search_companies(text, timestamptz, uuid, integer) owner to cardwright_posting;
grant execute on function search_companies(text, timestamptz, uuid, integer) to cardwright_admin;
