-- Appends an event about a cardholder. The caller has locked the book, so that order and times of events agree.
create or replace function append_holder_event(h holders, what text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  event uuid := public.new_id();
begin
  perform public.append_events(array[h.company_id], array[h.environment], array[event], array[public.shown_id('evt', event)],
    array[public.shown_id('com', h.company_id)], array['holder.' || what], array[public.holder_text(h)],
    array[ledger.time_of(h.company_id, h.environment)]);
end
$$;
alter function append_holder_event(holders, text) owner to cardwright_posting;
