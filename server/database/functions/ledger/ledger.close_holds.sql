-- Closes open holds, or fails. A hold is closed once, for exactly its amount, at the time of the entry that closed it. Each is
-- found by its primary key: `is true` keeps the planner from the index of all open holds, the better one while there are few.
create or replace function ledger.close_holds(
  company_ids uuid[], environments environment[], refs text[], exact_amounts bigint[], numbers bigint[], new_state text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  closed integer;
begin
  update ledger.holds h
     set state = new_state, closed_at = entry.created_at
    from unnest(company_ids, environments, refs, exact_amounts, numbers) as i (company_id, environment, reference, amount, number)
   cross join lateral (
     select e.created_at
       from ledger.entries e
      where e.company_id = i.company_id and e.environment = i.environment and e.sequence = i.number
      offset 0) as entry
   where h.company_id = i.company_id and h.environment = i.environment and h.reference = i.reference
     and (h.state = 'open') is true and h.amount = i.amount;
  get diagnostics closed = row_count;
  if closed <> cardinality(refs) then
    raise exception 'no open hold of exactly this amount' using errcode = 'CW006';
  end if;
end
$$;
alter function ledger.close_holds(uuid[], environment[], text[], bigint[], bigint[], text) owner to cardwright_posting;
