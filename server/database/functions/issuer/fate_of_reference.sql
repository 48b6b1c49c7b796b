-- What became of a reference that an issuer listed and this database did not have: `recovering` until two operators or the
-- missing row resolve it, then the resolution. After a recovery from a loss, every reference of a book is `recovering` until the
-- issuer's listings were read. Null for every other reference.
create or replace function fate_of_reference(of_company uuid, of_environment environment, of_kind text, of_reference uuid) returns text
  language plpgsql stable as $$
begin
  return coalesce(
    (select coalesce(u.resolution, 'recovering')
       from public.unknown_records u
      where u.company_id = of_company and u.environment = of_environment and u.reference = of_reference and u.kind = of_kind
      limit 1),
    (select 'recovering' from public.unread_listings l where l.company_id = of_company and l.environment = of_environment));
end
$$;
alter function fate_of_reference(uuid, environment, text, uuid) owner to cardwright_posting;
