-- The operation after an answer. Done completes it, and rejected fails it, in every status. An unknown outcome of a send
-- opens a review. A read without a result schedules the next read of a review, until operators take over after the last
-- step. Any other answer changes nothing.
create or replace function operation_after(o operations, said jsonb, moment timestamptz) returns operations
  language plpgsql as $$
declare
  step integer; -- seconds until the next check of a review; null after the last one
begin
  o.updated_at := moment;
  if said ->> 'outcome' = 'done' then
    o.status := 'completed';
    o.receipt := coalesce(said ->> 'receipt', '');
    o.decided_at := moment;
    o.review_next_at := null;
    o.next_at := null;
    if o.type = 'issue' then
      o.card_id := o.id; -- a card has the id of the operation that issued it, so the same key issues the same card
    end if;
  elsif said ->> 'outcome' = 'rejected' then
    o.status := 'failed';
    o.failure_code := left(coalesce(said ->> 'code', 'rejected'), 100);
    o.failure_message := left(coalesce(said ->> 'message', ''), 500);
    o.decided_at := moment;
    o.review_next_at := null;
    o.next_at := null;
  elsif o.status = 'manual_review' then
    if said ->> 'how' = 'read' then
      step := public.next_review_step(extract(epoch from moment - o.review_opened_at));
      o.review_checked_at := moment;
      o.review_next_at := moment + make_interval(secs => step);
      o.next_at := clock_timestamp() + make_interval(secs => step);
    end if;
  elsif said ->> 'how' in ('send', 'lost') then
    o.status := 'manual_review';
    o.review_reason := left(coalesce(nullif(said ->> 'detail', ''), 'The outcome is unknown.'), 500);
    o.review_opened_at := moment;
    step := public.next_review_step(0);
    o.review_next_at := moment + make_interval(secs => step);
    o.next_at := clock_timestamp() + make_interval(secs => step);
  end if;
  return o;
end
$$;
alter function operation_after(operations, jsonb, timestamptz) owner to cardwright_posting;
