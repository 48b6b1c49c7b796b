-- Compares a page of an issuer's listing with this database. What is not here becomes an unknown record with a case, once; a
-- record that is still unresolved follows the issuer's. Returns how many are not here. Under the lock of the book, which
-- every function that creates one of them takes: a request is refused, or its row is seen here.
create or replace function note_unknown(of_company uuid, of_environment environment, of_kind text, listed jsonb) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record;
  noted public.unknown_records;
  missing integer := 0;
begin
  if not exists (
       select from jsonb_to_recordset(listed) as l (named text, reference uuid)
        where not public.is_here(of_company, of_environment, of_kind, l.named, l.reference)) then
    return 0; -- as good as always
  end if;
  perform ledger.lock_books(array[of_company], array[of_environment]);
  for item in
    select l.*
      from jsonb_to_recordset(listed) as l (named text, reference uuid, record jsonb, "isWhole" boolean, words text)
     where not public.is_here(of_company, of_environment, of_kind, l.named, l.reference)
  loop
    missing := missing + 1;
    insert into public.unknown_records as u (company_id, environment, id, kind, named, reference, record, is_whole, found_at)
    values (of_company, of_environment, public.new_id(), of_kind, item.named, item.reference, item.record, item."isWhole", clock_timestamp())
    on conflict on constraint one_record_per_name do update
       set record = excluded.record, is_whole = excluded.is_whole, resolved_at = null, resolution = null
     where u.resolution = 'known' -- and lost once more
        or u.resolved_at is null and (u.record, u.is_whole) is distinct from (excluded.record, excluded.is_whole)
    returning u.* into noted;
    if noted.id is not null then
      perform public.open_case(of_company, of_environment, 'unknown', noted.id, 'unknown_here', 'The issuer has ' || item.words || '.');
    end if;
  end loop;
  return missing;
end
$$;
alter function note_unknown(uuid, environment, text, jsonb) owner to cardwright_posting;
grant execute on function note_unknown(uuid, environment, text, jsonb) to cardwright_worker;
