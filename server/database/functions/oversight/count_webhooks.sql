-- Webhook backlogs: books whose events were not fanned out, due endpoints that nobody serves, and endpoints that fail
-- or were disabled for it. Counts no further than `at_most` of each.
create or replace function count_webhooks(at_most integer)
  returns table (environment environment, state text, webhooks bigint, oldest_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select b.environment, 'behind', count(*), min(public.time_of_id(e.id))
    from (select c.company_id, c.environment, c.fanned_out from public.event_counters c where c.is_behind
           order by c.company_id, c.environment limit at_most) as b
   cross join lateral (
     select x.id from public.events x
      where x.company_id = b.company_id and x.environment = b.environment and x.sequence > b.fanned_out order by x.environment, x.sequence limit 1) as e
   group by b.environment
  union all
  select d.environment, 'due', count(*), min(d.next_at)
    from ((select x.environment, x.next_at, x.lease_until from public.webhook_endpoints x
            where not x.is_slow and x.next_at <= clock_timestamp() and x.status = 'enabled' order by x.next_at limit at_most)
          union all
          (select x.environment, x.next_at, x.lease_until from public.webhook_endpoints x
            where x.is_slow and x.next_at <= clock_timestamp() and x.status = 'enabled' order by x.next_at limit at_most)
          union all
          (select x.environment, x.next_at, x.lease_until from public.webhook_endpoints x
            where x.next_at <= clock_timestamp() and x.status <> 'enabled' order by x.next_at limit at_most)) as d
   where d.lease_until is null or d.lease_until <= clock_timestamp()
   group by d.environment
  union all
  select f.environment, 'failing', count(*), min(f.failing_since)
    from (select x.environment, x.failing_since from public.webhook_endpoints x
           where x.status = 'enabled' and x.failing_since is not null order by x.failing_since limit at_most) as f
   group by f.environment
  union all
  select f.environment, 'disabled', count(*), min(f.disabled_at)
    from (select x.environment, x.disabled_at from public.webhook_endpoints x
           where x.status = 'disabled' and x.disabled_reason in ('gone', 'failing') order by x.disabled_at limit at_most) as f
   group by f.environment
   order by 1, 2;
end;
alter function count_webhooks(integer) owner to cardwright_posting;
grant execute on function count_webhooks(integer) to cardwright_admin, cardwright_reader, cardwright_worker;
