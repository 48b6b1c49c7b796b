-- For processes of the previous version, which know no retention time of their own.
create or replace function forget_events(after_company uuid, after_environment environment, most_books integer, most_rows integer)
  returns table (company_id uuid, environment environment, forgotten bigint)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select * from public.forget_events(after_company, after_environment, most_books, most_rows, public.events_are_kept_for());
end
$$;
alter function forget_events(uuid, environment, integer, integer) owner to cardwright_posting;
grant execute on function forget_events(uuid, environment, integer, integer) to cardwright_worker;
