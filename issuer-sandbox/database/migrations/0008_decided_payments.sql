-- migrate:up
set lock_timeout = '5s';

-- Apart from the columns themselves: Postgres 15 adds no column with a default to a table whose row type a function uses.
alter table issuer_sandbox.card_transactions
  add column decline_reason text,
  add column returned_cents bigint; -- what its reports brought to a closed card, over all of them
update issuer_sandbox.card_transactions t
   set decline_reason = case when t.status = 'declined' then 'issuer_declined' else '' end, returned_cents = 0;
alter table issuer_sandbox.card_transactions
  alter column decline_reason set default '', alter column decline_reason set not null,
  alter column returned_cents set default 0, alter column returned_cents set not null;

-- A card transaction as the issuer reports it, with the money that went from its closed card to the account.
create function issuer_sandbox.shown_transaction(t issuer_sandbox.card_transactions, returned_cents bigint) returns json
  language sql stable
  return json_strip_nulls(json_build_object(
    'reference', t.reference, 'card', t.card, 'type', t.type, 'status', t.status, 'declineReason', t.decline_reason,
    'amount', issuer_sandbox.usd(t.amount_cents), 'currency', 'USD', 'merchant', t.merchant, 'country', t.country,
    'description', t.description, 'occurredAt', issuer_sandbox.instant(t.occurred_at),
    'returned', case when returned_cents > 0 then issuer_sandbox.usd(returned_cents) end));

-- What a card has spent on purchases and withdrawals since a moment, up to another.
create function issuer_sandbox.spent_cents(card_token text, since timestamptz, before timestamptz) returns bigint
  language sql stable
  return (select coalesce(-sum(t.amount_cents), 0)::bigint
            from issuer_sandbox.card_transactions t
           where t.card = card_token and t.type in ('purchase', 'withdrawal') and t.status in ('pending', 'settled')
             and t.occurred_at >= since and t.occurred_at < before);

-- Why a new payment is declined, as a real issuer would decide; empty when it is not. Limits are for purchases and
-- withdrawals, by days and months in UTC. Money that comes to a card is never declined.
create function issuer_sandbox.why_declined(
  card issuer_sandbox.cards, payment_type text, cents bigint, happened_at timestamptz) returns text
  language plpgsql as $$
declare
  this_day timestamptz := date_trunc('day', happened_at, 'UTC');
  this_month timestamptz := date_trunc('month', happened_at, 'UTC');
  next_month timestamptz := (this_month at time zone 'UTC' + interval '1 month') at time zone 'UTC';
begin
  if payment_type in ('refund', 'reversal') then return ''; end if;
  if card.status = 'closed' then return 'card_closed'; end if;
  if card.status = 'frozen' then return 'card_frozen'; end if;
  if payment_type in ('purchase', 'withdrawal') and (
       cents > card.limit_per_transaction_cents
       or issuer_sandbox.spent_cents(card.token, this_day, this_day + interval '24 hours') + cents > card.limit_per_day_cents
       or issuer_sandbox.spent_cents(card.token, this_month, next_month) + cents > card.limit_per_month_cents) then
    return 'limit_exceeded';
  end if;
  return case when cents > card.balance_cents then 'insufficient_balance' else '' end;
end
$$;

-- Creates a card transaction, or changes the one of the same reference, and notifies it. Without a status, the issuer
-- decides on a new one and settles a known one. A known transaction that is to happen once stays unchanged, and is not
-- notified again. Money that reaches a closed card goes to the account. Returns null when there is no such card.
create or replace function issuer_sandbox.add_card_transaction(asked jsonb) returns text
  language plpgsql as $$
declare
  card issuer_sandbox.cards;
  known issuer_sandbox.card_transactions;
  made issuer_sandbox.card_transactions;
  happened_at timestamptz := coalesce((asked ->> 'occurredAt')::timestamptz, issuer_sandbox.time_of(asked ->> 'account'));
  made_status text := asked ->> 'status';
  reason text := '';
  new_balance bigint;
  returned bigint := 0;
begin
  perform issuer_sandbox.lock_accounts(array[asked ->> 'account']);
  select c.* into card from issuer_sandbox.cards c
   where c.token = asked ->> 'card' and c.account = asked ->> 'account' for update;
  if not found then return null; end if;
  select * into known
    from issuer_sandbox.card_transactions t where t.card = card.token and t.reference = asked ->> 'reference';
  if found and (asked ->> 'once')::boolean then
    return issuer_sandbox.shown_transaction(known, known.returned_cents)::text;
  end if;

  if made_status = 'declined' then
    reason := 'issuer_declined';
  elsif made_status is null and known.reference is null then
    reason := issuer_sandbox.why_declined(card, asked ->> 'type', abs((asked ->> 'cents')::bigint), happened_at);
  end if;
  made_status := coalesce(made_status, case when reason = '' then 'settled' else 'declined' end);
  new_balance := card.balance_cents + issuer_sandbox.effect_of(made_status, (asked ->> 'cents')::bigint)
                 - coalesce(issuer_sandbox.effect_of(known.status, known.amount_cents), 0);
  if card.status = 'closed' and new_balance > 0 then
    returned := new_balance;
  end if;

  insert into issuer_sandbox.card_transactions as t
    (card, reference, type, amount_cents, status, merchant, country, description, occurred_at, account, number, decline_reason,
     returned_cents)
  values (card.token, asked ->> 'reference', asked ->> 'type', (asked ->> 'cents')::bigint, made_status,
          asked ->> 'merchant', asked ->> 'country', asked ->> 'description', happened_at, card.account,
          issuer_sandbox.next_number(card.account), reason, returned)
  on conflict on constraint one_transaction_per_reference do update
    set type = excluded.type, amount_cents = excluded.amount_cents, status = excluded.status, merchant = excluded.merchant,
        country = excluded.country, description = excluded.description, decline_reason = excluded.decline_reason,
        returned_cents = t.returned_cents + excluded.returned_cents
  returning t.* into made;
  update issuer_sandbox.cards c set balance_cents = new_balance - returned where c.token = card.token;
  insert into issuer_sandbox.notifications (id, account, body, due_at, copies)
  values (asked ->> 'noticeId', card.account,
          json_build_object('id', asked ->> 'noticeId', 'type', 'card.transaction', 'account', card.account,
                            'occurredAt', issuer_sandbox.instant(issuer_sandbox.time_of(card.account)),
                            'data', issuer_sandbox.shown_transaction(made, returned))::text,
          clock_timestamp(), 1);
  return issuer_sandbox.shown_transaction(made, returned)::text;
end
$$;

drop function issuer_sandbox.shown_transaction(issuer_sandbox.card_transactions);

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
