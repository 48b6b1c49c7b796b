-- Seconds until the next step of the review schedule; null after the last one, after seven days.
create or replace function next_review_step(elapsed_seconds double precision) returns integer
  language sql immutable parallel safe
  return (
    select ceil(min(step) - elapsed_seconds)::integer
      from unnest(array[60, 300, 900, 3600, 21600, 86400, 172800, 259200, 345600, 432000, 518400, 604800]) as ladder (step)
     where step > elapsed_seconds + 1);
alter function next_review_step(float8) owner to cardwright_owner;
grant execute on function next_review_step(float8) to cardwright_posting;
