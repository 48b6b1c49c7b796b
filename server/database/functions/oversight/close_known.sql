-- Resolves unknown records whose rows are here by now, and closes their cases. Returns how many. A record that operators
-- decided about stays as they decided.
create or replace function close_known(of_company uuid, of_environment environment) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  closed uuid[];
begin
  if not exists (select from public.unknown_records u
                  where u.company_id = of_company and u.environment = of_environment and u.resolved_at is null) then
    return 0;
  end if;
  perform ledger.lock_books(array[of_company], array[of_environment]);
  with resolved as (
    update public.unknown_records u
       set resolved_at = clock_timestamp(), resolution = 'known'
     where u.company_id = of_company and u.environment = of_environment and u.resolved_at is null
       and public.is_here(u.company_id, u.environment, u.kind, u.named, u.reference)
    returning u.id
  )
  select coalesce(array_agg(r.id), '{}') into closed from resolved r;
  update public.cases c
     set closed_at = clock_timestamp(), closing_note = 'It is known here by now.'
   where c.company_id = of_company and c.environment = of_environment and c.subject_kind = 'unknown' and c.subject_id = any (closed)
     and c.closed_at is null;
  return cardinality(closed);
end
$$;
alter function close_known(uuid, environment) owner to cardwright_posting;
grant execute on function close_known(uuid, environment) to cardwright_worker;
