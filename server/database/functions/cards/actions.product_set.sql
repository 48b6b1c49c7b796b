-- Adds a product with its prices, or changes its name, status and prices.
create or replace function actions.product_set(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  product uuid := (given ->> 'id')::uuid;
  price record;
begin
  insert into public.products as p (id, name, kind, status, created_at)
  values (product, given ->> 'name', given ->> 'kind', given ->> 'status', clock_timestamp())
  on conflict (id) do update set name = excluded.name, status = excluded.status where p.kind = excluded.kind;
  if not found then
    return '{"refused":"price_does_not_fit"}'; -- the kind of a product never changes
  end if;
  for price in select e.key as type, e.value as cents from jsonb_each(given -> 'prices') as e loop
    perform actions.begin_price(who, product, price.type, price.cents, null);
  end loop;
  return jsonb_build_object('subject', public.shown_id('prod', product), 'details', given - 'id');
end
$$;
alter function actions.product_set(uuid, jsonb) owner to cardwright_posting;
