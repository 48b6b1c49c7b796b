-- Reviews of operations and invoices, and cases, the longest waiting first. Scope and ids only: each is then read in
-- its own scope.
create or replace function list_undecided(after_since timestamptz, after_id uuid, at_most integer)
  returns table (company_id uuid, environment environment, subject_kind text, id uuid, since timestamptz)
  language sql stable security definer
begin atomic
  select u.*
    from ((select o.company_id, o.environment, 'operation', o.id, o.review_opened_at as since
             from public.operations o
            where o.status = 'manual_review' and (o.review_opened_at, o.id)
                  > (coalesce(after_since, '-infinity'), coalesce(after_id, '00000000-0000-0000-0000-000000000000'))
            order by o.review_opened_at, o.id
            limit at_most)
          union all
          (select i.company_id, i.environment, 'invoice', i.id, i.review_opened_at
             from public.invoices i
            where i.status = 'manual_review' and (i.review_opened_at, i.id)
                  > (coalesce(after_since, '-infinity'), coalesce(after_id, '00000000-0000-0000-0000-000000000000'))
            order by i.review_opened_at, i.id
            limit at_most)
          union all
          (select c.company_id, c.environment, 'case', c.id, c.opened_at
             from public.cases c
            where c.closed_at is null and (c.opened_at, c.id)
                  > (coalesce(after_since, '-infinity'), coalesce(after_id, '00000000-0000-0000-0000-000000000000'))
            order by c.opened_at, c.id
            limit at_most)) as u
   order by u.since, u.id
   limit at_most;
end;
alter function list_undecided(timestamptz, uuid, integer) owner to cardwright_posting;
grant execute on function list_undecided(timestamptz, uuid, integer) to cardwright_admin;
