-- The events of a range that may be replayed, in order after a position, subscribed or not: `at_most` of them.
create or replace function events_to_replay(w webhook_endpoints, after_moment timestamptz, after_sequence bigint, ends_at timestamptz, at_most integer)
  returns table (created_at timestamptz, sequence bigint, id uuid, type text, is_wanted boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select e.created_at, e.sequence, e.id, e.type, e.type not like 'webhook.%' and public.is_wanted(w, e.type, e.body)
    from public.events e
   where e.company_id = w.company_id and e.environment = w.environment
     and (e.created_at, e.sequence) > (after_moment, after_sequence) and e.created_at < ends_at
   order by e.environment, e.created_at, e.sequence
   limit at_most;
end;
alter function events_to_replay(webhook_endpoints, timestamptz, bigint, timestamptz, integer) owner to cardwright_posting;
