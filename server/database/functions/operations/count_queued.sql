-- How many operations wait to be sent or are being sent, counted no further than a limit.
create or replace function count_queued(of_environment environment, at_most integer) returns integer
  language sql stable security definer
begin atomic
  select count(*)::integer
    from (select 1 from public.operations o
           where o.environment = of_environment and o.status in ('queued', 'processing') -- as the index of what is due has them:
             and o.next_at is not null and o.parked_at is null                           -- it is counted without the rows
           order by o.next_at
           limit at_most) as waiting;
end;
alter function count_queued(environment, integer) owner to cardwright_posting;
grant execute on function count_queued(environment, integer) to cardwright_api;
