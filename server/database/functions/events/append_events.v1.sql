-- Appends events that continue no trace.
create or replace function append_events(company_ids uuid[], environments environment[], event_ids uuid[], shown_events text[],
    shown_companies text[], types text[], objects text[], moments timestamptz[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.append_events(company_ids, environments, event_ids, shown_events, shown_companies, types, objects, moments, null);
end
$$;
alter function append_events(uuid[], environment[], uuid[], text[], text[], text[], text[], timestamptz[]) owner to cardwright_posting;
