-- When a failing endpoint is disabled: after five days of failures only, and never within a day of a notice.
create or replace function disables_at(w webhook_endpoints) returns timestamptz
  language sql stable
  return greatest(w.failing_since + interval '5 days', w.noticed_at + interval '1 day');
alter function disables_at(webhook_endpoints) owner to cardwright_owner;
grant execute on function disables_at(webhook_endpoints) to cardwright_posting;
