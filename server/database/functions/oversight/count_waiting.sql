-- Queued operations by the reason why they are not sent: a pause, a suspended company, an unreachable issuer, an issuer
-- without definite answers, or their turn. A pause of everything is named before one of a product. A row that the previous
-- version wrote during an upgrade has no accepted_at; its id begins with the time.
create or replace function count_waiting(at_most integer)
  returns table (environment environment, reason text, pause_id uuid, operations bigint, oldest_at timestamptz, held bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with queued as (
    select q.*
      from unnest(enum_range(null::public.environment)) as e (environment)
     cross join lateral (
       select o.company_id, o.environment, o.id, o.product_id, o.amount + o.fee as total, o.refused_since, o.unanswered_since,
              coalesce(o.accepted_at, public.time_of_id(o.id)) as accepted_at
         from public.operations o
        where o.environment = e.environment and o.status = 'queued' and o.next_at is not null and o.parked_at is null
        order by o.environment, o.next_at
        limit at_most) as q
  ), explained as (
    select q.environment, q.accepted_at, q.total, p.id as pause_id,
           case when p.id is not null then 'paused' when c.suspended_at is not null then 'suspended'
                when q.unanswered_since is not null then 'unanswered'
                when q.refused_since is not null then 'unreachable' else 'waiting' end as reason
      from queued q
     cross join lateral (select c.suspended_at from public.companies c where c.id = q.company_id limit 1) as c
      left join lateral (
        select s.id from public.send_pauses s
         where s.environment = q.environment and (s.product_id is null or s.product_id = q.product_id)
         order by s.product_id nulls first
         limit 1) as p on true
  )
  select e.environment, e.reason, e.pause_id, count(*), min(e.accepted_at), sum(e.total)::bigint
    from explained e
   group by e.environment, e.reason, e.pause_id
   order by e.environment, e.reason, e.pause_id;
end;
alter function count_waiting(integer) owner to cardwright_posting;
grant execute on function count_waiting(integer) to cardwright_admin, cardwright_reader, cardwright_worker;
