-- The only writer of seals. Appends seals of any books with their lines to export, and answers each in order: 'sealed';
-- 'stale', if it does not continue the last seal of its book, because another sealer was first; or 'beyond', if the book
-- has fewer entries. A refused seal has no effect, and none on other books. It locks no book, so postings never wait for
-- it. Two sealers insert in the same order, so they cannot deadlock: first seals by company and environment, then second
-- ones of books whose first seal is from this call, which nobody else can append before this commit. The seal before is
-- found by its number, so a book of any size costs the same.
create or replace function ledger.append_seals(company_ids uuid[], environments environment[], firsts bigint[], lasts bigint[],
    befores bytea[], afters bytea[], marks_of bytea[], moments timestamptz[], export_lines text[]) returns text[]
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  turns bigint[]; -- the place of each seal among those of its book
  sealed bigint[] := '{}'; -- positions
  new_ones bigint[];
begin
  select array_agg(t.turn order by t.position) into turns
    from (select i.position, row_number() over (partition by i.company_id, i.environment order by i.first_one, i.position) as turn
            from unnest(company_ids, environments, firsts) with ordinality as i (company_id, environment, first_one, position)) as t;
  -- Each statement sees the seals of the turn before.
  for this_turn in 1 .. coalesce((select max(t) from unnest(turns) as t), 0) loop
    with offered as materialized (
      select i.*
        from unnest(company_ids, environments, firsts, lasts, befores, afters, marks_of, moments, turns)
             with ordinality as i (company_id, environment, first_one, last_one, before, after, marks, moment, turn, position)
       where i.turn = this_turn
         and (i.turn = 1 or exists (
               select from unnest(sealed) as s (p)
                where company_ids[s.p] = i.company_id and environments[s.p] = i.environment and lasts[s.p] = i.first_one - 1))
    ), written as (
      insert into ledger.seals (company_id, environment, first_sequence, last_sequence, hash_before, hash_after, marks, sealed_at)
      select o.company_id, o.environment, o.first_one, o.last_one, o.before, o.after, o.marks, o.moment
        from offered o
       cross join lateral (
         select b.entries
           from ledger.books b
          where b.company_id = o.company_id and b.environment = o.environment
          limit 1) as book
        left join lateral (
          select s.hash_after
            from ledger.seals s
           where s.company_id = o.company_id and s.environment = o.environment and s.last_sequence = o.first_one - 1
           limit 1) as previous on true
       where book.entries >= o.last_one and (o.first_one <= 1 or previous.hash_after = o.before)
       order by o.company_id, o.environment
          on conflict do nothing
      returning company_id, environment
    )
    select array_agg(o.position order by o.position) into new_ones
      from written w
      join offered o on o.company_id = w.company_id and o.environment = w.environment; -- a book has one seal in a turn
    sealed := sealed || coalesce(new_ones, '{}');
  end loop;
  insert into public.seal_outbox (line)
  select export_lines[p] from unnest(sealed) with ordinality as s (p, place) order by s.place;
  return array(
    select case when i.position = any (sealed) then 'sealed' when coalesce(book.entries, 0) < i.last_one then 'beyond' else 'stale' end
      from unnest(company_ids, environments, lasts) with ordinality as i (company_id, environment, last_one, position)
      left join lateral (
        select b.entries
          from ledger.books b
         where b.company_id = i.company_id and b.environment = i.environment and i.position <> all (sealed)
         limit 1) as book on true
     order by i.position);
end
$$;
alter function ledger.append_seals(uuid[], environment[], bigint[], bigint[], bytea[], bytea[], bytea[], timestamptz[], text[]) owner to cardwright_posting;
grant execute on function ledger.append_seals(uuid[], environment[], bigint[], bigint[], bytea[], bytea[], bytea[], timestamptz[], text[])
  to cardwright_worker, cardwright_admin;
