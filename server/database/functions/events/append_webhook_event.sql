-- Appends an event about an endpoint and returns its id. Locks the book first, as for every other event, so that order
-- and times of events agree. Other endpoints receive the event: the query of a URL may contain a secret, so it is cut
-- off.
create or replace function append_webhook_event(w webhook_endpoints, what text, at timestamptz) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  event uuid := public.new_id();
begin
  w.url := regexp_replace(w.url, '[?#].*$', '');
  perform ledger.lock_books(array[w.company_id], array[w.environment]);
  perform public.append_events(array[w.company_id], array[w.environment], array[event], array[public.shown_id('evt', event)],
    array[public.shown_id('com', w.company_id)], array['webhook.' || what], array[public.webhook_text(w, at)],
    array[ledger.time_of(w.company_id, w.environment)]);
  return event;
end
$$;
alter function append_webhook_event(webhook_endpoints, text, timestamptz) owner to cardwright_posting;
