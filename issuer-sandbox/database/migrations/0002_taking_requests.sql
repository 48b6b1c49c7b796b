-- migrate:up
set lock_timeout = '5s';

-- Every function here runs with the rights of its caller, which is only the issuer's own role. A function is the whole
-- effect of a request: the change, the answer, the notification and the log entry are one statement and one commit.

create function issuer_sandbox.time_of(asked_account text) returns timestamptz
  language sql volatile
  return clock_timestamp() + coalesce((select a.ahead from issuer_sandbox.accounts a where a.account = asked_account), interval '0');

create function issuer_sandbox.instant(moment timestamptz) returns text
  language sql stable
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create function issuer_sandbox.usd(cents bigint) returns text
  language sql immutable
  return round(cents::numeric / 100, 2)::text;

create function issuer_sandbox.usdt(micros bigint) returns text
  language sql immutable
  return round(micros::numeric / 1000000, 6)::text;

-- The object that a notification contains: the true one, unless it is to contradict.
create function issuer_sandbox.told(notice jsonb, object json) returns json
  language sql immutable
  return case
    when (notice ->> 'contradicts')::boolean then
      (object::jsonb - array['receipt', 'card', 'balance', 'address', 'payAmount', 'expiresAt']
       || '{"status": "rejected", "rejection": {"code": "declined", "message": "The issuer declined it."}}')::json
    else object
  end;

-- The body of a notification.
create function issuer_sandbox.event_of(notice jsonb, thing text, object json, happened_at timestamptz) returns text
  language sql stable
  return json_build_object('id', notice ->> 'id',
                           'type', thing || '.' || (issuer_sandbox.told(notice, object) ->> 'status'),
                           'occurredAt', issuer_sandbox.instant(happened_at),
                           'data', issuer_sandbox.told(notice, object))::text;

-- Puts a notification into the outbox. `notice` says when and how often; without one nothing is sent.
create function issuer_sandbox.notify(asked_account text, notice jsonb, thing text, object json) returns void
  language plpgsql as $$
begin
  if notice is null then return; end if;
  insert into issuer_sandbox.notifications (id, account, body, due_at, copies)
  values (notice ->> 'id', asked_account,
          issuer_sandbox.event_of(notice, thing, object, issuer_sandbox.time_of(asked_account)),
          clock_timestamp() + make_interval(secs => (notice ->> 'delaySeconds')::integer),
          (notice ->> 'copies')::integer);
end
$$;

-- Logs requests with their results, which are decided before the answer leaves. A conflict is always answered, whatever
-- the scenario.
create function issuer_sandbox.record_requests(batch jsonb, verdicts text[]) returns void
  language plpgsql as $$
begin
  insert into issuer_sandbox.requests (port, method, path, account, reference, scenario, signature_valid, duplicate, ending, status)
  select r.value ->> 'port', r.value ->> 'method', r.value ->> 'path', r.value ->> 'account', r.value ->> 'reference',
         r.value ->> 'scenario', (r.value ->> 'signatureValid')::boolean, verdicts[r.place] = 'duplicate',
         case when verdicts[r.place] = 'conflict' then 'answered' else r.value ->> 'ending' end,
         case when verdicts[r.place] = 'conflict' then 409 else (r.value ->> 'status')::integer end
    from jsonb_array_elements(batch) with ordinality as r (value, place);
end
$$;

-- Applies one order to the cards, and returns the issuer's answer about it from now on.
create function issuer_sandbox.fulfil_order(asked jsonb) returns text
  language plpgsql as $$
declare
  order_account text := asked ->> 'account';
  cents bigint := (asked ->> 'cents')::bigint;
  card_token text;
  card_last4 text;
  card_balance bigint;
  refused_with text;
begin
  if asked ->> 'effect' = 'rejected' then
    refused_with := 'declined';
  elsif asked ->> 'kind' = 'issue' then
    insert into issuer_sandbox.cards as c (token, account, holder, last4, balance_cents)
    select asked ->> 'newToken', order_account, h.token, asked ->> 'newLast4', cents
      from issuer_sandbox.holders h where h.token = asked ->> 'holder' and h.account = order_account
    returning c.token, c.last4, c.balance_cents into card_token, card_last4, card_balance;
    if not found then refused_with := 'holder_unknown'; end if;
  elsif asked ->> 'kind' = 'topup' then
    update issuer_sandbox.cards c set balance_cents = c.balance_cents + cents
     where c.token = asked ->> 'card' and c.account = order_account and c.status = 'active'
    returning c.token, c.last4, c.balance_cents into card_token, card_last4, card_balance;
    if not found then refused_with := 'card_unknown'; end if;
  end if;

  return json_strip_nulls(json_build_object(
    'reference', asked ->> 'reference',
    'status', case when refused_with is null then 'done' else 'rejected' end,
    'kind', asked ->> 'kind',
    'amount', issuer_sandbox.usd(cents),
    'currency', 'USD',
    'receipt', case when refused_with is null then asked ->> 'newReceipt' end,
    'card', case when card_token is not null then json_build_object('token', card_token, 'last4', card_last4) end,
    'balance', issuer_sandbox.usd(card_balance),
    'rejection', case refused_with
      when 'declined' then json_build_object('code', refused_with, 'message', 'The issuer declined it.')
      when 'holder_unknown' then json_build_object('code', refused_with, 'message', 'No holder of this account has this token.')
      when 'card_unknown' then json_build_object('code', refused_with, 'message', 'No active card of this account has this token.')
    end))::text;
end
$$;

-- Takes a batch of orders with distinct references, in one commit. The verdict on each: `first`, `duplicate` (the first
-- answer again), `conflict` (the reference belongs to another request) or `none` (the scenario wants no effect).
create function issuer_sandbox.take_orders(batch jsonb)
  returns table (answer text, verdict text)
  language plpgsql as $$
declare
  asked jsonb;
  known_content text;
  known_answer text;
  answers text[] := '{}';
  verdicts text[] := '{}';
begin
  for asked, known_content, known_answer in
    select b.value, o.content, o.answer
      from jsonb_array_elements(batch) with ordinality as b (value, place)
      left join lateral (
        select k.content, k.answer from issuer_sandbox.orders k
         where k.account = b.value ->> 'account' and k.reference = b.value ->> 'reference'
         limit 1) as o on true
     order by b.place
  loop
    verdict := case
      when known_content = asked ->> 'content' then 'duplicate'
      when known_content is not null then 'conflict'
      when asked ->> 'effect' = 'none' then 'none'
      else 'first'
    end;
    verdicts := verdicts || verdict;
    answers := answers || case when verdict = 'first' then issuer_sandbox.fulfil_order(asked) else known_answer end;
  end loop;

  insert into issuer_sandbox.orders (account, reference, content, kind, amount_cents, status, answer)
  select b.value ->> 'account', b.value ->> 'reference', b.value ->> 'content', b.value ->> 'kind', (b.value ->> 'cents')::bigint,
         answers[b.place]::json ->> 'status', answers[b.place]
    from jsonb_array_elements(batch) with ordinality as b (value, place)
   where verdicts[b.place] = 'first';
  insert into issuer_sandbox.notifications (id, account, body, due_at, copies)
  select b.value -> 'notice' ->> 'id', b.value ->> 'account',
         issuer_sandbox.event_of(b.value -> 'notice', 'order', answers[b.place]::json, issuer_sandbox.time_of(b.value ->> 'account')),
         clock_timestamp() + make_interval(secs => (b.value -> 'notice' ->> 'delaySeconds')::integer),
         (b.value -> 'notice' ->> 'copies')::integer
    from jsonb_array_elements(batch) with ordinality as b (value, place)
   where verdicts[b.place] = 'first' and b.value -> 'notice' <> 'null';
  perform issuer_sandbox.record_requests(batch, verdicts);
  return query select taken.answer, taken.verdict from unnest(answers, verdicts) as taken (answer, verdict);
end
$$;

-- Takes the registration of a holder; the verdicts are those of an order.
create function issuer_sandbox.take_holder(asked jsonb)
  returns table (answer text, verdict text)
  language plpgsql as $$
declare
  known record;
begin
  insert into issuer_sandbox.holders as h (account, reference, token, content, answer)
  values (asked ->> 'account', asked ->> 'reference', asked ->> 'newToken', asked ->> 'content',
          json_build_object('reference', asked ->> 'reference', 'token', asked ->> 'newToken', 'status', 'active')::text)
  on conflict do nothing
  returning h.answer into answer;
  verdict := 'first';
  if not found then
    select h.content, h.answer into known from issuer_sandbox.holders h
     where h.account = asked ->> 'account' and h.reference = asked ->> 'reference';
    answer := known.answer;
    verdict := case when known.content = asked ->> 'content' then 'duplicate' else 'conflict' end;
  end if;
  perform issuer_sandbox.record_requests(jsonb_build_array(asked), array[verdict]);
  return next;
end
$$;

-- The current status of a deposit in its account's time, or null. Paid means one transfer of the exact amount in time;
-- the time of the transfer decides whether it is late.
create function issuer_sandbox.read_deposit(asked_account text, asked_reference text) returns json
  language sql volatile
  return (
    select json_strip_nulls(json_build_object(
             'reference', d.reference,
             'status', case
               when d.rejected then 'rejected'
               when bool_or(t.amount_micros = d.amount_cents * 10000 + d.pay_fraction_micros and t.occurred_at < d.expires_at) then 'paid'
               when bool_or(t.occurred_at < d.expires_at) then 'mismatched'
               when issuer_sandbox.time_of(d.account) >= d.expires_at then 'expired'
               else 'waiting'
             end,
             'amount', issuer_sandbox.usd(d.amount_cents),
             'address', case when not d.rejected then d.address end,
             'payAmount', case when not d.rejected then issuer_sandbox.usdt(d.amount_cents * 10000 + d.pay_fraction_micros) end,
             'asset', 'USDT',
             'network', 'TRON',
             'expiresAt', case when not d.rejected then issuer_sandbox.instant(d.expires_at) end,
             'rejection', case when d.rejected then json_build_object('code', 'declined', 'message', 'The issuer declined it.') end,
             'transfers', coalesce(
               json_agg(json_build_object('id', t.id, 'amount', issuer_sandbox.usdt(t.amount_micros),
                                          'occurredAt', issuer_sandbox.instant(t.occurred_at)) order by t.occurred_at, t.id)
                 filter (where t.id is not null), '[]')))
      from issuer_sandbox.deposits d
      left join issuer_sandbox.transfers t on t.account = d.account and t.reference = d.reference
     where d.account = asked_account and d.reference = asked_reference
     group by d.account, d.reference);

-- Opens a deposit; the verdicts are those of an order.
create function issuer_sandbox.take_deposit(asked jsonb)
  returns table (answer text, verdict text)
  language plpgsql as $$
declare
  deposit_account text := asked ->> 'account';
  known text;
begin
  insert into issuer_sandbox.deposits (account, reference, content, amount_cents, address, rejected, expires_at)
  select deposit_account, asked ->> 'reference', asked ->> 'content', (asked ->> 'cents')::bigint, asked ->> 'address',
         asked ->> 'effect' = 'rejected',
         issuer_sandbox.time_of(deposit_account) + make_interval(secs => (asked ->> 'lifetimeSeconds')::integer)
   where asked ->> 'effect' <> 'none'
  on conflict do nothing;
  if found then
    verdict := 'first';
    perform issuer_sandbox.notify(deposit_account, nullif(asked -> 'notice', 'null'), 'deposit',
                                  issuer_sandbox.read_deposit(deposit_account, asked ->> 'reference'));
  else
    select d.content into known from issuer_sandbox.deposits d
     where d.account = deposit_account and d.reference = asked ->> 'reference';
    verdict := case when not found then 'none' when known = asked ->> 'content' then 'duplicate' else 'conflict' end;
  end if;
  answer := issuer_sandbox.read_deposit(deposit_account, asked ->> 'reference')::text;
  perform issuer_sandbox.record_requests(jsonb_build_array(asked), array[verdict]);
  return next;
end
$$;

do $$
declare
  routine regprocedure;
begin
  for routine in select p.oid from pg_proc p where p.pronamespace = 'issuer_sandbox'::regnamespace loop
    execute format('revoke execute on function %s from public', routine);
    execute format('grant execute on function %s to issuer_sandbox', routine);
  end loop;
end
$$;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
