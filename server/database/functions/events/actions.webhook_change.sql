-- Changes a webhook endpoint for an operator. A refused change, or a mere count, leaves no audit entry.
create or replace function actions.webhook_change(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  change text := given ->> 'change';
  result jsonb := public.change_webhooks((given ->> 'company')::uuid, (given ->> 'environment')::public.environment, change, given -> 'given');
begin
  -- A refusal or a mere count is no action.
  if result ? 'refused' or (change = 'replay' and not (given -> 'given') ? 'count') then
    return jsonb_build_object('nothing', true, 'result', result);
  end if;
  return jsonb_build_object('company', given -> 'company', 'environment', given -> 'environment',
    'action', 'webhook.' || change, 'subject', public.shown_id('whe', (given ->> 'id')::uuid), 'result', result,
    'details', coalesce(given -> 'details', '{}'));
end
$$;
alter function actions.webhook_change(uuid, jsonb) owner to cardwright_posting;
