-- migrate:up
set lock_timeout = '5s';

-- Tells a company of what became of an endpoint, and answers the id of the event. The book is locked first, as by whatever else is told, so
-- that the order of events and their times agree.
create function tell_of_webhook(w webhook_endpoints, what text, at timestamptz) returns uuid
  language plpgsql security definer as $$
declare
  event uuid := public.new_id();
begin
  perform ledger.lock_books(array[w.company_id], array[w.environment]);
  perform public.tell_events(array[w.company_id], array[w.environment], array[event], array[public.shown_id('evt', event)],
    array[public.shown_id('com', w.company_id)], array['webhook.' || what], array[public.webhook_text(w, at)],
    array[ledger.time_of(w.company_id, w.environment)]);
  return event;
end
$$;

-- The endpoint with the secret that replaces the old one in its place, if its time has come.
create function with_secret_of(w webhook_endpoints, at timestamptz) returns webhook_endpoints
  language plpgsql immutable as $$
begin
  if w.next_from <= at then
    w.sealing_key := w.next_sealing_key;
    w.sealed_secret := w.next_sealed_secret;
    w.next_sealing_key := null;
    w.next_sealed_secret := null;
    w.next_from := null;
  end if;
  return w;
end
$$;
grant execute on function with_secret_of(webhook_endpoints, timestamptz) to cardwright_posting;

-- Registers an endpoint. It is told of events from now on: the counter is locked, so that none falls between.
create function create_webhook(of_company uuid, of_environment environment, given jsonb) returns jsonb
  language plpgsql security definer as $$
declare
  counter public.event_counters;
  w public.webhook_endpoints;
begin
  insert into public.event_counters (company_id, environment, last) values (of_company, of_environment, 0) on conflict do nothing;
  select * into counter
    from public.event_counters c
   where c.company_id = of_company and c.environment = of_environment
     for no key update;
  if (select count(*) from public.webhook_endpoints x
       where x.company_id = of_company and x.environment = of_environment and x.status <> 'deleted') >= (given ->> 'most')::integer then
    return '{"refused":"webhook_limit"}';
  end if;
  insert into public.webhook_endpoints (company_id, environment, id, url, events, description, status, after_sequence, sealing_key,
                                        sealed_secret, created_at)
  values (of_company, of_environment, (given ->> 'id')::uuid, given ->> 'url', array(select jsonb_array_elements_text(given -> 'events')),
          given ->> 'description', 'enabled', counter.last, (given ->> 'sealingKey')::smallint,
          decode(given ->> 'sealedSecret', 'base64'), (given ->> 'at')::timestamptz)
  returning * into w;
  update public.event_counters c
     set is_listened = true, fanned_out = case when c.is_listened then c.fanned_out else c.last end
   where c.company_id = of_company and c.environment = of_environment;
  return jsonb_build_object('webhook', public.webhook_text(w, (given ->> 'at')::timestamptz));
end
$$;

-- The endpoint as it is with what a client or an operator wants changed. One that is enabled again, or is somewhere else now, begins anew.
create function changed_webhook(w webhook_endpoints, given jsonb, at timestamptz) returns webhook_endpoints
  language plpgsql immutable as $$
declare
  is_new boolean := given ->> 'url' <> w.url or w.status = 'disabled' and given ->> 'status' = 'enabled';
begin
  if given ->> 'status' = 'disabled' and w.status = 'enabled' then
    w.disabled_reason := given ->> 'by';
    w.disabled_at := at;
    w.next_at := case when w.next_at is not null then least(w.next_at, at) end; -- what waits is canceled
  elsif given ->> 'status' = 'enabled' then
    w.disabled_reason := '';
    w.disabled_at := null;
  end if;
  w.status := coalesce(given ->> 'status', w.status);
  w.url := coalesce(given ->> 'url', w.url);
  w.description := coalesce(given ->> 'description', w.description);
  if given ? 'events' then
    w.events := array(select jsonb_array_elements_text(given -> 'events'));
  end if;
  if is_new then
    w.failures := 0;
    w.failing_since := null;
    w.notices := 0;
    w.noticed_at := null;
    w.rest_until := null;
    w.is_slow := false;
    w.at_once := 2;
  end if;
  return w;
end
$$;
grant execute on function changed_webhook(webhook_endpoints, jsonb, timestamptz) to cardwright_posting;

-- Writes an endpoint back, which is locked.
create function keep_webhook(w webhook_endpoints) returns void
  language sql security definer
begin atomic
  update public.webhook_endpoints x
     set url = w.url, events = w.events, description = w.description, status = w.status, disabled_reason = w.disabled_reason,
         disabled_at = w.disabled_at, after_sequence = w.after_sequence, sealing_key = w.sealing_key, sealed_secret = w.sealed_secret,
         next_sealing_key = w.next_sealing_key, next_sealed_secret = w.next_sealed_secret, next_from = w.next_from, at_once = w.at_once,
         failures = w.failures, failing_since = w.failing_since, notices = w.notices, noticed_at = w.noticed_at, rest_until = w.rest_until,
         is_slow = w.is_slow, next_at = w.next_at
   where x.company_id = w.company_id and x.environment = w.environment and x.id = w.id;
end;

-- Lets an endpoint be told again of what happened in a time range, by what the events show. Without a number it only counts; with one it
-- does so if there are exactly as many. Events about webhooks are never told again.
create function replay_events(w webhook_endpoints, given jsonb, at timestamptz) returns jsonb
  language plpgsql security definer as $$
declare
  most integer := (given ->> 'most')::integer;
  this_time uuid := public.new_id();
  found_events bigint[];
  there integer;
begin
  if w.status <> 'enabled' then
    return '{"refused":"webhook_disabled"}';
  end if;
  found_events := array(
    select e.sequence
      from public.events e
     where e.company_id = w.company_id and e.environment = w.environment
       and e.created_at >= (given ->> 'from')::timestamptz and e.created_at < (given ->> 'to')::timestamptz
       and e.type not like 'webhook.%' and public.is_wanted(w, e.type, e.body)
     order by e.created_at, e.sequence
     limit most + 1);
  there := cardinality(found_events);
  if there > most then
    return '{"refused":"replay_too_large"}';
  elsif given ->> 'count' is null then
    return jsonb_build_object('count', there);
  elsif (given ->> 'count')::integer <> there then
    return jsonb_build_object('refused', 'replay_changed', 'count', there);
  elsif exists (select from public.webhook_deliveries d
                 where d.company_id = w.company_id and d.environment = w.environment and d.endpoint_id = w.id and d.status = 'pending'
                   and d.replay <> '00000000-0000-0000-0000-000000000000') then
    return '{"refused":"replay_under_way"}';
  end if;
  insert into public.webhook_deliveries (company_id, environment, id, endpoint_id, sequence, event_id, event_type, replay, status, next_at, created_at)
  select w.company_id, w.environment, public.new_id(), w.id, e.sequence, e.id, e.type, this_time, 'pending', at, at
    from unnest(found_events) as f (sequence)
   cross join lateral (
     select x.* from public.events x
      where x.company_id = w.company_id and x.environment = w.environment and x.sequence = f.sequence limit 1) as e;
  if there > 0 then
    w.next_at := least(w.next_at, greatest(at, w.rest_until));
    perform public.keep_webhook(w);
  end if;
  return jsonb_build_object('count', there);
end
$$;

-- Whatever is changed about endpoints, in one commit. Answers {"webhook":…} with the endpoint as it is shown, or what else there is to
-- tell; {"refused":code} when nothing happened. `given` has the moment as `at`, and of an endpoint that there is its `id`.
create function change_webhooks(of_company uuid, of_environment environment, act text, given jsonb) returns jsonb
  language plpgsql security definer as $$
declare
  at timestamptz := (given ->> 'at')::timestamptz;
  w public.webhook_endpoints;
  before public.webhook_endpoints;
begin
  if act = 'create' then
    return public.create_webhook(of_company, of_environment, given);
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
  if act = 'replay' then
    return public.replay_events(w, given, at);
  elsif act = 'test' then
    if w.status <> 'enabled' then
      return '{"refused":"webhook_disabled"}';
    end if;
    return jsonb_build_object('eventId', public.tell_of_webhook(w, 'test', at));
  elsif act = 'change' then
    w := public.changed_webhook(w, given, at);
    if w.status = 'enabled' and before.status = 'disabled' then -- what happened meanwhile is asked for, or never told
      select c.last into w.after_sequence
        from public.event_counters c
       where c.company_id = of_company and c.environment = of_environment
         for no key update;
    end if;
  elsif act = 'rotate' then
    w.next_sealing_key := (given ->> 'sealingKey')::smallint;
    w.next_sealed_secret := decode(given ->> 'sealedSecret', 'base64');
    w.next_from := (given ->> 'until')::timestamptz;
  elsif act = 'confirm' then
    if w.next_sealed_secret is null then
      return '{"refused":"rotation_not_begun"}';
    end if;
    w := public.with_secret_of(w, w.next_from);
  elsif act = 'delete' then
    w.status := 'deleted';
    w.sealed_secret := '';
    w.next_sealing_key := null;
    w.next_sealed_secret := null;
    w.next_from := null;
    w.next_at := case when w.next_at is not null then least(w.next_at, at) end;
  else
    raise exception 'nothing is known of this change: %', act using errcode = 'CW013';
  end if;
  perform public.keep_webhook(w);
  if act = 'delete' then
    -- Locked first: whoever registers another one at this moment is seen by the next statement.
    perform from public.event_counters c where c.company_id = of_company and c.environment = of_environment for no key update;
    update public.event_counters c
       set is_listened = false, is_behind = false
     where c.company_id = of_company and c.environment = of_environment and not exists (
             select from public.webhook_endpoints x
              where x.company_id = of_company and x.environment = of_environment and x.status <> 'deleted');
  elsif w.status = 'disabled' and before.status = 'enabled' then
    perform public.tell_of_webhook(w, 'disabled', at);
  end if;
  return jsonb_build_object('webhook', public.webhook_text(w, at));
end
$$;

-- The same for whoever has an API key, which is asked about last: all before it may have waited for a lock.
create function change_webhooks_by_key(of_company uuid, of_environment environment, api_key_id uuid, act text, given jsonb) returns jsonb
  language plpgsql security definer as $$
declare
  result jsonb := public.change_webhooks(of_company, of_environment, act, given);
  refusal text := public.refusal_of_key(of_company, of_environment, api_key_id, 'webhooks:write');
begin
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  return result;
end
$$;

grant execute on function change_webhooks(uuid, environment, text, jsonb) to cardwright_admin;
grant execute on function change_webhooks_by_key(uuid, environment, uuid, text, jsonb) to cardwright_api;
call run_as_posting('tell_of_webhook(webhook_endpoints, text, timestamptz)');
call run_as_posting('create_webhook(uuid, environment, jsonb)');
call run_as_posting('keep_webhook(webhook_endpoints)');
call run_as_posting('replay_events(webhook_endpoints, jsonb, timestamptz)');
call run_as_posting('change_webhooks(uuid, environment, text, jsonb)');
call run_as_posting('change_webhooks_by_key(uuid, environment, uuid, text, jsonb)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
