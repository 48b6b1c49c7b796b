-- The operation after an answer. Done completes it, and rejected fails it, in every status. An unknown outcome of a send
-- opens a review. A read without a result schedules the next read of a review, until operators take over after the last
-- step. Any other answer changes nothing. `said` has the balance of the card as `cardBalance`: a card is closed when the
-- issuer returned exactly that. If it returned another amount, a payment is on its way, and the closing is reviewed until
-- they are equal.
create or replace function operation_after(o operations, said jsonb, moment timestamptz) returns operations
  language plpgsql as $$
declare
  step integer; -- seconds until the next check of a review; null after the last one
  differs boolean := false;
begin
  o.updated_at := moment;
  if o.type = 'close' and said ->> 'outcome' = 'done' then
    -- Operators who close a card know no other amount than the issuer's or ours.
    o.returned := coalesce((said ->> 'returned')::bigint, o.returned, greatest((said ->> 'cardBalance')::bigint, 0));
    differs := said ->> 'how' <> 'decision' and o.returned <> (said ->> 'cardBalance')::bigint;
  end if;
  if said ->> 'outcome' = 'done' and not differs then
    o.status := 'completed';
    o.receipt := coalesce(said ->> 'receipt', '');
    o.decided_at := moment;
    o.review_next_at := null;
    o.next_at := null;
    if o.type = 'issue' then
      -- A card has the id of the operation that issued it, so the same key issues the same card. A worker of the previous
      -- version chooses an id and shows it in the event.
      o.card_id := coalesce((said ->> 'newCardId')::uuid, o.id);
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
      step := public.next_check_after(o.type, extract(epoch from moment - o.review_opened_at));
      o.review_checked_at := moment;
      o.review_next_at := moment + make_interval(secs => step);
      o.next_at := clock_timestamp() + make_interval(secs => step);
    end if;
  elsif said ->> 'how' in ('send', 'lost') or differs then
    o.status := 'manual_review';
    o.review_reason := case
      when differs then 'The issuer returned ' || public.usd_text(o.returned) || ', and the card has '
        || public.signed_usd_text((said ->> 'cardBalance')::bigint) || ' here: a payment is on its way.'
      else left(coalesce(nullif(said ->> 'detail', ''), 'The outcome is unknown.'), 500) end;
    o.review_opened_at := moment;
    step := public.next_check_after(o.type, 0);
    o.review_next_at := moment + make_interval(secs => step);
    o.next_at := clock_timestamp() + make_interval(secs => step);
  end if;
  return o;
end
$$;
alter function operation_after(operations, jsonb, timestamptz) owner to cardwright_posting;
