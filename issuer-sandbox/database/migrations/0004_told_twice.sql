-- migrate:up
set lock_timeout = '5s';

-- Whole milliseconds, the precision of every published time: decisions use the same value that everybody sees.
create or replace function issuer_sandbox.time_of(asked_account text) returns timestamptz
  language sql volatile
  return date_trunc('milliseconds', clock_timestamp())
    + coalesce((select a.ahead from issuer_sandbox.accounts a where a.account = asked_account), interval '0');

-- A card transaction as the issuer reports it.
create function issuer_sandbox.shown_transaction(t issuer_sandbox.card_transactions) returns json
  language sql stable
  return json_strip_nulls(json_build_object(
    'reference', t.reference, 'card', t.card, 'type', t.type, 'status', t.status,
    'amount', issuer_sandbox.usd(t.amount_cents), 'currency', 'USD', 'merchant', t.merchant, 'country', t.country,
    'description', t.description, 'occurredAt', issuer_sandbox.instant(t.occurred_at)));

-- Creates a card transaction, or changes the one of the same reference, and notifies it. A known transaction that is to
-- happen once stays unchanged, and is not notified again. Returns null when there is no such card.
create or replace function issuer_sandbox.add_card_transaction(asked jsonb) returns text
  language plpgsql as $$
declare
  known issuer_sandbox.card_transactions;
  made issuer_sandbox.card_transactions;
begin
  perform from issuer_sandbox.cards c where c.token = asked ->> 'card' and c.account = asked ->> 'account' for update;
  if not found then return null; end if;
  select * into known
    from issuer_sandbox.card_transactions t where t.card = asked ->> 'card' and t.reference = asked ->> 'reference';
  if found and (asked ->> 'once')::boolean then
    return issuer_sandbox.shown_transaction(known)::text;
  end if;
  insert into issuer_sandbox.card_transactions as t
    (card, reference, type, amount_cents, status, merchant, country, description, occurred_at)
  values (asked ->> 'card', asked ->> 'reference', asked ->> 'type', (asked ->> 'cents')::bigint, asked ->> 'status',
          asked ->> 'merchant', asked ->> 'country', asked ->> 'description',
          coalesce((asked ->> 'occurredAt')::timestamptz, issuer_sandbox.time_of(asked ->> 'account')))
  on conflict on constraint one_transaction_per_reference do update
    set type = excluded.type, amount_cents = excluded.amount_cents, status = excluded.status, merchant = excluded.merchant,
        country = excluded.country, description = excluded.description
  returning t.* into made;
  update issuer_sandbox.cards c
     set balance_cents = c.balance_cents + issuer_sandbox.effect_of(made.status, made.amount_cents)
                         - coalesce(issuer_sandbox.effect_of(known.status, known.amount_cents), 0)
   where c.token = made.card;
  insert into issuer_sandbox.notifications (id, account, body, due_at, copies)
  values (asked ->> 'noticeId', asked ->> 'account',
          json_build_object('id', asked ->> 'noticeId', 'type', 'card.transaction',
                            'occurredAt', issuer_sandbox.instant(issuer_sandbox.time_of(asked ->> 'account')),
                            'data', issuer_sandbox.shown_transaction(made))::text,
          clock_timestamp(), 1);
  return issuer_sandbox.shown_transaction(made)::text;
end
$$;

-- Transfers to one deposit are serialized, so that each notification includes those before it. Locking a row requires
-- the right to update some column of it.
grant update (reference) on issuer_sandbox.deposits to issuer_sandbox;

-- Makes a transfer arrive and notifies it. A known id has no effect, and is not notified again. Returns null when there
-- is no such deposit.
create or replace function issuer_sandbox.add_transfer(asked jsonb) returns text
  language plpgsql as $$
declare
  deposit json;
begin
  perform from issuer_sandbox.deposits d
    where d.account = asked ->> 'account' and d.reference = asked ->> 'reference' and not d.rejected for update;
  if not found then return null; end if;
  insert into issuer_sandbox.transfers (id, account, reference, amount_micros, occurred_at)
  values (asked ->> 'newId', asked ->> 'account', asked ->> 'reference', (asked ->> 'micros')::bigint,
          coalesce((asked ->> 'occurredAt')::timestamptz, issuer_sandbox.time_of(asked ->> 'account')))
  on conflict do nothing;
  deposit := issuer_sandbox.read_deposit(asked ->> 'account', asked ->> 'reference');
  if found then
    perform issuer_sandbox.notify(asked ->> 'account', asked -> 'notice', 'deposit', deposit);
  end if;
  return deposit::text;
end
$$;

-- Puts an account's time this far ahead of the real time, unless it is further ahead already, so repeating it has no
-- effect. Everything due later becomes due earlier by as much. Returns how far ahead it is.
create function issuer_sandbox.put_clock(asked_account text, ahead_seconds bigint) returns bigint
  language plpgsql as $$
declare
  before interval;
begin
  insert into issuer_sandbox.accounts (account, ahead) values (asked_account, '0') on conflict do nothing;
  select a.ahead into before from issuer_sandbox.accounts a where a.account = asked_account for update;
  if before < make_interval(secs => ahead_seconds) then
    update issuer_sandbox.accounts a set ahead = make_interval(secs => ahead_seconds) where a.account = asked_account;
    update issuer_sandbox.notifications n set due_at = n.due_at - (make_interval(secs => ahead_seconds) - before)
     where n.account = asked_account and n.copies > 0 and not n.given_up;
  end if;
  return (select floor(extract(epoch from a.ahead)) from issuer_sandbox.accounts a where a.account = asked_account);
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
