-- Enables a disabled operator, who waits again before they may propose and approve.
create or replace function actions.operator_enable(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update public.operators o
     set disabled_at = null, able_from = clock_timestamp() + r.wait
    from public.operator_rules r
   where o.id = (given ->> 'operator')::uuid and o.disabled_at is not null;
  if not found then
    return '{"refused":"stands_already"}';
  end if;
  update desk.users u set disabled_at = null where u.id = (given ->> 'operator')::uuid;
  return actions.done_to_operator((given ->> 'operator')::uuid, actions.named((given ->> 'operator')::uuid));
end
$$;
alter function actions.operator_enable(uuid, jsonb) owner to cardwright_posting;
