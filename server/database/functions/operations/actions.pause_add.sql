-- Pauses sends to an issuer, or those of one product.
create or replace function actions.pause_add(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  product uuid := (given ->> 'product')::uuid;
begin
  insert into public.send_pauses (id, environment, product_id, reason, paused_by, paused_at)
  values ((given ->> 'id')::uuid, (given ->> 'environment')::public.environment, product, given ->> 'reason', who, clock_timestamp())
  on conflict do nothing;
  if not found then
    return '{"refused":"stands_already"}';
  end if;
  return jsonb_build_object('subject', public.shown_id('pause', (given ->> 'id')::uuid), 'details', jsonb_build_object(
    'environment', given -> 'environment', 'product', coalesce(public.shown_id('prod', product), 'everything'), 'reason', given -> 'reason'));
end
$$;
alter function actions.pause_add(uuid, jsonb) owner to cardwright_posting;
