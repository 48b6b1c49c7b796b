-- Our fee of an unknown record when it is adopted: of an order by the price of its time, of a deposit by its amount. Null: none
-- can be computed.
create or replace function fee_of_unknown(u unknown_records) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return case
    when not u.is_whole then null
    when u.kind = 'order' then (public.operation_of_order(u)).fee
    when u.kind = 'deposit' then public.deposit_fee(replace(u.record ->> 'amount', '.', '')::bigint)
    else 0 end;
end
$$;
alter function fee_of_unknown(unknown_records) owner to cardwright_posting;
grant execute on function fee_of_unknown(unknown_records) to cardwright_admin;
