-- migrate:up
set lock_timeout = '5s';

-- Everything of an account is numbered in the order of creation, so that it can be listed in a stable order. Numbers are
-- taken under a lock of the account that lasts until the commit: a row that becomes visible later has a higher number.
-- An unused number leaves a gap.
create table issuer_sandbox.counters (
  account text primary key,
  latest  bigint not null
);
grant select, insert, update on issuer_sandbox.counters to issuer_sandbox;

-- What was asked for, so that a listing is complete. Orders from before this migration have no product.
alter table issuer_sandbox.orders
  add column number    bigint,
  add column product   text not null default '',
  add column holder    text,
  add column card      text,
  add column recipient text,
  add column name      text;
alter table issuer_sandbox.holders
  add column number bigint,
  add column name   text not null default '',
  add column email  text not null default '',
  add column kind   text not null default '';
alter table issuer_sandbox.deposits
  add column number     bigint,
  add column created_at timestamptz;
alter table issuer_sandbox.cards
  add column number     bigint,
  add column product    text not null default '',
  add column name       text not null default '',
  add column issued_by  text not null default '', -- the reference of its order
  add column created_at timestamptz;
alter table issuer_sandbox.card_transactions
  add column account text,
  add column number  bigint;

update issuer_sandbox.cards c
   set issued_by = o.reference, created_at = o.created_at
  from issuer_sandbox.orders o
 where o.account = c.account and o.kind = 'issue' and o.status = 'done' and o.answer::json #>> '{card,token}' = c.token;
update issuer_sandbox.cards c set created_at = '-infinity' where c.created_at is null;
update issuer_sandbox.orders o set holder = c.holder
  from issuer_sandbox.cards c where c.account = o.account and c.issued_by = o.reference;
update issuer_sandbox.orders o set card = o.answer::json #>> '{card,token}' where o.kind = 'topup' and o.status = 'done';
update issuer_sandbox.deposits d set created_at = d.expires_at - interval '1 hour';
update issuer_sandbox.card_transactions t set account = c.account from issuer_sandbox.cards c where c.token = t.card;

update issuer_sandbox.orders o set number = n.number
  from (select account, reference, row_number() over (partition by account order by created_at, reference) as number
          from issuer_sandbox.orders) as n
 where n.account = o.account and n.reference = o.reference;
update issuer_sandbox.holders h set number = n.number
  from (select token, row_number() over (partition by account order by created_at, token) as number
          from issuer_sandbox.holders) as n
 where n.token = h.token;
update issuer_sandbox.deposits d set number = n.number
  from (select account, reference, row_number() over (partition by account order by created_at, reference) as number
          from issuer_sandbox.deposits) as n
 where n.account = d.account and n.reference = d.reference;
update issuer_sandbox.cards c set number = n.number
  from (select token, row_number() over (partition by account order by created_at, token) as number
          from issuer_sandbox.cards) as n
 where n.token = c.token;
update issuer_sandbox.card_transactions t set number = n.number
  from (select card, reference, row_number() over (partition by account order by occurred_at, card, reference) as number
          from issuer_sandbox.card_transactions) as n
 where n.card = t.card and n.reference = t.reference;
insert into issuer_sandbox.counters (account, latest)
select account, max(number)
  from (select account, number from issuer_sandbox.orders
        union all select account, number from issuer_sandbox.holders
        union all select account, number from issuer_sandbox.deposits
        union all select account, number from issuer_sandbox.cards
        union all select account, number from issuer_sandbox.card_transactions) as numbered
 group by account;

alter table issuer_sandbox.orders alter column number set not null;
alter table issuer_sandbox.holders alter column number set not null;
alter table issuer_sandbox.deposits alter column number set not null, alter column created_at set not null;
alter table issuer_sandbox.cards alter column number set not null, alter column created_at set not null;
alter table issuer_sandbox.card_transactions alter column number set not null, alter column account set not null;
create unique index orders_in_order on issuer_sandbox.orders (account, number);
create unique index holders_in_order on issuer_sandbox.holders (account, number);
create unique index deposits_in_order on issuer_sandbox.deposits (account, number);
create unique index cards_in_order on issuer_sandbox.cards (account, number);
create unique index card_transactions_in_order on issuer_sandbox.card_transactions (account, number);

-- Locks accounts until the commit, always in the same order, so that two batches never wait for each other.
create function issuer_sandbox.lock_accounts(asked_accounts text[]) returns void
  language plpgsql as $$
begin
  insert into issuer_sandbox.counters (account, latest)
  select distinct a.account, 0 from unnest(asked_accounts) as a (account) order by a.account
  on conflict do nothing;
  perform from issuer_sandbox.counters c where c.account = any (asked_accounts) order by c.account for update;
end
$$;

-- The next number of an account that this transaction has locked.
create function issuer_sandbox.next_number(locked_account text) returns bigint
  language plpgsql as $$
declare
  taken bigint;
begin
  update issuer_sandbox.counters c set latest = c.latest + 1 where c.account = locked_account returning c.latest into strict taken;
  return taken;
end
$$;

-- An object without its empty fields. Unlike json_strip_nulls, it leaves the objects inside it as they are.
create function issuer_sandbox.present(object json) returns json
  language sql immutable
  return (select json_object_agg(f.key, f.value order by f.place)
            from json_each(object) with ordinality as f (key, value, place)
           where json_typeof(f.value) <> 'null');

-- The object that a notification contains: the true one, unless it is to contradict.
create or replace function issuer_sandbox.told(notice jsonb, object json) returns json
  language sql immutable
  return case
    when (notice ->> 'contradicts')::boolean then
      (object::jsonb - array['receipt', 'card', 'balance', 'returned', 'limits', 'address', 'payAmount', 'expiresAt']
       || '{"status": "rejected", "rejection": {"code": "declined", "message": "The issuer declined it."}}')::json
    else object
  end;

-- The body of a notification to an account.
create function issuer_sandbox.event_to(asked_account text, notice jsonb, thing text, object json) returns text
  language sql volatile
  return json_build_object('id', notice ->> 'id',
                           'type', thing || '.' || (issuer_sandbox.told(notice, object) ->> 'status'),
                           'account', asked_account,
                           'occurredAt', issuer_sandbox.instant(issuer_sandbox.time_of(asked_account)),
                           'data', issuer_sandbox.told(notice, object))::text;

-- Puts a notification into the outbox. `notice` says when and how often; without one nothing is sent.
create or replace function issuer_sandbox.notify(asked_account text, notice jsonb, thing text, object json) returns void
  language plpgsql as $$
begin
  if notice is null then return; end if;
  insert into issuer_sandbox.notifications (id, account, body, due_at, copies)
  values (notice ->> 'id', asked_account, issuer_sandbox.event_to(asked_account, notice, thing, object),
          clock_timestamp() + make_interval(secs => (notice ->> 'delaySeconds')::integer),
          (notice ->> 'copies')::integer);
end
$$;

-- Takes the registration of a holder; the verdicts are those of an order.
create or replace function issuer_sandbox.take_holder(asked jsonb)
  returns table (answer text, verdict text)
  language plpgsql as $$
declare
  holder_account text := asked ->> 'account';
  known record;
begin
  perform issuer_sandbox.lock_accounts(array[holder_account]);
  insert into issuer_sandbox.holders as h (account, reference, token, content, answer, number, name, email, kind, created_at)
  values (holder_account, asked ->> 'reference', asked ->> 'newToken', asked ->> 'content',
          json_build_object('reference', asked ->> 'reference', 'token', asked ->> 'newToken', 'status', 'active')::text,
          issuer_sandbox.next_number(holder_account), coalesce(asked ->> 'name', ''), coalesce(asked ->> 'email', ''),
          coalesce(asked ->> 'kind', ''), issuer_sandbox.time_of(holder_account))
  on conflict do nothing
  returning h.answer into answer;
  verdict := 'first';
  if not found then
    select h.content, h.answer into known from issuer_sandbox.holders h
     where h.account = holder_account and h.reference = asked ->> 'reference';
    answer := known.answer;
    verdict := case when known.content = asked ->> 'content' then 'duplicate' else 'conflict' end;
  end if;
  perform issuer_sandbox.record_requests(jsonb_build_array(asked), array[verdict]);
  return next;
end
$$;

-- Opens a deposit; the verdicts are those of an order.
create or replace function issuer_sandbox.take_deposit(asked jsonb)
  returns table (answer text, verdict text)
  language plpgsql as $$
declare
  deposit_account text := asked ->> 'account';
  known text;
begin
  perform issuer_sandbox.lock_accounts(array[deposit_account]);
  insert into issuer_sandbox.deposits
    (account, reference, content, amount_cents, address, rejected, late, expires_at, number, created_at)
  select deposit_account, asked ->> 'reference', asked ->> 'content', (asked ->> 'cents')::bigint, asked ->> 'address',
         asked ->> 'effect' = 'rejected' or issuer_sandbox.is_late(asked), issuer_sandbox.is_late(asked),
         issuer_sandbox.time_of(deposit_account) + make_interval(secs => (asked ->> 'lifetimeSeconds')::integer),
         issuer_sandbox.next_number(deposit_account), issuer_sandbox.time_of(deposit_account)
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
