-- Scopes with rows in the ledger and no book, which no posting can create. Each step is one jump in a primary key, so
-- the cost grows with the number of books, not of entries.
create or replace function ledger.list_strays() returns table (company_id uuid, environment environment)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  relation text;
begin
  foreach relation in array array['accounts', 'entries', 'lines', 'holds', 'seals'] loop
    return query execute format($walk$
      with recursive scopes as (
        (select t.company_id, t.environment from ledger.%1$I t order by t.company_id, t.environment limit 1)
        union all
        select next.company_id, next.environment
          from scopes s
         cross join lateral (select t.company_id, t.environment from ledger.%1$I t
                              where (t.company_id, t.environment) > (s.company_id, s.environment)
                              order by t.company_id, t.environment limit 1) as next
      )
      select s.company_id, s.environment
        from scopes s
       where not exists (select from ledger.books b where b.company_id = s.company_id and b.environment = s.environment)
      $walk$, relation);
  end loop;
end
$$;
alter function ledger.list_strays() owner to cardwright_posting;
grant execute on function ledger.list_strays() to cardwright_admin, cardwright_reader, cardwright_worker;
