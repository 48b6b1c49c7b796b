-- A cardholder as the API shows it, in the bytes that JSON.stringify writes.
create or replace function holder_text(h holders) returns text
  language sql stable
  return '{"id":"' || shown_id('holder', h.id) || '","name":' || to_json(h.name)::text || ',"email":' || to_json(h.email)::text
    || ',"kind":"' || h.kind || '","status":"' || h.status || '","externalId":' || to_json(h.external_id)::text
    || ',"metadata":' || h.metadata::text || '}';
alter function holder_text(holders) owner to cardwright_owner;
grant execute on function holder_text(holders) to cardwright_posting, cardwright_api;
