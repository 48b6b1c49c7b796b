-- The endpoint with the requested changes. One that is enabled again, or moves to another URL, starts anew.
create or replace function changed_webhook(w webhook_endpoints, given jsonb, at timestamptz) returns webhook_endpoints
  language plpgsql immutable as $$
declare
  is_new boolean := given ->> 'url' <> w.url or w.status = 'disabled' and given ->> 'status' = 'enabled';
begin
  if given ->> 'status' = 'disabled' and w.status = 'enabled' then
    w.disabled_reason := given ->> 'by';
    w.disabled_at := at;
    w.next_at := case when w.next_at is not null then least(w.next_at, at) end; -- pending deliveries are canceled
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
alter function changed_webhook(webhook_endpoints, jsonb, timestamptz) owner to cardwright_owner;
grant execute on function changed_webhook(webhook_endpoints, jsonb, timestamptz) to cardwright_posting;
