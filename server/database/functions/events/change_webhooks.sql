-- Changes endpoints, in one commit. Returns {"webhook":…} with the endpoint as it is shown, or another result;
-- {"refused":code} when nothing happened. `given` has the moment as `at`, and the `id` of an existing endpoint.
create or replace function change_webhooks(of_company uuid, of_environment environment, action text, given jsonb) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  at timestamptz := (given ->> 'at')::timestamptz;
  w public.webhook_endpoints;
  before public.webhook_endpoints;
begin
  if action = 'create' then
    return public.create_webhook(of_company, of_environment, given);
  elsif action = 'replay' then -- before anything is locked
    return public.replay_events(of_company, of_environment, given, at);
  end if;
  select * into w
    from public.webhook_endpoints x
   where x.company_id = of_company and x.environment = of_environment and x.id = (given ->> 'id')::uuid and x.status <> 'deleted'
     for no key update;
  if not found then
    return '{"refused":"webhook_not_found"}';
  end if;
  before := w;
  w := public.with_secret_of(w, at);
  if action = 'test' then
    if w.status <> 'enabled' then
      return '{"refused":"webhook_disabled"}';
    end if;
    return jsonb_build_object('eventId', public.append_webhook_event(w, 'test', at));
  elsif action = 'change' then
    w := public.changed_webhook(w, given, at);
    if w.status = 'enabled' and before.status = 'disabled' then -- events of the time in between are replayed on request only
      select c.last into w.after_sequence
        from public.event_counters c
       where c.company_id = of_company and c.environment = of_environment
         for no key update;
    end if;
  elsif action = 'rotate' then
    w.next_sealing_key := (given ->> 'sealingKey')::smallint;
    w.next_sealed_secret := decode(given ->> 'sealedSecret', 'base64');
    w.next_from := (given ->> 'until')::timestamptz;
  elsif action = 'confirm' then
    if w.next_sealed_secret is null then
      return '{"refused":"rotation_not_begun"}';
    end if;
    w := public.with_secret_of(w, w.next_from);
  elsif action = 'delete' then
    w.status := 'deleted';
    w.sealed_secret := '';
    w.next_sealing_key := null;
    w.next_sealed_secret := null;
    w.next_from := null;
    w.next_at := case when w.next_at is not null then least(w.next_at, at) end;
  else
    raise exception 'nothing is known of this change: %', action using errcode = 'CW013';
  end if;
  perform public.keep_webhook(w);
  if action = 'delete' then
    -- Locks first: the next statement then sees an endpoint that is registered concurrently.
    perform from public.event_counters c where c.company_id = of_company and c.environment = of_environment for no key update;
    update public.event_counters c
       set is_listened = false, is_behind = false
     where c.company_id = of_company and c.environment = of_environment and not exists (
             select from public.webhook_endpoints x
              where x.company_id = of_company and x.environment = of_environment and x.status <> 'deleted');
  elsif w.status = 'disabled' and before.status = 'enabled' then
    perform public.append_webhook_event(w, 'disabled', at);
  end if;
  return jsonb_build_object('webhook', public.webhook_text(w, at));
end
$$;
alter function change_webhooks(uuid, environment, text, jsonb) owner to cardwright_posting;
