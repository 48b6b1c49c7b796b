-- The only writer of the ledger. Posts a batch and returns the number of each entry, or null for one that would take
-- `available` or `held` below zero. A refused entry has no effect on the others; any other error fails the whole batch.
-- One or two entries take the single path, in the same order of locks.
create or replace function ledger.post(
  company_ids uuid[], environments environment[], kinds ledger.entry_kind[], refs text[], descriptions text[], amounts bigint[])
  returns bigint[]
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  size integer := coalesce(cardinality(company_ids), 0);
  nothing bigint[] := array_fill(null::bigint, array[size]);
  -- The results, by position in the batch.
  numbers bigint[] := nothing;
  available_after bigint[] := nothing;
  held_after bigint[] := nothing;
  source_after bigint[] := nothing;
  target_after bigint[] := nothing;
  source_lines bigint[] := nothing;
  target_lines bigint[] := nothing;
  -- The books of the batch, each with the number of its last entry.
  book_companies uuid[];
  book_environments public.environment[];
  last_entries bigint[];
  -- The loop's current book, after the entries so far.
  book bigint := 0;
  entries bigint;
  balances bigint[];
  lines bigint[];
  item record;
  moment timestamptz;
begin
  if size <= 2 then
    for item in
      select i.*
        from unnest(company_ids, environments, kinds, refs, descriptions, amounts)
             with ordinality as i (company_id, environment, kind, reference, description, amount, position)
       order by i.company_id, i.environment, i.position
    loop
      numbers[item.position] :=
        ledger.post_one(item.company_id, item.environment, item.kind, item.reference, item.description, item.amount);
    end loop;
    return numbers;
  end if;

  perform ledger.lock_books(company_ids, environments);
  -- Read after the locks, for the reason given in the single path.
  moment := date_trunc('milliseconds', clock_timestamp());

  for item in
    select i.position, i.company_id, i.environment, i.amount, b.number as book, b.entries, b.balances, b.lines,
           ledger.place_of(ledger.source_of(i.kind)) as source, ledger.place_of(ledger.target_of(i.kind)) as target
      from unnest(company_ids, environments, kinds, amounts)
           with ordinality as i (company_id, environment, kind, amount, position)
      join (select wanted.company_id, wanted.environment, row_number() over () as number, book.entries, account.balances, account.lines
              from (select distinct * from unnest(company_ids, environments)) as wanted (company_id, environment)
             cross join lateral (
               select b.entries
                 from ledger.books b
                where b.company_id = wanted.company_id and b.environment = wanted.environment
                offset 0) as book
             cross join lateral (
               select array_agg(a.balance order by a.account) as balances, array_agg(a.lines order by a.account) as lines
                 from ledger.accounts a
                where a.company_id = wanted.company_id and a.environment = wanted.environment) as account
           ) as b on b.company_id = i.company_id and b.environment = i.environment
     order by b.number, i.position
  loop
    if item.book <> book then
      book := item.book;
      book_companies[book] := item.company_id;
      book_environments[book] := item.environment;
      last_entries[book] := null; -- also if every entry is refused: the array must begin at 1
      entries := item.entries;
      balances := item.balances;
      lines := item.lines;
    end if;
    balances[item.source] := balances[item.source] - item.amount;
    balances[item.target] := balances[item.target] + item.amount;
    if balances[1] < 0 or balances[2] < 0 then -- available, held
      balances[item.source] := balances[item.source] + item.amount;
      balances[item.target] := balances[item.target] - item.amount;
      continue;
    end if;
    entries := entries + 1;
    lines[item.source] := lines[item.source] + 1;
    lines[item.target] := lines[item.target] + 1;
    numbers[item.position] := entries;
    last_entries[book] := entries;
    available_after[item.position] := balances[1];
    held_after[item.position] := balances[2];
    source_after[item.position] := balances[item.source];
    target_after[item.position] := balances[item.target];
    source_lines[item.position] := lines[item.source];
    target_lines[item.position] := lines[item.target];
  end loop;

  perform ledger.write_entries(company_ids, environments, numbers, kinds, refs, descriptions, amounts, available_after, held_after, moment);
  perform ledger.write_lines(company_ids, environments, kinds, amounts, numbers, source_lines, source_after, target_lines, target_after);
  update ledger.books b
     set entries = written.last, last_entry_at = greatest(moment + b.clock_offset, b.last_entry_at)
    from unnest(book_companies, book_environments, last_entries) as written (company_id, environment, last)
   where b.company_id = written.company_id and b.environment = written.environment and written.last is not null;
  return numbers;
end
$$;
alter function ledger.post(uuid[], environment[], ledger.entry_kind[], text[], text[], bigint[]) owner to cardwright_posting;
