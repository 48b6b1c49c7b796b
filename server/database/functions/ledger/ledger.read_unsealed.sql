-- The newest seal of each book, with its entries after that seal: in one snapshot, in order, at most `most_each` a book. A
-- book without such entries has no row. `book` is the position in the arguments. It shows a caller nothing new: both
-- roles read the entries of any book whose scope they enter, these ones and the sealed ones.
create or replace function ledger.read_unsealed(company_ids uuid[], environments environment[], most_each integer)
  returns table (book integer, sealed_through bigint, hash_after bytea, sequence bigint, kind ledger.entry_kind, reference text, description text,
    available_delta bigint, held_delta bigint, available_after bigint, held_after bigint, created_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query
    select w.position::integer, latest.last_sequence, latest.hash_after, e.sequence, e.kind, e.reference, e.description, e.available_delta,
           e.held_delta, e.available_after, e.held_after, e.created_at::timestamptz
      from unnest(company_ids, environments) with ordinality as w (company_id, environment, position)
      left join lateral (
        select s.last_sequence, s.hash_after
          from ledger.seals s
         where s.company_id = w.company_id and s.environment = w.environment
         order by s.environment desc, s.last_sequence desc
         limit 1) as latest on true
     cross join lateral (
        select n.*
          from ledger.entries n
         where n.company_id = w.company_id and n.environment = w.environment
           and n.sequence > coalesce(latest.last_sequence, '-9223372036854775808'::bigint)
         order by n.environment, n.sequence
         limit most_each) as e
     order by w.position, e.sequence;
end
$$;
alter function ledger.read_unsealed(uuid[], environment[], integer) owner to cardwright_posting;
grant execute on function ledger.read_unsealed(uuid[], environment[], integer) to cardwright_worker, cardwright_admin;
