-- Settles operations by what the issuer said, many in one commit: done captures the hold, rejected releases it, unknown
-- opens a review and keeps it. An action on a card has no hold: done changes the card. Each of `updates` is an object with
-- the operation, what was learned of it, and how: `send` with the token of its attempt, `read`, `notification`, `lost`,
-- `decision` of two operators, or `unsent` (given up before anything was sent).
-- Returns for each: settled, noted (evidence was kept, nothing moved), or contradiction (it says the opposite of something
-- final). Each change releases the lease: the new status says when the operation is due again.
-- Order of locks: books, operations, quotas, event counters.
create or replace function settle_operations(updates jsonb) returns text[]
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  size integer := jsonb_array_length(updates);
  results text[] := array_fill('noted'::text, array[size]);
  item record;
  o public.operations;
  was text;
  attempt public.operation_attempts;
  attempts public.operation_attempts[] := '{}';
  learned text;
  checked public.operations[] := '{}'; -- reviews that a read left open
  changed public.operations[] := '{}';
  said_of_changed jsonb[] := '{}';
  captured public.operations[] := '{}';
  released public.operations[] := '{}';
  captured_refs text[] := '{}';
  released_refs text[] := '{}';
  acted public.operations[] := '{}'; -- completed actions on cards: they hold nothing
  acted_refs text[] := '{}';
  last4s text[] := '{}'; -- of each captured operation; an issue has a card
  card_tokens text[] := '{}';
  moment timestamptz;
begin
  perform public.require_verified_timeline();
  if size <> (select count(distinct n ->> 'operationId') from jsonb_array_elements(updates) as n) then
    raise exception 'an operation cannot be settled twice in one call' using errcode = 'CW011';
  end if;
  perform ledger.lock_books(
    array(select (n ->> 'companyId')::uuid from jsonb_array_elements(updates) as n),
    array(select (n ->> 'environment')::public.environment from jsonb_array_elements(updates) as n));
  for item in
    select n.said || jsonb_build_object('cardBalance', closing.balance) as said, n.position, locked.operation, b.clock_offset
      from (select i.value as said, i.ordinality as position
              from jsonb_array_elements(updates) with ordinality as i
             order by i.value ->> 'companyId', i.value ->> 'environment', i.value ->> 'operationId') as n
      join ledger.books b on b.company_id = (n.said ->> 'companyId')::uuid and b.environment = (n.said ->> 'environment')::public.environment
      left join lateral (
        select x as operation
          from public.operations x
         where x.company_id = (n.said ->> 'companyId')::uuid and x.environment = (n.said ->> 'environment')::public.environment
           and x.id = (n.said ->> 'operationId')::uuid
           for update) as locked on true
      left join lateral (
        select k.balance
          from public.cards k
         where (locked.operation).type = 'close' and k.company_id = (locked.operation).company_id
           and k.environment = (locked.operation).environment and k.id = (locked.operation).card_id) as closing on true
  loop
    o := item.operation;
    if o.id is null then
      results[item.position] := 'absent';
      continue;
    end if;
    -- A commit whose acknowledgement was lost is repeated: the answer to this send, or its loss, is known and noted.
    if item.said ->> 'how' in ('send', 'lost') and o.status <> 'processing' and o.attempt = (item.said ->> 'token')::uuid
       and exists (select from public.operation_attempts a
                    where a.company_id = o.company_id and a.environment = o.environment and a.operation_id = o.id
                      and a.kind = item.said ->> 'how' and a.at >= o.sent_at) then
      continue;
    end if;
    learned := item.said ->> 'outcome';
    moment := date_trunc('milliseconds', clock_timestamp()) + item.clock_offset; -- ledger.time_of, without a call for each
    attempt.company_id := o.company_id;
    attempt.environment := o.environment;
    attempt.operation_id := o.id;
    attempt.kind := item.said ->> 'how';
    attempt.at := clock_timestamp();
    attempt.outcome := learned;
    attempt.detail := left(coalesce(item.said ->> 'detail', ''), 500);
    attempts := attempts || attempt;

    if o.status in ('completed', 'failed') then
      if learned in ('done', 'rejected') and learned <> public.issuer_outcome(o.status) then
        results[item.position] := 'contradiction';
        perform public.open_case(o.company_id, o.environment, 'operation', o.id, 'contradiction',
          'It is ' || o.status || ', and a later ' || (item.said ->> 'how') || ' says ' || learned || '.');
      end if;
      continue;
    end if;
    -- The answer to a send, or its loss, counts for its own attempt only.
    if item.said ->> 'how' in ('send', 'lost') and o.attempt is distinct from (item.said ->> 'token')::uuid then
      continue;
    end if;
    -- Only an unmarked operation can be given up: a mark belongs to a sender.
    if item.said ->> 'how' = 'unsent' and o.status <> 'queued' then
      continue;
    end if;
    was := o.status;
    o := public.operation_after(o, item.said, moment);
    if o.type in ('freeze', 'unfreeze', 'close', 'limits') and o.status in ('completed', 'failed') then
      if o.status = 'completed' then
        acted := acted || o;
        acted_refs := acted_refs || (item.said ->> 'shownId');
      end if;
    elsif o.status = 'completed' then
      captured := captured || o;
      captured_refs := captured_refs || (item.said ->> 'shownId');
      last4s := last4s || (item.said ->> 'last4');
      card_tokens := card_tokens || (item.said ->> 'cardToken');
    elsif o.status = 'failed' then
      released := released || o;
      released_refs := released_refs || (item.said ->> 'shownId');
    elsif was = 'manual_review' and item.said ->> 'how' = 'read' then
      checked := checked || o;
    end if;
    if o.status = was then
      continue; -- still in flight, or still in review
    end if;
    changed := changed || o;
    said_of_changed := said_of_changed || item.said;
    results[item.position] := 'settled';
  end loop;

  -- Each table is written once for all: one statement per operation costs more than its rows.
  perform public.keep_operation_attempts(attempts);
  if cardinality(changed) + cardinality(checked) > 0 then
    update public.operations x
       set status = c.status, receipt = c.receipt, card_id = c.card_id, decided_at = c.decided_at, failure_code = c.failure_code,
           failure_message = c.failure_message, review_reason = c.review_reason, review_opened_at = c.review_opened_at,
           review_checked_at = c.review_checked_at, review_next_at = c.review_next_at, updated_at = c.updated_at,
           returned = c.returned,
           next_at = c.next_at, lease_token = null, attempts = 0, last_error = '', parked_at = null
      from unnest(changed || checked) as c
     where x.company_id = c.company_id and x.environment = c.environment and x.id = c.id;
  end if;
  if cardinality(captured) > 0 then
    perform public.capture_operations(captured, captured_refs, last4s, card_tokens);
  end if;
  if cardinality(released) > 0 then
    perform public.release_operations(released, released_refs);
  end if;
  if cardinality(acted) > 0 then
    perform public.apply_card_actions(acted, acted_refs);
  end if;
  if cardinality(changed) > 0 then
    perform public.append_operation_events(changed, said_of_changed);
    perform public.note_confirmations(changed, said_of_changed);
  end if;
  return results;
end
$$;
alter function settle_operations(jsonb) owner to cardwright_posting;
grant execute on function settle_operations(jsonb) to cardwright_worker;
