-- The number of operations that are queued or being sent, counted up to a limit.
create or replace function count_queued(of_environment environment, at_most integer) returns integer
  language sql stable security definer
begin atomic
  select count(*)::integer
    from (select 1 from public.operations o
           where o.environment = of_environment and o.status in ('queued', 'processing') -- matches the index of due rows,
             and o.next_at is not null and o.parked_at is null                           -- so that only the index is read
           order by o.environment, o.next_at
           limit at_most) as waiting;
end;
alter function count_queued(environment, integer) owner to cardwright_posting;
grant execute on function count_queued(environment, integer) to cardwright_api;
