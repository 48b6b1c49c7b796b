-- Leases due endpoints for `lease_seconds`: by then the worker is done or gone. Slow and unresponsive endpoints are
-- leased separately, so that they never delay the others. Books take turns: among those that have waited longest, the
-- one with the fewest endpoints in service comes first, so that sixteen endpoints with long backlogs do not delay
-- another book's single one. 1024 is sixteen endpoints of each of 64 books, as many as a process serves.
create or replace function take_webhooks(token uuid, at timestamptz, lease_seconds integer, slow boolean, at_most integer)
  returns table (company_id uuid, environment environment, id uuid, status text)
  language sql volatile security definer
begin atomic
  with waiting as (
    select x.company_id, x.environment, x.id, x.next_at, coalesce(x.lease_until > at, false) as is_served
      from public.webhook_endpoints x
     where x.is_slow = slow and x.next_at <= at and x.next_at is not null and x.status = 'enabled'
     order by x.next_at
     limit 1024
  ), turns as (
    select t.company_id, t.environment, t.id, t.is_served, t.next_at,
           row_number() over (partition by t.company_id, t.environment order by t.is_served desc, t.next_at) as turn
      from waiting t
  ), due as (
    select l.company_id, l.environment, l.id
      from (select * from turns t where not t.is_served order by t.turn, t.next_at) as o
     cross join lateral (
       select x.company_id, x.environment, x.id
         from public.webhook_endpoints x
        where x.company_id = o.company_id and x.environment = o.environment and x.id = o.id and x.status = 'enabled'
          and (x.lease_until is null or x.lease_until <= at)
        limit 1
          for no key update skip locked) as l
     limit at_most
  )
  update public.webhook_endpoints w
     set lease = token, lease_until = at + make_interval(secs => lease_seconds)
    from due d
   where w.company_id = d.company_id and w.environment = d.environment and w.id = d.id
  returning w.company_id, w.environment, w.id, w.status;
end;
alter function take_webhooks(uuid, timestamptz, integer, boolean, integer) owner to cardwright_posting;
grant execute on function take_webhooks(uuid, timestamptz, integer, boolean, integer) to cardwright_worker;
