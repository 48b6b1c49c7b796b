-- Seconds until the next check of a review; null after the last one. Somebody waits for a frozen or closed card, so the
-- issuer is asked about an action after 5 and 15 seconds first.
create or replace function next_check_after(type text, elapsed_seconds double precision) returns integer
  language sql immutable parallel safe
  return case
    when type in ('issue', 'topup', 'service') then next_review_step(elapsed_seconds)
    when elapsed_seconds < 4 then ceil(5 - elapsed_seconds)::integer
    when elapsed_seconds < 14 then ceil(15 - elapsed_seconds)::integer
    else next_review_step(elapsed_seconds) end;
alter function next_check_after(text, float8) owner to cardwright_owner;
grant execute on function next_check_after(text, float8) to cardwright_posting;
