-- Locks the books of a batch, by company and environment, in a statement of its own. A transaction locks books before
-- anything else and in this order: two batches cannot deadlock, and numbers have no gaps.
create or replace function ledger.lock_books(company_ids uuid[], environments environment[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
alter function ledger.lock_books(uuid[], environment[]) owner to cardwright_posting;
