-- Verifications that wait for a decision, counted up to a limit.
create or replace function count_submitted(at_most integer) returns table (waiting bigint, oldest_at timestamptz)
  language sql stable security definer
begin atomic
  select count(*), min(v.submitted_at)
    from (select x.submitted_at
            from public.verifications x
           where x.state = 'submitted'
           order by x.submitted_at, x.company_id
           limit at_most) as v
  having count(*) > 0;
end;
alter function count_submitted(integer) owner to cardwright_posting;
grant execute on function count_submitted(integer) to cardwright_admin, cardwright_reader, cardwright_worker;
