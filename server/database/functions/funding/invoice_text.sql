-- An invoice as the API shows it, in the bytes that JSON.stringify writes. The arguments are what only the API knows.
create or replace function invoice_text(i invoices, shown_id text, policy text) returns text
  language sql stable
  return '{"id":' || to_json(shown_id)::text || ',"environment":"' || i.environment || '","status":"' || i.status
    || '","depositAmount":"' || usd_text(i.deposit_amount) || '","fee":"' || usd_text(i.fee)
    || '","creditAmount":"' || usd_text(i.deposit_amount - i.fee)
    || '","address":' || coalesce(to_json(i.address)::text, 'null')
    || ',"payAmount":' || coalesce('"' || usdt_text(i.pay_amount) || '"', 'null')
    || ',"asset":"USDT","network":"TRON","expiresAt":' || coalesce('"' || instant_text(i.expires_at) || '"', 'null')
    || ',"createdAt":"' || instant_text(i.created_at) || '","requestedAmount":"' || usd_text(i.requested_amount)
    || '","observedTransfers":' || coalesce((
         select '[' || string_agg('{"id":' || to_json(t.transfer_id)::text || ',"amount":"' || usdt_text(t.amount)
                                  || '","occurredAt":"' || instant_text(t.occurred_at) || '"}', ',' order by t.occurred_at, t.transfer_id) || ']'
           from invoice_transfers t
          where t.company_id = i.company_id and t.environment = i.environment and t.invoice_id = i.id), '[]')
    || ',"policy":' || policy
    || case when i.status = 'failed'
            then ',"failure":{"code":' || to_json(i.failure_code)::text || ',"message":' || to_json(i.failure_message)::text || '}'
            when i.status = 'manual_review' and i.review_opened_at is not null
            then ',"review":{"reason":' || to_json(i.review_reason)::text || ',"openedAt":"' || instant_text(i.review_opened_at)
                 || '","lastCheckedAt":' || coalesce('"' || instant_text(i.review_checked_at) || '"', 'null') || '}'
            else '' end
    || '}';
alter function invoice_text(invoices, text, text) owner to cardwright_owner;
grant execute on function invoice_text(invoices, text, text) to cardwright_posting, cardwright_api, cardwright_admin;
