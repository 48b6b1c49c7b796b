-- Writes back an endpoint whose row is locked.
create or replace function keep_webhook(w webhook_endpoints) returns void
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
alter function keep_webhook(webhook_endpoints) owner to cardwright_posting;
