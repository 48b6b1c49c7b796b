-- Creates a personal token of the acting operator. Only its hash comes here.
create or replace function acts.operator_token(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into desk.tokens (id, operator_id, name, hash, acts, created_at, expires_at)
  values ((given ->> 'id')::uuid, who, given ->> 'name', decode(given ->> 'hash', 'hex'),
          case when given -> 'acts' <> 'null' then array(select jsonb_array_elements_text(given -> 'acts')) end,
          clock_timestamp(), (given ->> 'expiresAt')::timestamptz);
  return acts.done_to_operator(who, jsonb_build_object('token', public.shown_id('optok', (given ->> 'id')::uuid), 'name', given -> 'name',
    'acts', given -> 'acts', 'expiresAt', given -> 'expiresAt'));
end
$$;
alter function acts.operator_token(uuid, jsonb) owner to cardwright_posting;
