-- Fans out events to the subscribed endpoints: inserts a delivery for each, in the commit that advances the book's
-- position. A worker that dies before the commit has done nothing, and a concurrent worker finds the work done. Books
-- are taken in order after a position, so that a busy one does not block the others; returns the checked books. A book
-- with a locked endpoint is left for the next time: nobody waits for it. Order of locks: endpoints, event counters.
create or replace function fan_out_events(after_company uuid, after_environment environment, at timestamptz, most_books integer, most_events integer)
  returns table (company_id uuid, environment environment)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  owners uuid[];
  environments public.environment[];
  free_owners uuid[];
  free_environments public.environment[];
  beginnings bigint[];
  ends bigint[];
begin
  select array_agg(b.company_id order by b.company_id, b.environment), array_agg(b.environment order by b.company_id, b.environment),
         array_agg(b.fanned_out order by b.company_id, b.environment), array_agg(b.through order by b.company_id, b.environment)
    into owners, environments, beginnings, ends
    from (select c.company_id, c.environment, c.fanned_out, coalesce(e.through, c.last) as through
            from (select * from public.event_counters x
                   where x.is_behind and (x.company_id, x.environment) > (after_company, after_environment)
                   order by x.company_id, x.environment
                   limit most_books) as c
           cross join lateral (
             select max(n.sequence) as through
               from (select x.sequence from public.events x
                      where x.company_id = c.company_id and x.environment = c.environment and x.sequence > c.fanned_out
                      order by x.environment, x.sequence
                      limit most_events) as n) as e) as b;
  if owners is null then
    return;
  end if;
  select array_agg(b.company_id order by b.position), array_agg(b.environment order by b.position), array_agg(b.beginning order by b.position),
         array_agg(b.through order by b.position)
    into free_owners, free_environments, beginnings, ends
    from unnest(owners, environments, beginnings, ends) with ordinality as b (company_id, environment, beginning, through, position)
   cross join lateral (
     select count(*) as endpoints from public.webhook_endpoints x
      where x.company_id = b.company_id and x.environment = b.environment and x.status = 'enabled') as there
   cross join lateral (
     select count(*) as endpoints
       from (select x.id from public.webhook_endpoints x
              where x.company_id = b.company_id and x.environment = b.environment and x.status = 'enabled'
              order by x.environment, x.id
                for no key update skip locked) as l) as locked
   where locked.endpoints = there.endpoints;
  with new_deliveries as (
    insert into public.webhook_deliveries (company_id, environment, id, endpoint_id, sequence, event_id, event_type, status, next_at, created_at)
    select b.company_id, b.environment, public.new_id(), w.id, e.sequence, e.id, e.type, 'pending', at, at
      from unnest(free_owners, free_environments, beginnings, ends) as b (company_id, environment, beginning, through)
     cross join lateral (
       select x.sequence, x.id, x.type, x.body from public.events x
        where x.company_id = b.company_id and x.environment = b.environment and x.sequence > b.beginning and x.sequence <= b.through
        order by x.sequence) as e
     cross join lateral (
       select x.id from public.webhook_endpoints x
        where x.company_id = b.company_id and x.environment = b.environment and x.status = 'enabled' and x.after_sequence < e.sequence
          and public.is_wanted(x, e.type, e.body)) as w
    on conflict do nothing
    returning webhook_deliveries.company_id, webhook_deliveries.environment, webhook_deliveries.endpoint_id
  )
  update public.webhook_endpoints w
     set next_at = least(w.next_at, greatest(at, w.rest_until))
    from (select distinct d.company_id, d.environment, d.endpoint_id from new_deliveries d) as d
   where w.company_id = d.company_id and w.environment = d.environment and w.id = d.endpoint_id;
  -- Locks before comparing: events that were appended meanwhile must be seen.
  perform from unnest(free_owners, free_environments) as b (company_id, environment)
     cross join lateral (
       select x.last from public.event_counters x
        where x.company_id = b.company_id and x.environment = b.environment for no key update) as locked;
  update public.event_counters c
     set fanned_out = b.through, is_behind = c.is_listened and c.last > b.through
    from unnest(free_owners, free_environments, beginnings, ends) as b (company_id, environment, beginning, through)
   where c.company_id = b.company_id and c.environment = b.environment and c.fanned_out = b.beginning;
  return query select * from unnest(owners, environments);
end
$$;
alter function fan_out_events(uuid, environment, timestamptz, integer, integer) owner to cardwright_posting;
grant execute on function fan_out_events(uuid, environment, timestamptz, integer, integer) to cardwright_worker;
