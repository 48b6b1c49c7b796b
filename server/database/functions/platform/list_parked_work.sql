-- The parked rows, oldest first: ids and errors.
create or replace function list_parked_work(at_most integer)
  returns table (kind text, environment environment, company_id uuid, id uuid, attempts integer, last_error text, parked_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  each public.work_kinds;
begin
  for each in select k.* from public.work_kinds k order by k.kind loop
    return query execute format('select $1, w.environment, w.company_id, w.id, w.attempts, w.last_error, w.parked_at::timestamptz
        from public.%I w where w.parked_at is not null and %s order by w.parked_at limit $2', each.source, each.condition)
      using each.kind, at_most;
  end loop;
end
$$;
alter function list_parked_work(integer) owner to cardwright_posting;
grant execute on function list_parked_work(integer) to cardwright_admin;
