-- Starts the daily reconciliation and returns its id. While one is under way, returns that one.
create or replace function begin_reconciliation(new_run uuid, settled integer, beginning jsonb) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  begun uuid;
begin
  insert into public.reconciliations_under_way (id, settled_seconds, started_at, next_at, place, counts)
  values (new_run, settled, clock_timestamp(), clock_timestamp(), beginning, '{}')
  on conflict ((asked_by is null)) where asked_by is null do nothing
  returning id into begun;
  return coalesce(begun, (select r.id from public.reconciliations_under_way r where r.asked_by is null));
end
$$;
alter function begin_reconciliation(uuid, integer, jsonb) owner to cardwright_posting;
grant execute on function begin_reconciliation(uuid, integer, jsonb) to cardwright_worker;
