-- For processes of the previous version: they do not say what a notification confirms, so the worker processes each.
create or replace function store_notifications(environments environment[], event_ids text[], key_ids text[], signatures text[], bodies bytea[],
    subjects uuid[], card_tokens text[]) returns text[]
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return public.store_notifications(environments, event_ids, key_ids, signatures, bodies, subjects, card_tokens,
    array_fill(''::text, array[cardinality(event_ids)]), array_fill(''::text, array[cardinality(event_ids)]),
    array_fill(''::text, array[cardinality(event_ids)]), array_fill(''::text, array[cardinality(event_ids)]));
end
$$;
alter function store_notifications(environment[], text[], text[], text[], bytea[], uuid[], text[]) owner to cardwright_posting;
grant execute on function store_notifications(environment[], text[], text[], text[], bytea[], uuid[], text[]) to cardwright_api;
