-- The endpoint after one more attempt. Success clears all failures. Failures reduce its concurrency, then pause it. The
-- company is notified after an hour, a day, three and four days of failures only, and after five the endpoint is
-- disabled, but never within a day of a notice.
create or replace function after_attempt(w webhook_endpoints, outcome text, is_gone boolean, slow boolean, at timestamptz) returns webhook_endpoints
  language plpgsql stable as $$
declare
  lasting interval;
  told smallint;
begin
  w.is_slow := slow;
  if outcome = 'delivered' then
    w.failures := 0;
    w.failing_since := null;
    w.notices := 0;
    w.noticed_at := null;
    w.rest_until := null;
    w.at_once := least(w.at_once + 1, 32);
    return w;
  end if;
  w.failures := w.failures + 1;
  w.failing_since := coalesce(w.failing_since, at);
  w.at_once := greatest(w.at_once / 2, 1);
  w.rest_until := case when w.failures >= 50 then at + interval '60 seconds' when w.failures >= 5 then at + interval '10 seconds' end;
  lasting := at - w.failing_since;
  told := (select count(*) from unnest(array['1 hour', '1 day', '3 days', '4 days']::interval[]) as step (after) where step.after <= lasting);
  if is_gone or lasting >= interval '5 days' and w.noticed_at <= at - interval '1 day' then
    w.status := 'disabled';
    w.disabled_reason := case when is_gone then 'gone' else 'failing' end;
    w.disabled_at := at;
  elsif told > w.notices then
    w.notices := told;
    w.noticed_at := at;
  end if;
  return w;
end
$$;
alter function after_attempt(webhook_endpoints, text, boolean, boolean, timestamptz) owner to cardwright_owner;
grant execute on function after_attempt(webhook_endpoints, text, boolean, boolean, timestamptz) to cardwright_posting;
