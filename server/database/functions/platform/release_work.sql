-- Releases leased rows whose attempt ended without finishing the work: due again after `after_seconds`. Without an
-- error the attempts start anew. A row whose lease was lost stays as it is. Returns how many were released.
create or replace function release_work(of_kind text, of_environment environment, token uuid, company_ids uuid[], ids uuid[], after_seconds float8[],
    errors text[]) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kind public.work_kinds;
  released integer;
begin
  select k.* into strict kind from public.work_kinds k where k.kind = of_kind;
  execute format('update public.%I w
       set next_at = clock_timestamp() + make_interval(secs => r.after), lease_token = null, last_error = left(r.error, 500),
           attempts = case r.error when '''' then 0 else w.attempts end
      from unnest($3, $4, $5, $6) as r (company_id, id, after, error)
     where w.company_id = r.company_id and w.environment = $1 and w.id = r.id and w.lease_token = $2 and %s', kind.source, kind.condition)
    using of_environment, token, company_ids, ids, after_seconds, errors;
  get diagnostics released = row_count;
  return released;
end
$$;
alter function release_work(text, environment, uuid, uuid[], uuid[], float8[], text[]) owner to cardwright_posting;
grant execute on function release_work(text, environment, uuid, uuid[], uuid[], float8[], text[]) to cardwright_worker;
