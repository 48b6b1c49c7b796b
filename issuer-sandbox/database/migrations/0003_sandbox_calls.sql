-- migrate:up
set lock_timeout = '5s';

-- Makes a transfer arrive at a deposit and notifies the new status. Returns null when there is no such deposit.
create function issuer_sandbox.add_transfer(asked jsonb) returns text
  language plpgsql as $$
declare
  deposit json;
begin
  insert into issuer_sandbox.transfers (id, account, reference, amount_micros, occurred_at)
  select asked ->> 'newId', d.account, d.reference, (asked ->> 'micros')::bigint,
         coalesce((asked ->> 'occurredAt')::timestamptz, issuer_sandbox.time_of(d.account))
    from issuer_sandbox.deposits d
   where d.account = asked ->> 'account' and d.reference = asked ->> 'reference' and not d.rejected;
  if not found then return null; end if;
  deposit := issuer_sandbox.read_deposit(asked ->> 'account', asked ->> 'reference');
  perform issuer_sandbox.notify(asked ->> 'account', asked -> 'notice', 'deposit', deposit);
  return deposit::text;
end
$$;

-- The effect of a transaction on its card's balance: zero for a declined or reversed one.
create function issuer_sandbox.effect_of(transaction_status text, cents bigint) returns bigint
  language sql immutable
  return case when transaction_status in ('pending', 'settled') then cents else 0 end;

-- Creates a card transaction, or changes the one of the same reference, and notifies it. Returns null when there is no
-- such card.
create function issuer_sandbox.add_card_transaction(asked jsonb) returns text
  language plpgsql as $$
declare
  before bigint;
  made issuer_sandbox.card_transactions;
  shown json;
begin
  perform from issuer_sandbox.cards c where c.token = asked ->> 'card' and c.account = asked ->> 'account' for update;
  if not found then return null; end if;
  select issuer_sandbox.effect_of(t.status, t.amount_cents) into before
    from issuer_sandbox.card_transactions t where t.card = asked ->> 'card' and t.reference = asked ->> 'reference';
  insert into issuer_sandbox.card_transactions as t
    (card, reference, type, amount_cents, status, merchant, country, description, occurred_at)
  values (asked ->> 'card', asked ->> 'reference', asked ->> 'type', (asked ->> 'cents')::bigint, asked ->> 'status',
          asked ->> 'merchant', asked ->> 'country', asked ->> 'description', issuer_sandbox.time_of(asked ->> 'account'))
  on conflict on constraint one_transaction_per_reference do update
    set type = excluded.type, amount_cents = excluded.amount_cents, status = excluded.status, merchant = excluded.merchant,
        country = excluded.country, description = excluded.description
  returning t.* into made;
  update issuer_sandbox.cards c
     set balance_cents = c.balance_cents + issuer_sandbox.effect_of(made.status, made.amount_cents) - coalesce(before, 0)
   where c.token = made.card;
  shown := json_strip_nulls(json_build_object(
    'reference', made.reference, 'card', made.card, 'type', made.type, 'status', made.status,
    'amount', issuer_sandbox.usd(made.amount_cents), 'currency', 'USD', 'merchant', made.merchant, 'country', made.country,
    'description', made.description, 'occurredAt', issuer_sandbox.instant(made.occurred_at)));
  insert into issuer_sandbox.notifications (id, account, body, due_at, copies)
  values (asked ->> 'noticeId', asked ->> 'account',
          json_build_object('id', asked ->> 'noticeId', 'type', 'card.transaction',
                            'occurredAt', issuer_sandbox.instant(issuer_sandbox.time_of(asked ->> 'account')), 'data', shown)::text,
          clock_timestamp(), 1);
  return shown::text;
end
$$;

-- Moves an account's time forward: everything due later becomes due earlier by as much. Returns the new time.
create function issuer_sandbox.advance_clock(asked_account text, seconds integer) returns text
  language plpgsql as $$
begin
  insert into issuer_sandbox.accounts as a (account, ahead) values (asked_account, make_interval(secs => seconds))
  on conflict (account) do update set ahead = a.ahead + excluded.ahead;
  update issuer_sandbox.notifications n set due_at = n.due_at - make_interval(secs => seconds)
   where n.account = asked_account and n.copies > 0 and not n.given_up;
  return issuer_sandbox.instant(issuer_sandbox.time_of(asked_account));
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
