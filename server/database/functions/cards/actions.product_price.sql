-- Sets the price of an operation type from a given time, or from now.
create or replace function actions.product_price(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  product uuid := (given ->> 'product')::uuid;
  begins timestamptz := (given ->> 'effectiveFrom')::timestamptz;
  kind text := (select p.kind from public.products p where p.id = product);
begin
  if kind is null then
    return '{"refused":"product_not_found"}';
  elsif (kind = 'card') is distinct from (given ->> 'type' in ('issue', 'topup')) then
    return '{"refused":"price_does_not_fit"}';
  end if;
  -- If approved after its start, it starts now: a price that has taken effect is never changed.
  begins := case when begins > clock_timestamp() then begins end;
  perform actions.begin_price(who, product, given ->> 'type', given -> 'price', begins);
  return jsonb_build_object('subject', public.shown_id('prod', product), 'details', jsonb_build_object(
    'effectiveFrom', coalesce(begins, clock_timestamp()), 'prices', jsonb_build_object(given ->> 'type', given -> 'price')));
end
$$;
alter function actions.product_price(uuid, jsonb) owner to cardwright_posting;
