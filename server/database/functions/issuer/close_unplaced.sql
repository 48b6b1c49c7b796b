-- Closes an unplaced notification, which is then no longer retried. Returns what it was about, or no row when it is not
-- unplaced.
create or replace function close_unplaced(of_id uuid) returns table (environment environment, event_id text, about text, amount text, reason text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  n public.issuer_notifications;
begin
  select x.* into n from public.issuer_notifications x where x.status = 'unplaced' and x.id = of_id for no key update;
  if not found then
    return;
  end if;
  update public.issuer_notifications x
     set status = 'closed', outcome = left('closed: ' || n.outcome, 200), processed_at = clock_timestamp(), next_at = null,
         lease_token = null, parked_at = null
   where x.company_id = n.company_id and x.environment = n.environment and x.id = n.id and x.status = 'unplaced';
  return query select n.environment, n.event_id, n.about, n.amount, n.outcome;
end
$$;
alter function close_unplaced(uuid) owner to cardwright_posting;
