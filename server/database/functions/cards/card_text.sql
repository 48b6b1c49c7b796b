-- A card as the API shows it, in the bytes that JSON.stringify writes.
create or replace function card_text(k cards, shown_id text, shown_holder text, shown_product text) returns text
  language sql stable
  return '{"id":' || to_json(shown_id)::text || ',"name":' || to_json(k.name)::text || ',"holderId":' || to_json(shown_holder)::text
    || ',"last4":"' || k.last4 || '","status":"' || k.status || '","balance":"' || usd_text(greatest(k.balance, 0))
    || '","productId":' || to_json(shown_product)::text || ',"createdAt":"' || instant_text(k.created_at)
    || '","limits":' || coalesce(k.limits::text, '{"perTransaction":null,"perDay":null,"perMonth":null}')
    || ',"metadata":' || coalesce(k.metadata::text, '{}')
    || case when k.balance < 0 then ',"overdrawn":"' || usd_text(-k.balance) || '"' else '' end || '}';
alter function card_text(cards, text, text, text) owner to cardwright_owner;
grant execute on function card_text(cards, text, text, text) to cardwright_posting, cardwright_api, cardwright_admin;
