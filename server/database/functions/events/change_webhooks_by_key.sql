-- Changes webhook endpoints for the holder of an API key.
create or replace function change_webhooks_by_key(of_company uuid, of_environment environment, api_key_id uuid, action text, given jsonb) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  result jsonb;
  refusal text;
begin
  perform public.require_scope(array[of_company], array[of_environment], array[api_key_id], null);
  result := public.change_webhooks(of_company, of_environment, action, given);
  refusal := public.refusal_of_key(of_company, of_environment, api_key_id, 'webhooks:write');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  return result;
end
$$;
alter function change_webhooks_by_key(uuid, environment, uuid, text, jsonb) owner to cardwright_posting;
grant execute on function change_webhooks_by_key(uuid, environment, uuid, text, jsonb) to cardwright_api;
