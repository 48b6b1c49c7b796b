-- migrate:up
set lock_timeout = '5s';

alter table issuer_sandbox.deposits
  add column late boolean not null default false; -- it arrived after its deadline, so it is rejected

-- Whether a request has missed its deadline, by the real clock: no account's time moves it. Checked in the commit of
-- the effect, so that nothing happens after the deadline.
create function issuer_sandbox.is_late(asked jsonb) returns boolean
  language sql volatile
  return coalesce(clock_timestamp() > to_timestamp((asked ->> 'deadline')::bigint), false);
revoke execute on function issuer_sandbox.is_late(jsonb) from public;
grant execute on function issuer_sandbox.is_late(jsonb) to issuer_sandbox;

-- Applies one order to the cards, and returns the issuer's answer about it from now on.
create or replace function issuer_sandbox.fulfil_order(asked jsonb) returns text
  language plpgsql as $$
declare
  order_account text := asked ->> 'account';
  cents bigint := (asked ->> 'cents')::bigint;
  card_token text;
  card_last4 text;
  card_balance bigint;
  refused_with text;
begin
  if issuer_sandbox.is_late(asked) then
    refused_with := 'expired';
  elsif asked ->> 'effect' = 'rejected' then
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
      when 'expired' then json_build_object('code', refused_with, 'message', 'It arrived after its deadline.')
      when 'declined' then json_build_object('code', refused_with, 'message', 'The issuer declined it.')
      when 'holder_unknown' then json_build_object('code', refused_with, 'message', 'No holder of this account has this token.')
      when 'card_unknown' then json_build_object('code', refused_with, 'message', 'No active card of this account has this token.')
    end))::text;
end
$$;

-- The current status of a deposit in its account's time, or null. Paid means one transfer of the exact amount in time;
-- the time of the transfer decides whether it is late.
create or replace function issuer_sandbox.read_deposit(asked_account text, asked_reference text) returns json
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
             'rejection', case
               when d.late then json_build_object('code', 'expired', 'message', 'It arrived after its deadline.')
               when d.rejected then json_build_object('code', 'declined', 'message', 'The issuer declined it.')
             end,
             'transfers', coalesce(
               json_agg(json_build_object('id', t.id, 'amount', issuer_sandbox.usdt(t.amount_micros),
                                          'occurredAt', issuer_sandbox.instant(t.occurred_at)) order by t.occurred_at, t.id)
                 filter (where t.id is not null), '[]')))
      from issuer_sandbox.deposits d
      left join issuer_sandbox.transfers t on t.account = d.account and t.reference = d.reference
     where d.account = asked_account and d.reference = asked_reference
     group by d.account, d.reference);

-- Opens a deposit; the verdicts are those of an order.
create or replace function issuer_sandbox.take_deposit(asked jsonb)
  returns table (answer text, verdict text)
  language plpgsql as $$
declare
  deposit_account text := asked ->> 'account';
  known text;
begin
  insert into issuer_sandbox.deposits (account, reference, content, amount_cents, address, rejected, late, expires_at)
  select deposit_account, asked ->> 'reference', asked ->> 'content', (asked ->> 'cents')::bigint, asked ->> 'address',
         asked ->> 'effect' = 'rejected' or issuer_sandbox.is_late(asked), issuer_sandbox.is_late(asked),
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

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
