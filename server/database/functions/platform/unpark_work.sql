-- Makes parked rows due again and wakes workers: one row, or all of a kind in an environment. Returns how many.
create or replace function unpark_work(of_kind text, of_environment environment, of_company uuid, of_id uuid) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kind public.work_kinds;
  unparked integer;
begin
  select k.* into kind from public.work_kinds k where k.kind = of_kind;
  if not found then
    return 0;
  end if;
  execute format('update public.%I w
       set parked_at = null, next_at = clock_timestamp(), attempts = 0
     where w.parked_at is not null and w.environment = $1 and ($2 is null or (w.company_id = $2 and w.id = $3)) and %s',
    kind.source, kind.condition)
    using of_environment, of_company, of_id;
  get diagnostics unparked = row_count;
  if unparked > 0 then
    perform pg_notify('cardwright_work', of_kind);
  end if;
  return unparked;
end
$$;
alter function unpark_work(text, environment, uuid, uuid) owner to cardwright_posting;
