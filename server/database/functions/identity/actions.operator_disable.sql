-- Disables an operator and ends their sessions. Two others who may approve must remain. An operator who may not approve
-- yet can always be disabled.
create or replace function actions.operator_disable(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  operator uuid := (given ->> 'operator')::uuid;
begin
  perform from public.operators o where o.id = operator and o.disabled_at is null;
  if not found then
    return '{"refused":"absent"}';
  end if;
  if exists (select from public.operators o where o.id = operator and o.able_from <= clock_timestamp())
     and (select count(*) from public.operators o where o.disabled_at is null and o.able_from <= clock_timestamp() and o.id <> operator) < 2 then
    return '{"refused":"last_operator"}';
  end if;
  update public.operators o set disabled_at = clock_timestamp() where o.id = operator and o.disabled_at is null;
  update desk.users u set disabled_at = clock_timestamp() where u.id = operator and u.disabled_at is null;
  perform actions.end_sessions(operator);
  return actions.done_to_operator(operator, jsonb_build_object('reason', given -> 'reason'));
end
$$;
alter function actions.operator_disable(uuid, jsonb) owner to cardwright_posting;
