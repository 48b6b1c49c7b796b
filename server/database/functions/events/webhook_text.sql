-- An endpoint as the API shows it, in the bytes that JSON.stringify writes.
create or replace function webhook_text(w webhook_endpoints, at timestamptz) returns text
  language sql stable
  return '{"id":"' || shown_id('whe', w.id) || '","url":' || to_json(w.url)::text || ',"events":' || array_to_json(w.events)::text
    || ',"description":' || to_json(w.description)::text || ',"status":"' || w.status || '","createdAt":"' || instant_text(w.created_at) || '"'
    || case when w.status = 'disabled'
            then ',"disabled":{"reason":"' || w.disabled_reason || '","at":"' || instant_text(w.disabled_at) || '"}' else '' end
    || case when w.status = 'enabled' and w.failing_since is not null
            then ',"failing":{"since":"' || instant_text(w.failing_since) || '","disablesAt":"' || instant_text(disables_at(w)) || '"}' else '' end
    || case when w.next_from > at then ',"rotation":{"until":"' || instant_text(w.next_from) || '"}' else '' end
    || '}';
alter function webhook_text(webhook_endpoints, timestamptz) owner to cardwright_owner;
grant execute on function webhook_text(webhook_endpoints, timestamptz) to cardwright_posting;
