-- migrate:up
set lock_timeout = '5s';

-- Posting, made for whatever is waiting: a batch in one commit, and a path of its own for one or two entries, for which a
-- batch is dearer. An entry is an amount that moves between the two accounts of its kind; so it balances by its making,
-- and nobody can book it to the wrong account.

set local role cardwright_posting;
drop function ledger.credit_sandbox(uuid, environment, text, bigint);
drop function ledger.reserve(uuid, environment, text, bigint, text);
drop function ledger.capture(uuid, environment, text, bigint, bigint);
drop function ledger.release(uuid, environment, text, bigint);
drop function ledger.deposit(uuid, environment, text, bigint, bigint);
drop function ledger.adjust(uuid, environment, text, bigint, text);
drop function ledger.close_hold(uuid, environment, text, bigint, text);
drop function ledger.post(uuid[], environment[], ledger.entry_kind[], text[], text[], integer[], ledger.account[], bigint[]);
reset role;

-- Where the amount of an entry comes from and where it goes. The casts make the whole expression immutable, so that
-- Postgres writes it into the caller's instead of calling a function.
create function ledger.source_of(kind ledger.entry_kind) returns ledger.account
  language sql immutable parallel safe
  return case kind
    when 'deposit' then 'deposits'::ledger.account
    when 'sandbox_credit' then 'deposits'
    when 'adjustment' then 'adjustments'
    when 'deposit_fee' then 'available'
    when 'reservation' then 'available'
    when 'capture' then 'held'
    when 'fee' then 'held'
    when 'release' then 'held'
  end;

create function ledger.target_of(kind ledger.entry_kind) returns ledger.account
  language sql immutable parallel safe
  return case kind
    when 'deposit' then 'available'::ledger.account
    when 'sandbox_credit' then 'available'
    when 'adjustment' then 'available'
    when 'release' then 'available'
    when 'deposit_fee' then 'fees'
    when 'fee' then 'fees'
    when 'reservation' then 'held'
    when 'capture' then 'issuer'
  end;

-- What an entry does to one account.
create function ledger.delta_of(account ledger.account, kind ledger.entry_kind, amount bigint) returns bigint
  language sql immutable parallel safe
  return case account when ledger.target_of(kind) then amount when ledger.source_of(kind) then -amount else 0 end;

-- The place of an account in an array of all six, in the order of the chart.
create function ledger.place_of(account ledger.account) returns integer
  language sql immutable parallel safe
  return case account
    when 'available' then 1 when 'held' then 2 when 'issuer' then 3 when 'fees' then 4 when 'deposits' then 5 when 'adjustments' then 6
  end;

grant execute on function ledger.source_of(ledger.entry_kind), ledger.target_of(ledger.entry_kind),
  ledger.delta_of(ledger.account, ledger.entry_kind, bigint), ledger.place_of(ledger.account) to cardwright_posting;

-- Locks the books of a batch, by company and environment. Whatever a transaction of ours locks, it locks books first and
-- in this order, in a statement of its own: nothing in a book changes without its lock, so two batches cannot deadlock and
-- numbers have no gaps.
create function ledger.lock_books(company_ids uuid[], environments environment[]) returns void
  language plpgsql security definer as $$
declare
  books integer;
begin
  perform locked.*
     from (select distinct * from unnest(company_ids, environments) order by 1, 2) as wanted (company_id, environment)
    cross join lateral (
      select 1
        from ledger.books b
       where b.company_id = wanted.company_id and b.environment = wanted.environment
         for update) as locked;
  get diagnostics books = row_count;
  if books <> (select count(*) from (select distinct * from unnest(company_ids, environments)) as wanted) then
    raise exception 'no book is open for a company and environment' using errcode = 'CW003';
  end if;
end
$$;

-- The single path: posts one entry and answers its number, or null when `available` or `held` would go below zero; then
-- nothing happened. The book's row is locked first, in a statement of its own, and everything is read after it.
create function ledger.post_one(
  of_company uuid, of_environment environment, kind ledger.entry_kind, reference text, description text, amount bigint)
  returns bigint
  language plpgsql security definer as $$
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

-- The one writer of the ledger. It posts a batch and answers the number of each entry, or null for one that would have
-- taken `available` or `held` below zero; an entry that is refused has no effect on the others. Anything else that is
-- wrong fails the whole batch. One or two entries take the single path, in the same order of locks.
create function ledger.post(
  company_ids uuid[], environments environment[], kinds ledger.entry_kind[], refs text[], descriptions text[], amounts bigint[])
  returns bigint[]
  language plpgsql security definer as $$
declare
  size integer := coalesce(cardinality(company_ids), 0);
  nothing bigint[] := array_fill(null::bigint, array[size]);
  -- What is decided of each entry, by its position in the batch.
  numbers bigint[] := nothing;
  available_after bigint[] := nothing;
  held_after bigint[] := nothing;
  source_after bigint[] := nothing;
  target_after bigint[] := nothing;
  source_lines bigint[] := nothing;
  target_lines bigint[] := nothing;
  -- The book that the loop is in, as it is after the entries so far.
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
    select i.position, i.amount, b.number as book, b.entries, b.balances, b.lines,
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
    available_after[item.position] := balances[1];
    held_after[item.position] := balances[2];
    source_after[item.position] := balances[item.source];
    target_after[item.position] := balances[item.target];
    source_lines[item.position] := lines[item.source];
    target_lines[item.position] := lines[item.target];
  end loop;

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

  with line as materialized (
    select i.company_id, i.environment, ledger.source_of(i.kind) as account, i.source_line as sequence, i.number as entry_sequence,
           -i.amount as amount, i.source_after as balance_after
      from unnest(company_ids, environments, kinds, amounts, numbers, source_lines, source_after)
           as i (company_id, environment, kind, amount, number, source_line, source_after)
     where i.number is not null
     union all
    select i.company_id, i.environment, ledger.target_of(i.kind), i.target_line, i.number, i.amount, i.target_after
      from unnest(company_ids, environments, kinds, amounts, numbers, target_lines, target_after)
           as i (company_id, environment, kind, amount, number, target_line, target_after)
     where i.number is not null
  ), written as (
    insert into ledger.lines (company_id, environment, account, sequence, entry_sequence, amount, balance_after)
    select l.company_id, l.environment, l.account, l.sequence, l.entry_sequence, l.amount, l.balance_after
      from line l
  )
  update ledger.accounts a
     set balance = a.balance + moved.amount, lines = a.lines + moved.lines
    from (select l.company_id, l.environment, l.account, sum(l.amount) as amount, count(*) as lines
            from line l
           group by l.company_id, l.environment, l.account) as moved
   where a.company_id = moved.company_id and a.environment = moved.environment and a.account = moved.account;

  update ledger.books b
     set entries = written.last, last_entry_at = greatest(moment + b.clock_offset, b.last_entry_at)
    from (select i.company_id, i.environment, max(i.number) as last
            from unnest(company_ids, environments, numbers) as i (company_id, environment, number)
           group by i.company_id, i.environment) as written
   where b.company_id = written.company_id and b.environment = written.environment and written.last is not null;
  return numbers;
end
$$;

-- Refuses a batch with an amount that its kind cannot have: not above zero, or missing.
create function ledger.require_above_zero(amounts bigint[]) returns void
  language plpgsql as $$
begin
  if exists (select 1 from unnest(amounts) as a (amount) where a.amount is null or a.amount <= 0) then
    raise exception 'an amount is above zero' using errcode = 'CW005';
  end if;
end
$$;
grant execute on function ledger.require_above_zero(bigint[]) to cardwright_posting;

-- Play money for sandboxes. No live funds can be reached by it.
create function ledger.credit_sandbox(company_ids uuid[], environments environment[], refs text[], amounts bigint[]) returns void
  language plpgsql security definer as $$
begin
  if exists (select 1 from unnest(environments) as e (environment) where e.environment is distinct from 'sandbox') then
    raise exception 'sandbox credit reached for live funds' using errcode = 'CW004';
  end if;
  perform ledger.require_above_zero(amounts);
  perform ledger.post(company_ids, environments, array_fill('sandbox_credit'::ledger.entry_kind, array[cardinality(refs)]), refs,
    array_fill('Sandbox funds credited'::text, array[cardinality(refs)]), amounts);
end
$$;

-- Sets money aside for operations. Answers for each whether `available` covered it; where not, nothing happened.
create function ledger.reserve(company_ids uuid[], environments environment[], refs text[], amounts bigint[], reasons text[])
  returns boolean[]
  language plpgsql security definer as $$
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

-- Closes open holds, or fails: a hold is closed once, for exactly its amount, at the time of the entry that closed it.
create function ledger.close_holds(
  company_ids uuid[], environments environment[], refs text[], exact_amounts bigint[], numbers bigint[], new_state text) returns void
  language plpgsql security definer as $$
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
     and h.state = 'open' and h.amount = i.amount;
  get diagnostics closed = row_count;
  if closed <> cardinality(refs) then
    raise exception 'no open hold of exactly this amount' using errcode = 'CW006';
  end if;
end
$$;

-- The issuer confirmed: each held total becomes card funds and our fee, an entry each.
create function ledger.capture(company_ids uuid[], environments environment[], refs text[], amounts bigint[], fees bigint[]) returns void
  language plpgsql security definer as $$
declare
  numbers bigint[];
begin
  perform ledger.require_above_zero(amounts);
  if exists (select 1 from unnest(fees) as f (fee) where f.fee is null or f.fee < 0) then
    raise exception 'a fee is not below zero' using errcode = 'CW005';
  end if;
  -- Each capture is followed by its fee, so that they stand together on a statement.
  select ledger.post(
           array_agg(i.company_id order by i.position, part.number), array_agg(i.environment order by i.position, part.number),
           array_agg(part.kind order by i.position, part.number), array_agg(i.reference order by i.position, part.number),
           array_agg(part.description order by i.position, part.number),
           array_agg(case part.kind when 'fee' then i.fee else i.amount end order by i.position, part.number))
    into numbers
    from unnest(company_ids, environments, refs, amounts, fees)
         with ordinality as i (company_id, environment, reference, amount, fee, position)
   cross join (values (1, 'capture'::ledger.entry_kind, 'Captured'), (2, 'fee', 'Fee')) as part (number, kind, description);
  if array_position(numbers, null) is not null then
    raise exception 'a hold is not covered by held funds' using errcode = 'CW006';
  end if;
  perform ledger.close_holds(company_ids, environments, refs,
    array(select t.amount + t.fee from unnest(amounts, fees) with ordinality as t (amount, fee, position) order by t.position),
    array(select numbers[2 * p - 1] from generate_series(1, cardinality(refs)) as p order by p), 'captured');
end
$$;

-- The operations failed: each held total is spendable again.
create function ledger.release(company_ids uuid[], environments environment[], refs text[], amounts bigint[]) returns void
  language plpgsql security definer as $$
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

-- A confirmed deposit: the whole amount in, then our fee out of it, an entry each.
create function ledger.deposit(of_company uuid, of_environment environment, ref text, amount bigint, fee bigint) returns void
  language plpgsql security definer as $$
begin
  if fee < 0 or fee > amount or amount <= 0 then
    raise exception 'a deposit is above zero and covers its fee' using errcode = 'CW005';
  end if;
  perform ledger.post_one(of_company, of_environment, 'deposit', ref, 'Deposit', amount);
  perform ledger.post_one(of_company, of_environment, 'deposit_fee', ref, 'Deposit fee', fee);
end
$$;

-- A correction that two operators decided. False when it would take `available` below zero.
create function ledger.adjust(of_company uuid, of_environment environment, ref text, amount bigint, description text) returns boolean
  language sql security definer
begin atomic
  select ledger.post_one(of_company, of_environment, 'adjustment', ref, description, amount) is not null;
end;

-- Given to nobody: acceptance, settlement and approval call these, each behind its own check.
do $$
declare
  routine regprocedure;
begin
  for routine in
    select p.oid
      from pg_proc p
     where p.pronamespace = 'ledger'::regnamespace and p.prosecdef and p.proowner <> 'cardwright_posting'::regrole
  loop
    call run_as_posting(routine);
  end loop;
end
$$;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
