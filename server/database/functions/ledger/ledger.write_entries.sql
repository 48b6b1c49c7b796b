-- Writes the entries of a batch; one without a number was refused.
create or replace function ledger.write_entries(
  company_ids uuid[], environments environment[], numbers bigint[], kinds ledger.entry_kind[], refs text[], descriptions text[],
  amounts bigint[], available_after bigint[], held_after bigint[], moment timestamptz) returns void
  language plpgsql as $$
begin
  insert into ledger.entries (company_id, environment, sequence, kind, reference, description,
                              available_delta, held_delta, available_after, held_after, created_at)
  select i.company_id, i.environment, i.number, i.kind, i.reference, i.description,
         ledger.delta_of('available', i.kind, i.amount), ledger.delta_of('held', i.kind, i.amount),
         i.available_after, i.held_after, book.entry_at
    from unnest(company_ids, environments, numbers, kinds, refs, descriptions, amounts, available_after, held_after)
         as i (company_id, environment, number, kind, reference, description, amount, available_after, held_after)
   cross join lateral (
     select greatest(moment + b.clock_offset, b.last_entry_at) as entry_at
       from ledger.books b
      where b.company_id = i.company_id and b.environment = i.environment
      offset 0) as book
   where i.number is not null;
end
$$;
alter function ledger.write_entries(uuid[], environment[], bigint[], ledger.entry_kind[], text[], text[], bigint[], bigint[], bigint[], timestamptz) owner to cardwright_posting;
