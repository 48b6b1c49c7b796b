-- migrate:up
set lock_timeout = '5s';

alter table issuer_sandbox.cards
  add column limit_per_transaction_cents bigint check (limit_per_transaction_cents > 0), -- null: no limit
  add column limit_per_day_cents         bigint check (limit_per_day_cents > 0),
  add column limit_per_month_cents       bigint check (limit_per_month_cents > 0),
  add constraint known_status check (status in ('active', 'frozen', 'closed'));

-- An action on a card costs nothing.
alter table issuer_sandbox.orders
  add column limits json,
  drop constraint orders_kind_check,
  drop constraint orders_amount_cents_check,
  add constraint known_kind check (kind in ('issue', 'topup', 'service', 'freeze', 'unfreeze', 'close', 'limits')),
  add constraint amount_of_its_kind check (
    case when kind in ('issue', 'topup', 'service') then amount_cents > 0 else amount_cents = 0 end);

create function issuer_sandbox.cents(dollars text) returns bigint
  language sql immutable
  return (dollars::numeric * 100)::bigint;

-- The limits of a card; null is none.
create function issuer_sandbox.limits_of(card issuer_sandbox.cards) returns json
  language sql immutable
  return json_build_object('perTransaction', issuer_sandbox.usd(card.limit_per_transaction_cents),
                           'perDay', issuer_sandbox.usd(card.limit_per_day_cents),
                           'perMonth', issuer_sandbox.usd(card.limit_per_month_cents));

-- A card as a read answers it.
create function issuer_sandbox.shown_card(card issuer_sandbox.cards) returns json
  language sql stable
  return json_build_object('token', card.token, 'last4', card.last4, 'status', card.status,
                           'balance', issuer_sandbox.usd(card.balance_cents), 'limits', issuer_sandbox.limits_of(card),
                           'holder', card.holder, 'product', card.product, 'name', card.name, 'issuedBy', card.issued_by);

-- Why an order is rejected, in words.
create function issuer_sandbox.rejection_of(code text) returns json
  language sql immutable
  return case when code is not null then json_build_object('code', code, 'message', case code
    when 'expired' then 'It arrived after its deadline.'
    when 'declined' then 'The issuer declined it.'
    when 'holder_unknown' then 'No holder of this account has this token.'
    when 'card_unknown' then 'No card of this account has this token.'
    when 'card_closed' then 'The card is closed.'
    when 'card_not_active' then 'The card is not active.'
    when 'card_not_frozen' then 'The card is not frozen.'
    when 'card_overdrawn' then 'The balance of the card is below zero.'
  end) end;

-- What an order comes to: the code of its rejection, or its card afterwards and what a closed one had on it.
create type issuer_sandbox.order_effect as (refused_with text, card issuer_sandbox.cards, returned_cents bigint);

-- Issues the card of an order, or says why not.
create function issuer_sandbox.issue_card(asked jsonb) returns issuer_sandbox.order_effect
  language plpgsql as $$
declare
  order_account text := asked ->> 'account';
  card issuer_sandbox.cards;
begin
  insert into issuer_sandbox.cards as c
    (token, account, holder, last4, balance_cents, number, product, name, issued_by, created_at)
  select asked ->> 'newToken', order_account, h.token, asked ->> 'newLast4', (asked ->> 'cents')::bigint,
         issuer_sandbox.next_number(order_account), coalesce(asked ->> 'product', ''), coalesce(asked ->> 'name', ''),
         asked ->> 'reference', issuer_sandbox.time_of(order_account)
    from issuer_sandbox.holders h where h.token = asked ->> 'holder' and h.account = order_account
  returning c.* into card;
  return row(case when not found then 'holder_unknown' end, card, null)::issuer_sandbox.order_effect;
end
$$;

-- Applies an order to an existing card, or says why not. Closing a card returns its balance to the account.
create function issuer_sandbox.change_card(asked jsonb) returns issuer_sandbox.order_effect
  language plpgsql as $$
declare
  order_kind text := asked ->> 'kind';
  card issuer_sandbox.cards;
  refused_with text;
  returned_cents bigint;
begin
  select c.* into card from issuer_sandbox.cards c
   where c.token = asked ->> 'card' and c.account = asked ->> 'account' for update;
  refused_with := case
    when not found then 'card_unknown'
    when card.status = 'closed' then 'card_closed'
    when order_kind in ('topup', 'freeze') and card.status <> 'active' then 'card_not_active'
    when order_kind = 'unfreeze' and card.status <> 'frozen' then 'card_not_frozen'
    when order_kind = 'close' and card.balance_cents < 0 then 'card_overdrawn'
  end;
  if refused_with is not null then return row(refused_with, null, null)::issuer_sandbox.order_effect; end if;
  case order_kind
    when 'topup' then card.balance_cents := card.balance_cents + (asked ->> 'cents')::bigint;
    when 'freeze' then card.status := 'frozen';
    when 'unfreeze' then card.status := 'active';
    when 'close' then
      card.status := 'closed';
      returned_cents := card.balance_cents;
      card.balance_cents := 0;
    when 'limits' then
      card.limit_per_transaction_cents := issuer_sandbox.cents(asked #>> '{limits,perTransaction}');
      card.limit_per_day_cents := issuer_sandbox.cents(asked #>> '{limits,perDay}');
      card.limit_per_month_cents := issuer_sandbox.cents(asked #>> '{limits,perMonth}');
  end case;
  update issuer_sandbox.cards c
     set balance_cents = card.balance_cents, status = card.status,
         limit_per_transaction_cents = card.limit_per_transaction_cents,
         limit_per_day_cents = card.limit_per_day_cents, limit_per_month_cents = card.limit_per_month_cents
   where c.token = card.token;
  return row(null, card, returned_cents)::issuer_sandbox.order_effect;
end
$$;

-- Applies one order to the cards, and returns the issuer's answer about it from now on.
create or replace function issuer_sandbox.fulfil_order(asked jsonb) returns text
  language plpgsql as $$
declare
  order_kind text := asked ->> 'kind';
  effect issuer_sandbox.order_effect;
  card issuer_sandbox.cards;
begin
  if issuer_sandbox.is_late(asked) then
    effect.refused_with := 'expired';
  elsif asked ->> 'effect' = 'rejected' then
    effect.refused_with := 'declined';
  elsif order_kind = 'issue' then
    effect := issuer_sandbox.issue_card(asked);
  elsif order_kind <> 'service' then
    effect := issuer_sandbox.change_card(asked);
  end if;
  card := effect.card;

  return issuer_sandbox.present(json_build_object(
    'reference', asked ->> 'reference',
    'status', case when effect.refused_with is null then 'done' else 'rejected' end,
    'kind', order_kind,
    'amount', issuer_sandbox.usd((asked ->> 'cents')::bigint),
    'currency', 'USD',
    'receipt', case when effect.refused_with is null then asked ->> 'newReceipt' end,
    'card', case when card.token is not null then json_build_object('token', card.token, 'last4', card.last4) end,
    'balance', issuer_sandbox.usd(card.balance_cents),
    'returned', issuer_sandbox.usd(effect.returned_cents),
    'limits', case when card.token is not null and order_kind = 'limits' then issuer_sandbox.limits_of(card) end,
    'rejection', issuer_sandbox.rejection_of(effect.refused_with)))::text;
end
$$;

-- Takes a batch of orders with distinct references, in one commit. The verdict on each: `first`, `duplicate` (the first
-- answer again), `conflict` (the reference belongs to another request) or `none` (the scenario wants no effect).
create or replace function issuer_sandbox.take_orders(batch jsonb)
  returns table (answer text, verdict text)
  language plpgsql as $$
declare
  asked jsonb;
  known_content text;
  known_answer text;
  answers text[] := '{}';
  verdicts text[] := '{}';
begin
  perform issuer_sandbox.lock_accounts(array(select b.value ->> 'account' from jsonb_array_elements(batch) as b (value)));
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

  insert into issuer_sandbox.orders
    (account, reference, content, kind, amount_cents, status, answer, number, product, holder, card, recipient, name, limits,
     created_at)
  select b.value ->> 'account', b.value ->> 'reference', b.value ->> 'content', b.value ->> 'kind', (b.value ->> 'cents')::bigint,
         answers[b.place]::json ->> 'status', answers[b.place], issuer_sandbox.next_number(b.value ->> 'account'),
         coalesce(b.value ->> 'product', ''), b.value ->> 'holder', b.value ->> 'card', b.value ->> 'recipient',
         b.value ->> 'name', b.value -> 'limits', issuer_sandbox.time_of(b.value ->> 'account')
    from jsonb_array_elements(batch) with ordinality as b (value, place)
   where verdicts[b.place] = 'first'
   order by b.place;
  insert into issuer_sandbox.notifications (id, account, body, due_at, copies)
  select b.value -> 'notice' ->> 'id', b.value ->> 'account',
         issuer_sandbox.event_to(b.value ->> 'account', b.value -> 'notice', 'order', answers[b.place]::json),
         clock_timestamp() + make_interval(secs => (b.value -> 'notice' ->> 'delaySeconds')::integer),
         (b.value -> 'notice' ->> 'copies')::integer
    from jsonb_array_elements(batch) with ordinality as b (value, place)
   where verdicts[b.place] = 'first' and b.value -> 'notice' <> 'null';
  perform issuer_sandbox.record_requests(batch, verdicts);
  return query select taken.answer, taken.verdict from unnest(answers, verdicts) as taken (answer, verdict);
end
$$;

drop function issuer_sandbox.event_of(jsonb, text, json, timestamptz);

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
