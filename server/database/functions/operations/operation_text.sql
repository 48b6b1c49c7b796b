-- An operation as the API shows it, in the bytes that JSON.stringify writes. Ids in the API's form are arguments.
create or replace function operation_text(o operations, shown_id text, shown_card text) returns text
  language sql stable
  return '{"id":' || to_json(shown_id)::text || ',"type":"' || o.type || '","status":"' || o.status
    || '","amount":"' || usd_text(o.amount) || '","fee":"' || usd_text(o.fee) || '","total":"' || usd_text(o.amount + o.fee)
    || '","result":'
    || case when o.status <> 'completed' then '{}'
            when o.type = 'service' or shown_card is null then '{"receipt":' || to_json(o.receipt)::text || '}'
            else '{"cardId":' || to_json(shown_card)::text || ',"receipt":' || to_json(o.receipt)::text
                 || case when o.type = 'close' then ',"returnedAmount":"' || usd_text(o.returned) || '"' else '' end || '}' end
    || ',"createdAt":"' || instant_text(o.created_at) || '","productId":"' || shown_id('prod', o.product_id)
    || '","holderId":"' || coalesce(shown_id('holder', o.holder_id), '')
    || '","cardId":' || case when o.card_id is null then '""' else to_json(shown_card)::text end
    || ',"name":' || to_json(o.name)::text || ',"recipient":' || to_json(o.recipient)::text
    || ',"metadata":' || coalesce(o.metadata::text, '{}') || ',"updatedAt":"' || instant_text(coalesce(o.updated_at, o.created_at))
    || '","completedAt":' || coalesce('"' || instant_text(o.decided_at) || '"', 'null')
    || case when o.type = 'limits' then ',"limits":' || o.limits::text else '' end
    || case when o.status = 'failed'
            then ',"failure":{"code":' || to_json(o.failure_code)::text || ',"message":' || to_json(o.failure_message)::text || '}'
            when o.status = 'manual_review' and o.review_opened_at is not null
            then ',"review":{"reason":' || to_json(o.review_reason)::text || ',"openedAt":"' || instant_text(o.review_opened_at)
                 || '","lastCheckedAt":' || coalesce('"' || instant_text(o.review_checked_at) || '"', 'null')
                 || ',"nextCheckAt":' || coalesce('"' || instant_text(o.review_next_at) || '"', 'null') || '}'
            else '' end
    || '}';
alter function operation_text(operations, text, text) owner to cardwright_owner;
grant execute on function operation_text(operations, text, text) to cardwright_posting, cardwright_api, cardwright_admin;
