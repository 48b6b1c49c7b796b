-- Carries out an action of an operator, in one commit with its audit entry. An action that needs two people becomes a
-- proposal. Returns {"refused":code}, {"proposed":id} or {"result":…}.
create or replace function administer(credential text, for_action text, asked jsonb, why text) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  who uuid;
  done jsonb;
begin
  if (select a.needs_two from public.operator_actions a where a.action = for_action) then
    return public.propose(credential, for_action, asked, why);
  end if;
  perform public.lock_operators(for_action);
  who := public.require_operator(credential, for_action);
  done := public.carry_out(who, for_action, asked);
  if not done ? 'refused' and not done ? 'nothing' then
    perform public.log_action(who, coalesce(done ->> 'action', for_action), done);
  end if;
  return jsonb_strip_nulls(jsonb_build_object('refused', done -> 'refused', 'result', done -> 'result'));
end
$$;
alter function administer(text, text, jsonb, text) owner to cardwright_posting;
grant execute on function administer(text, text, jsonb, text) to cardwright_admin;
