-- Whether an endpoint receives an event. A test goes to the tested endpoint only; its failure goes to the others.
create or replace function is_wanted(w webhook_endpoints, type text, body text) returns boolean
  language sql immutable parallel safe
  return case when type = 'webhook.test' then body::json #>> '{data,object,id}' = shown_id('whe', w.id)
              when not ('*' = any (w.events) or type = any (w.events)) then false
              when type like 'webhook.%' then body::json #>> '{data,object,id}' <> shown_id('whe', w.id)
              else true end;
alter function is_wanted(webhook_endpoints, text, text) owner to cardwright_owner;
grant execute on function is_wanted(webhook_endpoints, text, text) to cardwright_posting;
