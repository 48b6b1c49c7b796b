-- What became of a reference that an issuer listed and this database did not have: `recovering` until two operators or the
-- missing row resolve it, then the resolution. Null for every other reference.
create or replace function fate_of_reference(of_company uuid, of_environment environment, of_kind text, of_reference uuid) returns text
  language plpgsql stable as $$
begin
  return (select coalesce(u.resolution, 'recovering')
            from public.unknown_records u
           where u.company_id = of_company and u.environment = of_environment and u.reference = of_reference and u.kind = of_kind
           limit 1);
end
$$;
alter function fate_of_reference(uuid, environment, text, uuid) owner to cardwright_posting;
