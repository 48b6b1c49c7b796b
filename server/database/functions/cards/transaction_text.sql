-- A payment as the API shows it, in the bytes that JSON.stringify writes.
create or replace function transaction_text(t transactions, shown_id text, shown_card text) returns text
  language sql stable
  return '{"id":' || to_json(shown_id)::text || ',"cardId":' || to_json(shown_card)::text || ',"reference":' || to_json(t.reference)::text
    || ',"type":"' || t.type || '","status":"' || t.status || '","amount":"' || signed_usd_text(t.amount)
    || '","currency":"' || t.currency || '","merchant":' || to_json(t.merchant)::text || ',"country":"' || t.country
    || '","description":' || to_json(t.description)::text || ',"occurredAt":"' || instant_text(t.occurred_at)
    || '","declineReason":"' || coalesce(t.decline_reason, '') || '"}';
alter function transaction_text(transactions, text, text) owner to cardwright_owner;
grant execute on function transaction_text(transactions, text, text) to cardwright_posting, cardwright_api;
