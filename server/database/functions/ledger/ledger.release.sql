-- Releases held totals of failed operations to `available`.
create or replace function ledger.release(company_ids uuid[], environments environment[], refs text[], amounts bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  size integer := cardinality(refs);
  numbers bigint[];
begin
  perform ledger.require_above_zero(amounts);
  numbers := ledger.post(company_ids, environments, array_fill('release'::ledger.entry_kind, array[size]), refs,
    array_fill('Released'::text, array[size]), amounts);
  if array_position(numbers, null) is not null then
    raise exception 'a hold is not covered by held funds' using errcode = 'CW006';
  end if;
  perform ledger.close_holds(company_ids, environments, refs, amounts, numbers, 'released');
end
$$;
alter function ledger.release(uuid[], environment[], text[], bigint[]) owner to cardwright_posting;
