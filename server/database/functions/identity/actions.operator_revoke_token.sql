-- Revokes a personal token of the acting operator.
create or replace function actions.operator_revoke_token(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update desk.tokens t
     set revoked_at = clock_timestamp()
   where t.id = (given ->> 'token')::uuid and t.operator_id = who and t.revoked_at is null;
  return case when found then actions.done_to_operator(who, jsonb_build_object('token', public.shown_id('optok', (given ->> 'token')::uuid)))
              else '{"refused":"absent"}' end;
end
$$;
alter function actions.operator_revoke_token(uuid, jsonb) owner to cardwright_posting;
