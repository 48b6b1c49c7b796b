-- Closes an unplaced notification. The audit entry keeps what it was about.
create or replace function actions.notification_close(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  n record;
begin
  select c.* into n from public.close_unplaced((given ->> 'id')::uuid) as c;
  if n.environment is null then
    return '{"refused":"stands_already"}';
  end if;
  return jsonb_build_object('subject', public.shown_id('ntf', (given ->> 'id')::uuid), 'details', jsonb_build_object(
    'environment', n.environment, 'about', n.about, 'amount', n.amount, 'unplaced', n.reason, 'reason', given -> 'reason'));
end
$$;
alter function actions.notification_close(uuid, jsonb) owner to cardwright_posting;
