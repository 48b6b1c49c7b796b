-- Appends events: the next number of each company, and the bytes that every reader gets. One statement for all of them,
-- counters first and in one order. A traceparent is null unless the cause of the event was sampled.
create or replace function append_events(company_ids uuid[], environments environment[], event_ids uuid[], shown_events text[],
    shown_companies text[], types text[], objects text[], moments timestamptz[], traceparents text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  with counted as (
    insert into public.event_counters as c (company_id, environment, last)
    select e.company_id, e.environment, count(*)
      from unnest(company_ids, environments) as e (company_id, environment)
     group by e.company_id, e.environment
     order by e.company_id, e.environment
    on conflict (company_id, environment) do update set last = c.last + excluded.last, is_behind = c.is_listened
    returning c.company_id, c.environment, c.last
  ), told as (
    select e.*, c.last - count(*) over book + row_number() over (book order by e.position) as number
      from unnest(company_ids, environments, event_ids, shown_events, shown_companies, types, objects, moments, traceparents)
           with ordinality as e (company_id, environment, id, shown_id, shown_company, type, object, moment, traceparent, position)
      join counted c on c.company_id = e.company_id and c.environment = e.environment
    window book as (partition by e.company_id, e.environment)
  )
  insert into public.events (company_id, environment, sequence, id, type, body, created_at, traceparent)
  select t.company_id, t.environment, t.number, t.id, t.type,
         '{"id":"' || t.shown_id || '","type":"' || t.type || '","createdAt":"' || public.instant_text(t.moment)
           || '","environment":"' || t.environment || '","companyId":"' || t.shown_company || '","sequence":' || t.number
           || ',"data":{"object":' || t.object || '}}',
         t.moment, t.traceparent
    from told t;
end
$$;
alter function append_events(uuid[], environment[], uuid[], text[], text[], text[], text[], timestamptz[], text[]) owner to cardwright_posting;
