-- Ends a pause.
create or replace function actions.pause_remove(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  s public.send_pauses;
begin
  delete from public.send_pauses x where x.id = (given ->> 'id')::uuid returning x.* into s;
  if s.id is null then
    return '{"refused":"stands_already"}';
  end if;
  return jsonb_build_object('subject', public.shown_id('pause', s.id), 'details', jsonb_build_object('environment', s.environment,
    'product', coalesce(public.shown_id('prod', s.product_id), 'everything'), 'reason', s.reason, 'pausedAt', s.paused_at));
end
$$;
alter function actions.pause_remove(uuid, jsonb) owner to cardwright_posting;
