-- One step of the replay that has waited longest: reads `most_events` and inserts a delivery for each that the endpoint
-- wants. Null when none is due, otherwise the SQLSTATE of the error, or an empty text. A step that finds its endpoint
-- locked is due again in a second, and a failing one in a minute. Order of locks: replays, endpoints.
create or replace function step_replay(at timestamptz, most_events integer) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  r public.webhook_replays;
  w public.webhook_endpoints;
  seen integer;
  failure text := '';
begin
  select * into r from public.webhook_replays x where x.step_at <= at order by x.step_at limit 1 for no key update skip locked;
  if not found then
    return null;
  end if;
  select * into w
    from public.webhook_endpoints x
   where x.company_id = r.company_id and x.environment = r.environment and x.id = r.endpoint_id
     for no key update skip locked;
  if not found and exists (select from public.webhook_endpoints x
                            where x.company_id = r.company_id and x.environment = r.environment and x.id = r.endpoint_id) then
    r.step_at := at + interval '1 second';
  elsif not found or w.status <> 'enabled' then
    r.step_at := null;
  else
    begin
      with batch as materialized (
        select * from public.events_to_replay(w, r.place_at, r.place, r.ends_at, most_events)
      ), inserted as (
        insert into public.webhook_deliveries (company_id, environment, id, endpoint_id, sequence, event_id, event_type, replay, status, next_at,
                                               created_at)
        select w.company_id, w.environment, public.new_id(), w.id, b.sequence, b.id, b.type, r.id, 'pending', at, at
          from batch b
         where b.is_wanted and b.sequence <= r.through
         order by b.created_at, b.sequence
        returning webhook_deliveries.id
      ), due as (
        update public.webhook_endpoints x
           set next_at = least(x.next_at, greatest(at, x.rest_until))
         where x.company_id = w.company_id and x.environment = w.environment and x.id = w.id and exists (select from inserted)
      )
      select count(*), coalesce((array_agg(b.created_at order by b.created_at desc, b.sequence desc))[1], r.place_at),
             coalesce((array_agg(b.sequence order by b.created_at desc, b.sequence desc))[1], r.place)
        into seen, r.place_at, r.place
        from batch b;
      r.step_at := case when seen = most_events then at end;
    exception when others then
      failure := sqlstate;
      r.step_at := at + interval '1 minute';
    end;
  end if;
  update public.webhook_replays x
     set place_at = r.place_at, place = r.place, step_at = r.step_at
   where x.company_id = r.company_id and x.environment = r.environment and x.id = r.id;
  return failure;
end
$$;
alter function step_replay(timestamptz, integer) owner to cardwright_posting;
grant execute on function step_replay(timestamptz, integer) to cardwright_worker;
