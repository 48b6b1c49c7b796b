-- Writes the price of an operation type from a given time, or from now. It replaces a price of the same time.
create or replace function actions.begin_price(who uuid, product uuid, type text, cents jsonb, begins timestamptz) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.product_prices (product_id, operation_type, fixed_fee, rate_bps, minimum_fee, minimum_amount, maximum_amount,
                                     effective_from, set_by, set_at)
  values (product, type, (cents ->> 'fixedFee')::bigint, (cents ->> 'rateBps')::bigint, (cents ->> 'minimumFee')::bigint,
          (cents ->> 'minimumAmount')::bigint, (cents ->> 'maximumAmount')::bigint,
          coalesce(begins, date_trunc('milliseconds', clock_timestamp())), who, clock_timestamp())
  on conflict (product_id, operation_type, effective_from) do update
    set fixed_fee = excluded.fixed_fee, rate_bps = excluded.rate_bps, minimum_fee = excluded.minimum_fee,
        minimum_amount = excluded.minimum_amount, maximum_amount = excluded.maximum_amount, set_by = excluded.set_by, set_at = excluded.set_at;
end
$$;
alter function actions.begin_price(uuid, uuid, text, jsonb, timestamptz) owner to cardwright_posting;
