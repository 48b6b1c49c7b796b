-- The listings of a book have been read to their end: what only the issuer has is a case now, and the company may order.
create or replace function note_listings_read(of_company uuid, of_environment environment) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.unread_listings u where u.company_id = of_company and u.environment = of_environment;
end
$$;
alter function note_listings_read(uuid, environment) owner to cardwright_posting;
grant execute on function note_listings_read(uuid, environment) to cardwright_worker;
