-- Removes an operator's second factor and ends their sessions. They set up a new one and wait again: somebody else
-- might be doing it.
create or replace function actions.operator_reset(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  operator uuid := (given ->> 'operator')::uuid;
begin
  update public.operators o
     set able_from = clock_timestamp() + r.wait
    from public.operator_rules r
   where o.id = operator and o.disabled_at is null;
  if not found then
    return '{"refused":"absent"}';
  end if;
  delete from desk.two_factors f where f.user_id = operator;
  update desk.users u set two_factor_enabled = false where u.id = operator;
  perform actions.end_sessions(operator);
  return actions.done_to_operator(operator, actions.named(operator));
end
$$;
alter function actions.operator_reset(uuid, jsonb) owner to cardwright_posting;
