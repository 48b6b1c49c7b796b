-- Creates a personal token of the acting operator. Only its hash comes here.
create or replace function actions.operator_token(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into desk.tokens (id, operator_id, name, hash, actions, created_at, expires_at)
  values ((given ->> 'id')::uuid, who, given ->> 'name', decode(given ->> 'hash', 'hex'),
          case when given -> 'actions' <> 'null' then array(select jsonb_array_elements_text(given -> 'actions')) end,
          clock_timestamp(), (given ->> 'expiresAt')::timestamptz);
  return actions.done_to_operator(who, jsonb_build_object('token', public.shown_id('optok', (given ->> 'id')::uuid), 'name', given -> 'name',
    'actions', given -> 'actions', 'expiresAt', given -> 'expiresAt'));
end
$$;
alter function actions.operator_token(uuid, jsonb) owner to cardwright_posting;
