-- Posts one entry and returns its number, or null when `available` or `held` would go below zero; then nothing
-- happened. Locks the book's row first, in a statement of its own, and reads everything after it.
create or replace function ledger.post_one(
  of_company uuid, of_environment environment, kind ledger.entry_kind, reference text, description text, amount bigint)
  returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  source ledger.account := ledger.source_of(kind);
  target ledger.account := ledger.target_of(kind);
  available_delta bigint := ledger.delta_of('available', kind, amount);
  held_delta bigint := ledger.delta_of('held', kind, amount);
  book record;
  before record;
begin
  select b.entries + 1 as next, b.last_entry_at, b.clock_offset
    into book
    from ledger.books b
   where b.company_id = of_company and b.environment = of_environment
     for update;
  if not found then
    raise exception 'no book is open for a company and environment' using errcode = 'CW003';
  end if;
  -- Read after the lock: now() is the transaction's start and would let order and date disagree at midnight.
  book.last_entry_at := greatest(date_trunc('milliseconds', clock_timestamp()) + book.clock_offset, book.last_entry_at);

  select max(a.balance) filter (where a.account = 'available') as available,
         max(a.balance) filter (where a.account = 'held') as held,
         max(a.balance) filter (where a.account = source) as source,
         max(a.balance) filter (where a.account = target) as target,
         max(a.lines) filter (where a.account = source) as source_lines,
         max(a.lines) filter (where a.account = target) as target_lines
    into before
    from ledger.accounts a
   where a.company_id = of_company and a.environment = of_environment;
  if before.available + available_delta < 0 or before.held + held_delta < 0 then
    return null;
  end if;

  insert into ledger.entries (company_id, environment, sequence, kind, reference, description,
                              available_delta, held_delta, available_after, held_after, created_at)
  values (of_company, of_environment, book.next, kind, reference, description,
          available_delta, held_delta, before.available + available_delta, before.held + held_delta, book.last_entry_at);
  insert into ledger.lines (company_id, environment, account, sequence, entry_sequence, amount, balance_after)
  values (of_company, of_environment, source, before.source_lines + 1, book.next, -amount, before.source - amount),
         (of_company, of_environment, target, before.target_lines + 1, book.next, amount, before.target + amount);
  update ledger.accounts a
     set balance = a.balance + case a.account when target then post_one.amount else -post_one.amount end, lines = a.lines + 1
   where a.company_id = of_company and a.environment = of_environment and a.account in (source, target);
  update ledger.books b
     set entries = book.next, last_entry_at = book.last_entry_at
   where b.company_id = of_company and b.environment = of_environment;
  return book.next;
end
$$;
alter function ledger.post_one(uuid, environment, ledger.entry_kind, text, text, bigint) owner to cardwright_posting;
