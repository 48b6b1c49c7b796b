-- migrate:up
set lock_timeout = '5s';

-- An id as the API shows it: its prefix, and 26 letters that sort as the ids do. Written out letter by letter: a loop would cost more than
-- the letters, and a settlement shows several ids for each card.
create function shown_id(prefix text, id uuid) returns text
  language plpgsql immutable parallel safe as $$
declare
  letters constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  high constant bigint := ('x' || left(replace(id::text, '-', ''), 16))::bit(64)::bigint;
  low constant bigint := ('x' || right(replace(id::text, '-', ''), 16))::bit(64)::bigint;
begin
  return prefix || '_'
    || substr(letters, 1 + ((high >> 61) & 7)::integer, 1) || substr(letters, 1 + ((high >> 56) & 31)::integer, 1)
    || substr(letters, 1 + ((high >> 51) & 31)::integer, 1) || substr(letters, 1 + ((high >> 46) & 31)::integer, 1)
    || substr(letters, 1 + ((high >> 41) & 31)::integer, 1) || substr(letters, 1 + ((high >> 36) & 31)::integer, 1)
    || substr(letters, 1 + ((high >> 31) & 31)::integer, 1) || substr(letters, 1 + ((high >> 26) & 31)::integer, 1)
    || substr(letters, 1 + ((high >> 21) & 31)::integer, 1) || substr(letters, 1 + ((high >> 16) & 31)::integer, 1)
    || substr(letters, 1 + ((high >> 11) & 31)::integer, 1) || substr(letters, 1 + ((high >> 6) & 31)::integer, 1)
    || substr(letters, 1 + ((high >> 1) & 31)::integer, 1) || substr(letters, 1 + (((high & 1) << 4) | ((low >> 60) & 15))::integer, 1)
    || substr(letters, 1 + ((low >> 55) & 31)::integer, 1) || substr(letters, 1 + ((low >> 50) & 31)::integer, 1)
    || substr(letters, 1 + ((low >> 45) & 31)::integer, 1) || substr(letters, 1 + ((low >> 40) & 31)::integer, 1)
    || substr(letters, 1 + ((low >> 35) & 31)::integer, 1) || substr(letters, 1 + ((low >> 30) & 31)::integer, 1)
    || substr(letters, 1 + ((low >> 25) & 31)::integer, 1) || substr(letters, 1 + ((low >> 20) & 31)::integer, 1)
    || substr(letters, 1 + ((low >> 15) & 31)::integer, 1) || substr(letters, 1 + ((low >> 10) & 31)::integer, 1)
    || substr(letters, 1 + ((low >> 5) & 31)::integer, 1) || substr(letters, 1 + (low & 31)::integer, 1);
end
$$;

-- A new id, version 7: 48 bits of milliseconds, the rest random. Real time, whatever a company's clock shows.
create function new_id() returns uuid
  language sql volatile
  return encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;
grant execute on function shown_id(text, uuid), new_id() to cardwright_posting;

grant create on schema public to cardwright_posting;
set local role cardwright_posting;

-- Tells companies of settled operations, and of the cards that they made or topped up: each card once, as it is behind all of them, right
-- before the last of its operations.
create function tell_of_operations(changed operations[], said jsonb[]) returns void
  language plpgsql security definer as $$
begin
  perform public.tell_events(array_agg(e.company_id order by e.number, e.place), array_agg(e.environment order by e.number, e.place),
            array_agg(e.event_id order by e.number, e.place), array_agg(e.shown_event order by e.number, e.place),
            array_agg(e.shown_company order by e.number, e.place), array_agg(e.type order by e.number, e.place),
            array_agg(e.object order by e.number, e.place), array_agg(e.moment order by e.number, e.place))
     from (select c.ordinality as number, 2 as place, c.company_id, c.environment, (w.said ->> 'eventId')::uuid as event_id,
                  w.said ->> 'shownEvent' as shown_event, w.said ->> 'shownCompany' as shown_company, 'operation.' || c.status as type,
                  public.operation_text(changed[c.ordinality], w.said ->> 'shownId', coalesce(w.said ->> 'shownCard', '')) as object,
                  coalesce(c.decided_at, c.review_opened_at) as moment
             from unnest(changed) with ordinality as c
            cross join lateral (select said[c.ordinality] as said) as w
            union all
           select n.number, 1, n.company_id, n.environment, n.event_id, public.shown_id('evt', n.event_id), said[n.number] ->> 'shownCompany',
                  case when n.is_new then 'card.created' else 'card.updated' end,
                  public.card_text(k.card, public.shown_id('card', n.card_id), public.shown_id('holder', (k.card).holder_id),
                    public.shown_id('prod', (k.card).product_id)),
                  n.moment
             from (select c.company_id, c.environment, c.card_id, max(c.ordinality) as number, bool_or(c.type = 'issue') as is_new,
                          (array_agg(c.decided_at order by c.ordinality desc))[1] as moment, public.new_id() as event_id
                     from unnest(changed) with ordinality as c
                    where c.status = 'completed' and c.type in ('issue', 'topup')
                    group by c.company_id, c.environment, c.card_id) as n
            cross join lateral (
              select x as card from public.cards x
               where x.company_id = n.company_id and x.environment = n.environment and x.id = n.card_id limit 1) as k) as e;
end
$$;
revoke execute on function tell_of_operations(operations[], jsonb[]) from public;

-- Settles operations by what the issuer said, many in one commit: done captures the hold, rejected releases it, unknown
-- opens a review and keeps it. `news` are objects: what was learned of which operation, and how (`send` with the token of its
-- attempt, `read`, `notification`, `lost`, `decision` of two operators, or `unsent`: given up before anything was sent).
-- Answers for each: settled, noted (evidence was kept, nothing moved), or contradiction (it says the opposite of something
-- final).
-- Order of locks: books, operations, quotas, event counters.
create or replace function settle_operations(news jsonb) returns text[]
  language plpgsql security definer as $$
declare
  size integer := jsonb_array_length(news);
  results text[] := array_fill('noted'::text, array[size]);
  item record;
  o public.operations;
  attempt public.operation_attempts;
  attempts public.operation_attempts[] := '{}';
  learned text;
  looked_at public.operations[] := '{}'; -- reviews that a read has left open
  changed public.operations[] := '{}';
  said_of_changed jsonb[] := '{}';
  captured public.operations[] := '{}';
  released public.operations[] := '{}';
  captured_refs text[] := '{}';
  released_refs text[] := '{}';
  last4s text[] := '{}'; -- of each that was captured; an issue has a card
  card_tokens text[] := '{}';
  moment timestamptz;
begin
  if size <> (select count(distinct n ->> 'operationId') from jsonb_array_elements(news) as n) then
    raise exception 'an operation cannot be settled twice in one call' using errcode = 'CW011';
  end if;
  perform ledger.lock_books(
    array(select (n ->> 'companyId')::uuid from jsonb_array_elements(news) as n),
    array(select (n ->> 'environment')::public.environment from jsonb_array_elements(news) as n));
  for item in
    select n.said, n.position, locked.operation, b.clock_offset
      from (select i.value as said, i.ordinality as position
              from jsonb_array_elements(news) with ordinality as i
             order by i.value ->> 'companyId', i.value ->> 'environment', i.value ->> 'operationId') as n
      join ledger.books b on b.company_id = (n.said ->> 'companyId')::uuid and b.environment = (n.said ->> 'environment')::public.environment
      left join lateral (
        select x as operation
          from public.operations x
         where x.company_id = (n.said ->> 'companyId')::uuid and x.environment = (n.said ->> 'environment')::public.environment
           and x.id = (n.said ->> 'operationId')::uuid
           for update) as locked on true
  loop
    o := item.operation;
    if o.id is null then
      results[item.position] := 'absent';
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
      if learned in ('done', 'rejected') and (learned = 'done') <> (o.status = 'completed') then
        results[item.position] := 'contradiction';
        perform public.open_case(o.company_id, o.environment, 'operation', o.id, 'contradiction',
          'It is ' || o.status || ', and a later ' || (item.said ->> 'how') || ' says ' || learned || '.');
      end if;
      continue;
    end if;
    -- The answer to a send counts for its own attempt only; so does the loss of one.
    if item.said ->> 'how' in ('send', 'lost') and o.attempt is distinct from (item.said ->> 'token')::uuid then
      continue;
    end if;
    -- Giving up is for what nobody has marked: a mark is somebody's send.
    if item.said ->> 'how' = 'unsent' and o.status <> 'queued' then
      continue;
    end if;
    if learned = 'done' then
      o.status := 'completed';
      o.receipt := coalesce(item.said ->> 'receipt', '');
      o.decided_at := moment;
      o.review_next_at := null;
      if o.type = 'issue' then
        o.card_id := (item.said ->> 'newCardId')::uuid;
      end if;
      captured := captured || o;
      captured_refs := captured_refs || (item.said ->> 'shownId');
      last4s := last4s || (item.said ->> 'last4');
      card_tokens := card_tokens || (item.said ->> 'cardToken');
    elsif learned = 'rejected' then
      o.status := 'failed';
      o.failure_code := left(coalesce(item.said ->> 'code', 'rejected'), 100);
      o.failure_message := left(coalesce(item.said ->> 'message', ''), 500);
      o.decided_at := moment;
      o.review_next_at := null;
      released := released || o;
      released_refs := released_refs || (item.said ->> 'shownId');
    elsif o.status = 'manual_review' then
      -- A read moves the next one along the ladder; behind its last rung there is none, and people go on.
      if item.said ->> 'how' = 'read' then
        o.review_checked_at := moment;
        o.review_next_at := moment + make_interval(secs => (item.said ->> 'nextSeconds')::integer);
        looked_at := looked_at || o;
      end if;
      continue;
    elsif item.said ->> 'how' in ('send', 'lost') then
      o.status := 'manual_review';
      o.review_reason := left(coalesce(nullif(item.said ->> 'detail', ''), 'The outcome is unknown.'), 500);
      o.review_opened_at := moment;
      o.review_next_at := moment + make_interval(secs => (item.said ->> 'nextSeconds')::integer);
    else
      continue; -- a read that knows nothing about an operation that is still on its way
    end if;
    changed := changed || o;
    said_of_changed := said_of_changed || item.said;
    results[item.position] := 'settled';
  end loop;

  -- Each table is written once for all: a statement of its own for each operation costs more than its rows.
  insert into public.operation_attempts (company_id, environment, operation_id, number, kind, at, outcome, detail)
  select a.company_id, a.environment, a.operation_id, before.attempts + 1, a.kind, a.at, a.outcome, a.detail
    from unnest(attempts) as a
   cross join lateral (
     select count(*) as attempts
       from public.operation_attempts t
      where t.company_id = a.company_id and t.environment = a.environment and t.operation_id = a.operation_id) as before;
  if cardinality(changed) + cardinality(looked_at) > 0 then
    update public.operations x
       set status = c.status, receipt = c.receipt, card_id = c.card_id, decided_at = c.decided_at, failure_code = c.failure_code,
           failure_message = c.failure_message, review_reason = c.review_reason, review_opened_at = c.review_opened_at,
           review_checked_at = c.review_checked_at, review_next_at = c.review_next_at
      from unnest(changed || looked_at) as c
     where x.company_id = c.company_id and x.environment = c.environment and x.id = c.id;
  end if;
  if cardinality(captured) > 0 then
    insert into public.cards (company_id, environment, id, holder_id, product_id, name, last4, issuer_token, status, balance, created_at)
    select c.company_id, c.environment, c.card_id, c.holder_id, c.product_id, c.name, last4s[c.ordinality], card_tokens[c.ordinality],
           'active', c.amount, c.decided_at
      from unnest(captured) with ordinality as c
     where c.type = 'issue';
    update public.cards k
       set balance = k.balance + t.amount
      from (select c.company_id, c.environment, c.card_id, sum(c.amount) as amount
              from unnest(captured) as c
             where c.type = 'topup'
             group by c.company_id, c.environment, c.card_id) as t
     where k.company_id = t.company_id and k.environment = t.environment and k.id = t.card_id;
    perform ledger.capture(array(select c.company_id from unnest(captured) as c), array(select c.environment from unnest(captured) as c),
      captured_refs, array(select c.amount from unnest(captured) as c), array(select c.fee from unnest(captured) as c));
  end if;
  if cardinality(released) > 0 then
    update public.issue_quotas q
       set used = q.used - back.places
      from (select r.company_id, r.environment, public.month_of(r.created_at) as month, count(*) as places
              from unnest(released) as r
             where r.type = 'issue'
             group by r.company_id, r.environment, public.month_of(r.created_at)) as back
     where q.company_id = back.company_id and q.environment = back.environment and q.month = back.month;
    perform ledger.release(array(select r.company_id from unnest(released) as r), array(select r.environment from unnest(released) as r),
      released_refs, array(select r.amount + r.fee from unnest(released) as r));
  end if;
  if cardinality(changed) > 0 then
    perform public.tell_of_operations(changed, said_of_changed);
  end if;
  return results;
end
$$;

reset role;
revoke create on schema public from cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
