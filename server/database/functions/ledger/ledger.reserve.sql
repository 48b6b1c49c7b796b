-- Holds money for operations. Returns for each whether `available` covered it; where not, nothing happened.
create or replace function ledger.reserve(company_ids uuid[], environments environment[], refs text[], amounts bigint[], reasons text[])
  returns boolean[]
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  numbers bigint[];
begin
  perform ledger.require_above_zero(amounts);
  numbers := ledger.post(company_ids, environments, array_fill('reservation'::ledger.entry_kind, array[cardinality(refs)]), refs,
    reasons, amounts);
  insert into ledger.holds (company_id, environment, reference, amount, reason, created_at)
  select i.company_id, i.environment, i.reference, i.amount, i.reason, entry.created_at
    from unnest(company_ids, environments, refs, amounts, reasons, numbers)
         as i (company_id, environment, reference, amount, reason, number)
   cross join lateral (
     select e.created_at
       from ledger.entries e
      where e.company_id = i.company_id and e.environment = i.environment and e.sequence = i.number
      offset 0) as entry;
  return array(select n.number is not null from unnest(numbers) with ordinality as n (number, position) order by n.position);
end
$$;
alter function ledger.reserve(uuid[], environment[], text[], bigint[], text[]) owner to cardwright_posting;
