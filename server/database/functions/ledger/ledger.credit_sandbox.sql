-- Credits play money to sandboxes. It cannot touch live funds.
create or replace function ledger.credit_sandbox(company_ids uuid[], environments environment[], refs text[], amounts bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select 1 from unnest(environments) as e (environment) where e.environment is distinct from 'sandbox') then
    raise exception 'sandbox credit reached for live funds' using errcode = 'CW004';
  end if;
  perform ledger.require_above_zero(amounts);
  perform ledger.post(company_ids, environments, array_fill('sandbox_credit'::ledger.entry_kind, array[cardinality(refs)]), refs,
    array_fill('Sandbox funds credited'::text, array[cardinality(refs)]), amounts);
end
$$;
alter function ledger.credit_sandbox(uuid[], environment[], text[], bigint[]) owner to cardwright_posting;
