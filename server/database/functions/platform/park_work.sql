-- Parks leased rows whose error is permanent. Returns how many were parked.
create or replace function park_work(of_kind text, of_environment environment, token uuid, company_ids uuid[], ids uuid[], errors text[]) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kind public.work_kinds;
  parked integer;
begin
  select k.* into strict kind from public.work_kinds k where k.kind = of_kind;
  execute format('update public.%I w
       set parked_at = clock_timestamp(), lease_token = null, last_error = left(r.error, 500)
      from unnest($3, $4, $5) as r (company_id, id, error)
     where w.company_id = r.company_id and w.environment = $1 and w.id = r.id and w.lease_token = $2 and %s', kind.source, kind.condition)
    using of_environment, token, company_ids, ids, errors;
  get diagnostics parked = row_count;
  return parked;
end
$$;
alter function park_work(text, environment, uuid, uuid[], uuid[], text[]) owner to cardwright_posting;
grant execute on function park_work(text, environment, uuid, uuid[], uuid[], text[]) to cardwright_worker;
