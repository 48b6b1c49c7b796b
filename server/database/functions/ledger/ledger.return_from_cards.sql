-- Posts what issuers returned from closed cards to the accounts of their companies.
create or replace function ledger.return_from_cards(company_ids uuid[], environments environment[], refs text[], amounts bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if cardinality(refs) = 0 then
    return;
  end if;
  perform ledger.require_above_zero(amounts);
  perform ledger.post(company_ids, environments, array_fill('card_return'::ledger.entry_kind, array[cardinality(refs)]), refs,
    array_fill('Returned from a closed card'::text, array[cardinality(refs)]), amounts);
end
$$;
alter function ledger.return_from_cards(uuid[], environment[], text[], bigint[]) owner to cardwright_posting;
