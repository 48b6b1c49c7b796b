-- Carries out an act of an operator, in one commit with its audit entry. An act that needs two people becomes a
-- proposal. Returns {"refused":code}, {"proposed":id} or {"result":…}.
create or replace function administer(credential text, for_act text, asked jsonb, why text) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  who uuid;
  done jsonb;
begin
  if (select a.needs_two from public.operator_acts a where a.act = for_act) then
    return public.propose(credential, for_act, asked, why);
  end if;
  perform public.lock_operators(for_act);
  who := public.require_operator(credential, for_act);
  done := public.carry_out(who, for_act, asked);
  if not done ? 'refused' and not done ? 'nothing' then
    perform public.keep_act(who, coalesce(done ->> 'act', for_act), done);
  end if;
  return jsonb_strip_nulls(jsonb_build_object('refused', done -> 'refused', 'result', done -> 'result'));
end
$$;
alter function administer(text, text, jsonb, text) owner to cardwright_posting;
grant execute on function administer(text, text, jsonb, text) to cardwright_admin;
