-- migrate:up
set lock_timeout = '5s';

alter table holders add column issuer_token text not null default ''; -- the issuer's name for the holder; empty until it has one

-- What operators do not let out: an issuer's orders, or those for one product. Whatever is accepted meanwhile waits.
create table send_pauses (
  id           uuid primary key,
  environment  environment not null,
  product_id   uuid references products, -- null: everything that goes to the issuer of this environment
  reason       text not null check (length(reason) between 1 and 500),
  paused_by    uuid not null references operators,
  paused_at    timestamptz(3) not null
);
create unique index one_pause_of_a_kind on send_pauses (environment, coalesce(product_id, '00000000-0000-0000-0000-000000000000'));
grant select on send_pauses to cardwright_posting, cardwright_worker, cardwright_admin;

-- The send fence. Marks operations as sent, in a commit before anything goes out: whoever finds the mark never sends.
-- Answers for each that was asked what is to be done with it:
--   send     it is ours now: send it once
--   lost     somebody marked it and has been silent for longer than any send lasts: it may have been sent
--   give_up  nobody could connect to its issuer for as long as we try: nothing was sent, and nothing will be
--   wait     not yet, look again in so many seconds: its time has not come, it is paused, its company is suspended, its
--            issuer refuses connections, or somebody is sending it at this moment
--   over     nothing is left to do
-- `refusing` names the addresses that refuse connections at the moment: '' is the issuer's own, `own_addresses` are the
-- scenarios that have one to themselves.
create function claim_operations(company_ids uuid[], environments environment[], ids uuid[], tokens uuid[], silent_seconds integer,
    probe_seconds integer, give_up_seconds integer, own_addresses text[], refusing text[])
  returns table (at_position bigint, todo text, wait_seconds integer, type text, product_id uuid, amount bigint, holder_token text,
    card_token text, name text, recipient text, scenario text, attempt uuid, card_id uuid)
  language plpgsql security definer as $$
begin
  return query
  with asked as (
    select i.*
      from unnest(company_ids, environments, ids, tokens) with ordinality as i (company_id, environment, id, token, position)
  ), locked as (
    select a.position, a.token, o.company_id, o.environment, o.id,
           case when o.status in ('completed', 'failed', 'manual_review') then 'over'
                when o.status = 'processing' and o.sent_at < clock_timestamp() - make_interval(secs => silent_seconds) then 'lost'
                when o.status = 'processing' or o.next_try_at > clock_timestamp() then 'wait'
                when c.suspended_at is not null or exists (
                       select 1 from public.send_pauses p
                        where p.environment = o.environment and (p.product_id is null or p.product_id = o.product_id)) then 'held_up'
                -- Before anything is sent: whoever is always the first to try again would never find the address refusing.
                when o.refused_since + coalesce(clock_timestamp() - o.held_up_since, '0')
                     < clock_timestamp() - make_interval(secs => give_up_seconds) then 'give_up'
                when not case when o.scenario = any (own_addresses) then o.scenario else '' end = any (refusing) then 'send'
                else 'refused' end as found,
           case when o.status = 'queued' then ceil(extract(epoch from o.next_try_at - clock_timestamp()))::integer end as early_by
      from asked a
      join public.operations o on o.company_id = a.company_id and o.environment = a.environment and o.id = a.id
      join public.companies c on c.id = o.company_id
     order by o.company_id, o.environment, o.id
       for update of o
  ), marked as (
    -- Asked twice at once, an operation is marked for one of them: the other's token is not in it.
    update public.operations o
       set status = 'processing', attempt = l.token, sent_at = clock_timestamp(), held_up_since = null,
           refused_since = o.refused_since + coalesce(clock_timestamp() - o.held_up_since, '0')
      from locked l
     where l.found = 'send' and o.company_id = l.company_id and o.environment = l.environment and o.id = l.id and o.status = 'queued'
    returning o.id, o.attempt
  ), waiting as (
    update public.operations o
       set next_try_at = clock_timestamp() + make_interval(secs => probe_seconds),
           held_up_since = case l.found when 'held_up' then coalesce(o.held_up_since, clock_timestamp()) end,
           refused_since = case l.found
                             when 'held_up' then o.refused_since
                             else coalesce(o.refused_since + coalesce(clock_timestamp() - o.held_up_since, '0'), clock_timestamp()) end
      from locked l
     where l.found in ('held_up', 'refused') and o.company_id = l.company_id and o.environment = l.environment and o.id = l.id
  )
  select l.position,
         case when l.found = 'send' and m.attempt is distinct from l.token then 'over'
              when l.found in ('held_up', 'refused') then 'wait'
              else l.found end,
         case when l.found in ('held_up', 'refused') then probe_seconds else greatest(1, l.early_by) end,
         o.type, o.product_id, o.amount, h.issuer_token, k.issuer_token, o.name, o.recipient, o.scenario, o.attempt, o.card_id
    from locked l
    join public.operations o on o.company_id = l.company_id and o.environment = l.environment and o.id = l.id
    left join marked m on m.id = l.id
    left join public.holders h on h.company_id = o.company_id and h.environment = o.environment and h.id = o.holder_id
    left join public.cards k on k.company_id = o.company_id and k.environment = o.environment and k.id = o.card_id;
end
$$;

-- Unmarks an operation of which its own sender has proof that no socket ever connected: nothing was sent. False when the
-- mark is somebody else's.
create function unmark_operation(of_company uuid, of_environment environment, of_operation uuid, token uuid, again_after_seconds integer,
    evidence text) returns boolean
  language plpgsql security definer as $$
begin
  update public.operations o
     set status = 'queued', attempt = null, sent_at = null, refused_since = coalesce(o.refused_since, clock_timestamp()),
         next_try_at = clock_timestamp() + make_interval(secs => again_after_seconds)
   where o.company_id = of_company and o.environment = of_environment and o.id = of_operation
     and o.status = 'processing' and o.attempt = token;
  if not found then
    return false;
  end if;
  insert into public.operation_attempts (company_id, environment, operation_id, number, kind, at, outcome, detail)
  select of_company, of_environment, of_operation, count(*) + 1, 'send', clock_timestamp(), 'never_connected', left(evidence, 500)
    from public.operation_attempts a
   where a.company_id = of_company and a.environment = of_environment and a.operation_id = of_operation;
  return true;
end
$$;

-- Tells companies of events: to each of theirs the next number, and the bytes that every reader gets. One statement for all
-- of them: counters first, in one order.
create function tell_events(company_ids uuid[], environments environment[], event_ids uuid[], shown_events text[], shown_companies text[],
    types text[], objects text[], moments timestamptz[]) returns void
  language plpgsql security definer as $$
begin
  with counted as (
    insert into public.event_counters as c (company_id, environment, last)
    select e.company_id, e.environment, count(*)
      from unnest(company_ids, environments) as e (company_id, environment)
     group by e.company_id, e.environment
     order by e.company_id, e.environment
    on conflict (company_id, environment) do update set last = c.last + excluded.last
    returning c.company_id, c.environment, c.last
  ), told as (
    select e.*, c.last - count(*) over book + row_number() over (book order by e.position) as number
      from unnest(company_ids, environments, event_ids, shown_events, shown_companies, types, objects, moments) with ordinality
           as e (company_id, environment, id, shown_id, shown_company, type, object, moment, position)
      join counted c on c.company_id = e.company_id and c.environment = e.environment
    window book as (partition by e.company_id, e.environment)
  )
  insert into public.events (company_id, environment, sequence, id, type, body, created_at)
  select t.company_id, t.environment, t.number, t.id, t.type,
         '{"id":"' || t.shown_id || '","type":"' || t.type || '","createdAt":"' || public.instant_text(t.moment)
           || '","environment":"' || t.environment || '","companyId":"' || t.shown_company || '","sequence":' || t.number
           || ',"data":{"object":' || t.object || '}}',
         t.moment
    from told t;
end
$$;

-- Settles operations by what the issuer said, many in one commit: done captures the hold, rejected releases it, unknown
-- opens a review and keeps it. `news` are objects: what was learned of which operation, and how (`send` with the token of its
-- attempt, `read`, `notification`, `lost`, `decision` of two operators, or `unsent`: given up before anything was sent).
-- Answers for each: settled, noted (evidence was kept, nothing moved), or contradiction (it says the opposite of something
-- final).
-- Order of locks: books, operations, quotas, event counters.
create function settle_operations(news jsonb) returns text[]
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
    perform public.tell_events(array_agg(c.company_id order by c.ordinality), array_agg(c.environment order by c.ordinality),
        array_agg((w.said ->> 'eventId')::uuid order by c.ordinality), array_agg(w.said ->> 'shownEvent' order by c.ordinality),
        array_agg(w.said ->> 'shownCompany' order by c.ordinality), array_agg('operation.' || c.status order by c.ordinality),
        array_agg(public.operation_text(changed[c.ordinality], w.said ->> 'shownId', coalesce(w.said ->> 'shownCard', ''))
                  order by c.ordinality),
        array_agg(coalesce(c.decided_at, c.review_opened_at) order by c.ordinality))
       from unnest(changed) with ordinality as c
      cross join lateral (select said_of_changed[c.ordinality] as said) as w;
  end if;
  return results;
end
$$;

-- Reviews whose next look is due, oldest first: ids only, because the list has no scope. A company's own time decides.
create function list_due_reviews(at_most integer)
  returns table (company_id uuid, environment environment, id uuid)
  language sql volatile security definer
begin atomic
  select o.company_id, o.environment, o.id
    from public.operations o
   where o.status = 'manual_review' and o.review_next_at <= ledger.time_of(o.company_id, o.environment)
   order by o.review_next_at
   limit at_most;
end;

-- Operations that nobody seems to look at: whatever the queue has lost is poked again from here. Each is named once in so
-- many seconds.
create function take_forgotten_operations(older_than_seconds integer, at_most integer)
  returns table (company_id uuid, environment environment, id uuid)
  language sql volatile security definer
begin atomic
  with forgotten as (
    (select o.company_id, o.environment, o.id
       from public.operations o
      where o.status = 'queued' and o.next_try_at < clock_timestamp() - make_interval(secs => older_than_seconds)
      order by o.next_try_at
      limit at_most)
    union all
    (select o.company_id, o.environment, o.id
       from public.operations o
      where o.status = 'processing' and o.sent_at < clock_timestamp() - make_interval(secs => older_than_seconds)
        and o.next_try_at < clock_timestamp() - make_interval(secs => older_than_seconds)
      order by o.sent_at
      limit at_most)
  )
  update public.operations o
     set next_try_at = clock_timestamp()
    from forgotten f
   where o.company_id = f.company_id and o.environment = f.environment and o.id = f.id and o.status in ('queued', 'processing')
  returning o.company_id, o.environment, o.id;
end;

-- Whose operations they are, and how they stand. A notification names our id and no company; ids are unique, so an index
-- finds it.
create unique index operations_by_id on operations (id);
create function owners_of_operations(of_environments environment[], of_operations uuid[])
  returns table (company_id uuid, environment environment, id uuid, status text)
  language sql stable security definer
begin atomic
  select o.company_id, o.environment, o.id, o.status
    from unnest(of_environments, of_operations) as a (environment, id)
   cross join lateral (select * from public.operations x where x.id = a.id and x.environment = a.environment limit 1) as o;
end;

grant execute on function owners_of_operations(environment[], uuid[]) to cardwright_worker;
call run_as_posting('owners_of_operations(environment[], uuid[])');
grant execute on function claim_operations(uuid[], environment[], uuid[], uuid[], integer, integer, integer, text[], text[]),
  unmark_operation(uuid, environment, uuid, uuid, integer, text), settle_operations(jsonb), list_due_reviews(integer),
  take_forgotten_operations(integer, integer) to cardwright_worker;
call run_as_posting('claim_operations(uuid[], environment[], uuid[], uuid[], integer, integer, integer, text[], text[])');
call run_as_posting('unmark_operation(uuid, environment, uuid, uuid, integer, text)');
call run_as_posting('tell_events(uuid[], environment[], uuid[], text[], text[], text[], text[], timestamptz[])');
call run_as_posting('settle_operations(jsonb)');
call run_as_posting('list_due_reviews(integer)');
call run_as_posting('take_forgotten_operations(integer, integer)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
