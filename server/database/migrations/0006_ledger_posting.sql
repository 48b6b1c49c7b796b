-- migrate:up
set lock_timeout = '5s';

-- The one writer of the ledger. It takes a batch: entries by position, and lines that name their entry's position.
-- It answers for each entry whether it was posted or would have taken `available` or `held` below zero; an entry that is
-- refused has no effect on the others. Anything else that is wrong fails the whole batch.
--
-- Order of locks: books first, by company and environment, in a statement of their own. Nothing in a book changes
-- without that lock, so two batches cannot deadlock and numbers have no gaps.
create function ledger.post(
  company_ids uuid[], environments environment[], kinds ledger.entry_kind[], refs text[], descriptions text[],
  line_entries integer[], line_accounts ledger.account[], line_amounts bigint[])
  returns table (entry integer, posted boolean, sequence bigint)
  language plpgsql security definer as $$
declare
  size integer := cardinality(company_ids);
  accepted integer[];
  moment timestamptz;
  books integer;
  candidate integer;
begin
  if size = 0 or size is null then
    return;
  end if;
  if exists (
    select 1
      from generate_series(1, size) as e (entry)
      left join unnest(line_entries, line_accounts, line_amounts) as l (entry, account, amount) using (entry)
     group by e.entry
    having count(distinct l.account) < 2 or count(distinct l.account) < count(*) or sum(l.amount) <> 0
  ) or exists (select 1 from unnest(line_entries) as l (entry) where l.entry not between 1 and size) then
    raise exception 'every entry needs lines that sum to zero, one an account' using errcode = 'CW001';
  end if;

  perform 1
     from ledger.books b
    where (b.company_id, b.environment) in (select * from unnest(company_ids, environments))
    order by b.company_id, b.environment
      for update;
  get diagnostics books = row_count;
  if books <> (select count(*) from (select distinct * from unnest(company_ids, environments)) as wanted) then
    raise exception 'no book is open for a company and environment of this batch' using errcode = 'CW003';
  end if;
  -- Read after the lock: now() is the transaction's start and would let order and date disagree at midnight.
  moment := date_trunc('milliseconds', clock_timestamp());

  -- All of them, if no account that must stay at or above zero would go below on the way.
  select array_agg(e.entry) into accepted from generate_series(1, size) as e (entry);
  if exists (
    select 1
      from (select a.balance + sum(l.amount) over (partition by a.company_id, a.environment, a.account order by l.entry) as after
              from unnest(line_entries, line_accounts, line_amounts) as l (entry, account, amount)
              join ledger.accounts a
                on a.company_id = company_ids[l.entry] and a.environment = environments[l.entry] and a.account = l.account
             where l.account in ('available', 'held')) as running
     where running.after < 0
  ) then
    -- Otherwise one by one, so that a small entry behind a large refused one is not refused with it.
    accepted := '{}';
    for candidate in 1 .. size loop
      if not exists (
        select 1
          from unnest(line_entries, line_accounts, line_amounts) as l (entry, account, amount)
          join ledger.accounts a
            on a.company_id = company_ids[l.entry] and a.environment = environments[l.entry] and a.account = l.account
         where l.entry = candidate
           and l.account in ('available', 'held')
           and a.balance + l.amount + coalesce((
                 select sum(before.amount)
                   from unnest(line_entries, line_accounts, line_amounts) as before (entry, account, amount)
                  where before.entry = any (accepted)
                    and before.account = l.account
                    and company_ids[before.entry] = a.company_id
                    and environments[before.entry] = a.environment), 0) < 0
      ) then
        accepted := accepted || candidate;
      end if;
    end loop;
  end if;

  return query
  with line as (
    select l.entry, l.account, l.amount, a.company_id, a.environment,
           a.lines + row_number() over in_account as sequence,
           a.balance + sum(l.amount) over in_account as balance_after
      from unnest(line_entries, line_accounts, line_amounts) as l (entry, account, amount)
      join ledger.accounts a
        on a.company_id = company_ids[l.entry] and a.environment = environments[l.entry] and a.account = l.account
     where l.entry = any (accepted)
    window in_account as (partition by a.company_id, a.environment, a.account order by l.entry)
  ), movement as (
    select p.entry, b.company_id, b.environment, b.entries, b.last_entry_at, b.clock_offset,
           coalesce(sum(l.amount) filter (where l.account = 'available'), 0)::bigint as available_delta,
           coalesce(sum(l.amount) filter (where l.account = 'held'), 0)::bigint as held_delta
      from unnest(accepted) as p (entry)
      join ledger.books b on b.company_id = company_ids[p.entry] and b.environment = environments[p.entry]
      join line l on l.entry = p.entry
     group by p.entry, b.company_id, b.environment
  ), numbered as (
    select m.*,
           m.entries + row_number() over in_book as sequence,
           available.balance + sum(m.available_delta) over in_book as available_after,
           held.balance + sum(m.held_delta) over in_book as held_after,
           greatest(moment + m.clock_offset, m.last_entry_at) as created_at
      from movement m
      join ledger.accounts available
        on available.company_id = m.company_id and available.environment = m.environment and available.account = 'available'
      join ledger.accounts held
        on held.company_id = m.company_id and held.environment = m.environment and held.account = 'held'
    window in_book as (partition by m.company_id, m.environment order by m.entry)
  ), new_entries as (
    insert into ledger.entries (company_id, environment, sequence, kind, reference, description,
                                available_delta, held_delta, available_after, held_after, created_at)
    select n.company_id, n.environment, n.sequence, kinds[n.entry], refs[n.entry], descriptions[n.entry],
           n.available_delta, n.held_delta, n.available_after, n.held_after, n.created_at
      from numbered n
  ), new_lines as (
    insert into ledger.lines (company_id, environment, account, sequence, entry_sequence, amount, balance_after)
    select l.company_id, l.environment, l.account, l.sequence, n.sequence, l.amount, l.balance_after
      from line l
      join numbered n on n.entry = l.entry
  ), moved_accounts as (
    update ledger.accounts a
       set balance = a.balance + m.amount, lines = a.lines + m.lines
      from (select l.company_id, l.environment, l.account, sum(l.amount) as amount, count(*) as lines
              from line l
             group by l.company_id, l.environment, l.account) m
     where a.company_id = m.company_id and a.environment = m.environment and a.account = m.account
  ), moved_books as (
    update ledger.books b
       set entries = b.entries + m.entries, last_entry_at = m.last_entry_at
      from (select n.company_id, n.environment, count(*) as entries, max(n.created_at) as last_entry_at
              from numbered n
             group by n.company_id, n.environment) m
     where b.company_id = m.company_id and b.environment = m.environment
  )
  select e.entry, n.sequence is not null, n.sequence
    from generate_series(1, size) as e (entry)
    left join numbered n on n.entry = e.entry
   order by e.entry;
end
$$;

-- Opens the book of a company: its accounts, all at zero.
create function ledger.open_book(of_company uuid, of_environment environment) returns void
  language sql security definer
begin atomic
  insert into ledger.books (company_id, environment) values (of_company, of_environment);
  insert into ledger.accounts (company_id, environment, account)
  select of_company, of_environment, a.account from unnest(enum_range(null::ledger.account)) as a (account);
end;

-- The company's own time: real in live, moved forward by its offset in sandbox.
create function ledger.time_of(of_company uuid, of_environment environment) returns timestamptz
  language sql volatile security definer
begin atomic
  select date_trunc('milliseconds', clock_timestamp()) + b.clock_offset
    from ledger.books b
   where b.company_id = of_company and b.environment = of_environment;
end;

-- Play money for a sandbox. The API may call this, so it must not reach live funds.
create function ledger.credit_sandbox(of_company uuid, of_environment environment, ref text, amount bigint) returns void
  language plpgsql security definer as $$
begin
  if of_environment <> 'sandbox' then
    raise exception 'sandbox credit reached for live funds' using errcode = 'CW004';
  end if;
  -- A definer function sees every row, so it asks for itself whether this is the caller's own company.
  if of_company is distinct from public.current_company() or of_environment is distinct from public.current_environment() then
    raise exception 'sandbox credit outside of the scope of its transaction' using errcode = 'CW007';
  end if;
  if amount <= 0 then
    raise exception 'a credit is above zero' using errcode = 'CW005';
  end if;
  perform ledger.post(array[of_company], array[of_environment], array['sandbox_credit']::ledger.entry_kind[], array[ref],
    array['Sandbox funds credited'], array[1, 1], array['available', 'deposits']::ledger.account[], array[amount, -amount]);
end
$$;

-- Sets money aside for an operation. False when `available` does not cover it; then nothing happened.
create function ledger.reserve(of_company uuid, of_environment environment, ref text, amount bigint, reason text) returns boolean
  language plpgsql security definer as $$
declare
  outcome record;
begin
  if amount <= 0 then
    raise exception 'a reservation is above zero' using errcode = 'CW005';
  end if;
  select * into outcome from ledger.post(array[of_company], array[of_environment], array['reservation']::ledger.entry_kind[],
    array[ref], array[reason], array[1, 1], array['available', 'held']::ledger.account[], array[-amount, amount]);
  if not outcome.posted then
    return false;
  end if;
  insert into ledger.holds (company_id, environment, reference, amount, reason, created_at)
  select of_company, of_environment, ref, reserve.amount, reserve.reason, e.created_at
    from ledger.entries e
   where e.company_id = of_company and e.environment = of_environment and e.sequence = outcome.sequence;
  return true;
end
$$;

-- Closes an open hold, or fails: a hold is closed once, and for exactly its amount.
create function ledger.close_hold(of_company uuid, of_environment environment, ref text, exact_amount bigint, new_state text) returns void
  language plpgsql security definer as $$
begin
  update ledger.holds h
     set state = new_state, closed_at = ledger.time_of(of_company, of_environment)
   where h.company_id = of_company and h.environment = of_environment and h.reference = ref
     and h.state = 'open' and h.amount = exact_amount;
  if not found then
    raise exception 'no open hold of exactly this amount' using errcode = 'CW006';
  end if;
end
$$;

-- The issuer confirmed: the held total becomes card funds and our fee, an entry each.
create function ledger.capture(of_company uuid, of_environment environment, ref text, amount bigint, fee bigint) returns void
  language plpgsql security definer as $$
begin
  if amount <= 0 or fee < 0 then
    raise exception 'a capture is above zero and its fee not below' using errcode = 'CW005';
  end if;
  if (select bool_or(not p.posted) from ledger.post(
        array[of_company, of_company], array[of_environment, of_environment], array['capture', 'fee']::ledger.entry_kind[],
        array[ref, ref], array['Captured', 'Fee'],
        array[1, 1, 2, 2], array['held', 'issuer', 'held', 'fees']::ledger.account[], array[-amount, amount, -fee, fee]) as p) then
    raise exception 'a hold is not covered by held funds' using errcode = 'CW006';
  end if;
  perform ledger.close_hold(of_company, of_environment, ref, amount + fee, 'captured');
end
$$;

-- The operation failed: the held total is spendable again.
create function ledger.release(of_company uuid, of_environment environment, ref text, amount bigint) returns void
  language plpgsql security definer as $$
begin
  if (select bool_or(not p.posted) from ledger.post(
        array[of_company], array[of_environment], array['release']::ledger.entry_kind[], array[ref], array['Released'],
        array[1, 1], array['held', 'available']::ledger.account[], array[-amount, amount]) as p) then
    raise exception 'a hold is not covered by held funds' using errcode = 'CW006';
  end if;
  perform ledger.close_hold(of_company, of_environment, ref, amount, 'released');
end
$$;

-- A confirmed deposit: the whole amount in, then our fee out of it, an entry each.
create function ledger.deposit(of_company uuid, of_environment environment, ref text, amount bigint, fee bigint) returns void
  language plpgsql security definer as $$
begin
  if fee < 0 or fee > amount or amount <= 0 then
    raise exception 'a deposit is above zero and covers its fee' using errcode = 'CW005';
  end if;
  perform ledger.post(
    array[of_company, of_company], array[of_environment, of_environment], array['deposit', 'deposit_fee']::ledger.entry_kind[],
    array[ref, ref], array['Deposit', 'Deposit fee'],
    array[1, 1, 2, 2], array['available', 'deposits', 'available', 'fees']::ledger.account[], array[amount, -amount, -fee, fee]);
end
$$;

-- A correction that two operators decided. False when it would take `available` below zero.
create function ledger.adjust(of_company uuid, of_environment environment, ref text, amount bigint, description text) returns boolean
  language sql security definer
begin atomic
  select p.posted from ledger.post(
    array[of_company], array[of_environment], array['adjustment']::ledger.entry_kind[], array[ref], array[description],
    array[1, 1], array['available', 'adjustments']::ledger.account[], array[amount, -amount]) as p;
end;

-- The books there are, for whoever verifies all of them: ids only, because the list has no scope.
create function ledger.list_books(after_company uuid, after_environment environment, at_most integer)
  returns table (company_id uuid, environment environment)
  language sql stable security definer
begin atomic
  select b.company_id, b.environment
    from ledger.books b
   where (b.company_id, b.environment)
       > (coalesce(after_company, '00000000-0000-0000-0000-000000000000'), coalesce(after_environment, 'sandbox'))
   order by b.company_id, b.environment
   limit at_most;
end;

-- Each process may execute what its work needs and no more. reserve, capture, release, deposit and adjust are given to
-- nobody: acceptance, settlement and approval will call them, each behind its own check.
grant execute on function ledger.open_book(uuid, environment) to cardwright_admin;
grant execute on function ledger.credit_sandbox(uuid, environment, text, bigint) to cardwright_api;
grant execute on function ledger.list_books(uuid, environment, integer) to cardwright_worker, cardwright_admin;

do $$
declare
  routine regprocedure;
begin
  for routine in select p.oid from pg_proc p where p.pronamespace = 'ledger'::regnamespace and p.prosecdef loop
    call run_as_posting(routine);
  end loop;
end
$$;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
