-- migrate:up
set lock_timeout = '5s';

-- Invoices by which a company funds its card account. Cents for dollars, millionths for USDT.
create table invoices (
  company_id          uuid not null references companies,
  environment         environment not null,
  id                  uuid not null,
  status              text not null check (status in ('creating', 'pending', 'completed', 'expired', 'failed', 'manual_review')),
  requested_amount    bigint not null check (requested_amount > 0 and requested_amount % 100 = 0),
  deposit_amount      bigint not null check (deposit_amount > 0), -- what was asked for, until operators accept another amount
  fee                 bigint not null check (fee between 0 and deposit_amount),
  scenario            text not null default '' check (length(scenario) <= 64), -- sandbox: the fault that was asked for
  address             text check (length(address) = 34),
  pay_amount          bigint,
  expires_at          timestamptz(3), -- the issuer's, in the company's time
  attempt             uuid,           -- the token of whoever asked the issuer: its answer counts
  sent_at             timestamptz(3), -- when it was marked; nothing is ever sent before, and never a second time
  look_at             timestamptz(3), -- real time: when somebody has to look at it; null when nobody has to any more
  answer              text,           -- what the client was answered once there was something to pay; a replay repeats the bytes
  failure_code        text not null default '',
  failure_message     text not null default '',
  review_reason       text not null default '',
  review_opened_at    timestamptz(3),
  review_checked_at   timestamptz(3),
  decided_at          timestamptz(3), -- completed, expired or failed
  created_at          timestamptz(3) not null,
  primary key (company_id, environment, id),
  constraint payable_as_a_whole check ((address is null) = (pay_amount is null) and (address is null) = (expires_at is null)),
  constraint pending_is_payable check (status not in ('pending', 'completed', 'expired') or address is not null),
  constraint pays_for_the_deposit check (pay_amount between requested_amount * 10000 and requested_amount * 10000 + 1000000),
  constraint final_is_dated check ((status in ('completed', 'expired', 'failed')) = (decided_at is not null)),
  constraint review_has_a_reason check (status <> 'manual_review' or (review_reason <> '' and review_opened_at is not null))
);
-- The rule of the specification, by the database itself.
create unique index one_unresolved_invoice on invoices (company_id, environment) where status in ('creating', 'pending', 'manual_review');
create unique index invoices_by_id on invoices (id);
create index invoices_by_time on invoices (company_id, environment, created_at desc, id desc);
create index invoices_by_status on invoices (company_id, environment, status, created_at desc, id desc);
create index invoices_to_look_at on invoices (look_at, company_id, environment, id) where look_at is not null;
create index invoices_in_review on invoices (review_opened_at, id) where status = 'manual_review';

-- What the issuer has seen arrive for an invoice: each transfer once, whether it was credited or not.
create table invoice_transfers (
  company_id   uuid not null,
  environment  environment not null,
  invoice_id   uuid not null,
  transfer_id  text not null check (length(transfer_id) between 1 and 128), -- the issuer's
  amount       bigint not null check (amount > 0),
  occurred_at  timestamptz(3) not null, -- by the issuer: late is judged by this, never by when we heard of it
  seen_at      timestamptz(3) not null,
  primary key (company_id, environment, invoice_id, transfer_id),
  foreign key (company_id, environment, invoice_id) references invoices
);

-- What was tried and what came back, for whoever must decide.
create table invoice_attempts (
  company_id   uuid not null,
  environment  environment not null,
  invoice_id   uuid not null,
  number       integer not null check (number >= 1),
  kind         text not null check (kind in ('send', 'read', 'notification', 'lost', 'decision')),
  at           timestamptz(3) not null, -- real time
  outcome      text not null check (outcome in ('open', 'rejected', 'absent', 'unknown', 'never_connected', 'accepted', 'failed')),
  detail       text not null check (length(detail) <= 500),
  primary key (company_id, environment, invoice_id, number)
);
call protect_by_scope('invoices');
call protect_by_scope('invoice_transfers');
call protect_by_scope('invoice_attempts');
create trigger invoice_transfers_are_append_only before update or delete or truncate on invoice_transfers
  for each statement execute function refuse_change();
alter table invoice_transfers enable always trigger invoice_transfers_are_append_only;
create trigger invoice_attempts_are_append_only before update or delete or truncate on invoice_attempts
  for each statement execute function refuse_change();
alter table invoice_attempts enable always trigger invoice_attempts_are_append_only;

grant select on invoices, invoice_transfers, invoice_attempts to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update on invoices to cardwright_posting;
grant select, insert on invoice_transfers, invoice_attempts to cardwright_posting;

-- 1.5 %, rounded up to the cent.
create function deposit_fee(amount bigint) returns bigint
  language sql immutable parallel safe
  return (amount * 150 + 9999) / 10000;

-- Millionths of a USDT as the API writes them: exactly six decimals.
create function usdt_text(micros bigint) returns text
  language sql immutable parallel safe
  return (micros / 1000000)::text || '.' || lpad((micros % 1000000)::text, 6, '0');

-- An invoice as the API shows it, in the bytes that JSON.stringify writes. What only the API knows comes as arguments.
create function invoice_text(i invoices, shown_id text, policy text) returns text
  language sql stable
  return '{"id":' || to_json(shown_id)::text || ',"environment":"' || i.environment || '","status":"' || i.status
    || '","depositAmount":"' || usd_text(i.deposit_amount) || '","fee":"' || usd_text(i.fee)
    || '","creditAmount":"' || usd_text(i.deposit_amount - i.fee)
    || '","address":' || coalesce(to_json(i.address)::text, 'null')
    || ',"payAmount":' || coalesce('"' || usdt_text(i.pay_amount) || '"', 'null')
    || ',"asset":"USDT","network":"TRON","expiresAt":' || coalesce('"' || instant_text(i.expires_at) || '"', 'null')
    || ',"createdAt":"' || instant_text(i.created_at) || '","requestedAmount":"' || usd_text(i.requested_amount)
    || '","observedTransfers":' || coalesce((
         select '[' || string_agg('{"id":' || to_json(t.transfer_id)::text || ',"amount":"' || usdt_text(t.amount)
                                  || '","occurredAt":"' || instant_text(t.occurred_at) || '"}', ',' order by t.occurred_at, t.transfer_id) || ']'
           from invoice_transfers t
          where t.company_id = i.company_id and t.environment = i.environment and t.invoice_id = i.id), '[]')
    || ',"policy":' || policy
    || case when i.status = 'failed'
            then ',"failure":{"code":' || to_json(i.failure_code)::text || ',"message":' || to_json(i.failure_message)::text || '}'
            when i.status = 'manual_review'
            then ',"review":{"reason":' || to_json(i.review_reason)::text || ',"openedAt":"' || instant_text(i.review_opened_at)
                 || '","lastCheckedAt":' || coalesce('"' || instant_text(i.review_checked_at) || '"', 'null') || '}'
            else '' end
    || '}';
grant execute on function deposit_fee(bigint), usdt_text(bigint), invoice_text(invoices, text, text) to cardwright_posting;

-- Creates an invoice, which waits for the issuer to be asked: idempotency key, invoice and right in one commit. Answers
-- {"created":true}; {"known":true} when the idempotency key was used before; or {"refused":code} when it had no effect, with
-- the id of the unresolved invoice that stands in the way.
create function create_invoice(claim jsonb, api_key_id uuid, asked jsonb, minimum bigint) returns jsonb
  language plpgsql security definer as $$
declare
  key public.idempotency_keys := jsonb_populate_record(null::public.idempotency_keys, claim);
  requested bigint := (asked ->> 'amount')::bigint;
  unresolved uuid;
  refusal text;
begin
  perform ledger.lock_books(array[key.company_id], array[key.environment]);
  if key.environment = 'live' and not (select c.direct_invoices from public.companies c where c.id = key.company_id) then
    return '{"refused":"capability_disabled"}';
  end if;
  if exists (select from public.idempotency_keys k
              where k.company_id = key.company_id and k.environment = key.environment and k.key = key.key) then
    return '{"known":true}';
  end if;
  if requested < minimum then
    return '{"refused":"amount_below_minimum"}';
  end if;
  select i.id into unresolved
    from public.invoices i
   where i.company_id = key.company_id and i.environment = key.environment and i.status in ('creating', 'pending', 'manual_review')
   limit 1;
  if found then
    return jsonb_build_object('refused', 'invoice_unresolved', 'unresolved', unresolved);
  end if;
  insert into public.invoices (company_id, environment, id, status, requested_amount, deposit_amount, fee, scenario, look_at, created_at)
  values (key.company_id, key.environment, (asked ->> 'id')::uuid, 'creating', requested, requested, public.deposit_fee(requested),
          coalesce(asked ->> 'scenario', ''), clock_timestamp(), ledger.time_of(key.company_id, key.environment));
  insert into public.idempotency_keys select key.*;
  refusal := public.refusal_of_key(key.company_id, key.environment, api_key_id, 'funding:write');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  perform pg_notify('cardwright_invoices', '');
  return '{"created":true}';
end
$$;

-- Fixes what the client of an invoice was answered, the first time that there was something definite to tell, and answers
-- what is fixed.
create function fix_invoice_answer(of_company uuid, of_environment environment, of_invoice uuid, body text) returns text
  language plpgsql security definer as $$
begin
  update public.invoices i
     set answer = body
   where i.company_id = of_company and i.environment = of_environment and i.id = of_invoice
     and i.answer is null and i.status <> 'creating';
  return (select coalesce(i.answer, body)
            from public.invoices i
           where i.company_id = of_company and i.environment = of_environment and i.id = of_invoice);
end
$$;

-- Takes invoices that somebody has to look at, each for so many seconds: by then whoever took it is done with it, or gone.
-- The send fence is here: one that was never sent is marked as sent, in a commit before anything goes out, and whoever
-- finds the mark never sends. Answers what is to be done:
--   send   ask the issuer for a deposit, once
--   lost   somebody marked it and is gone: it may have been sent
--   read   ask the issuer how it stands
-- What is paused, or whose company is suspended, waits. So does a sandbox whose clock the issuer has not followed yet: what it
-- would say is of an earlier time.
create function take_due_invoices(at_most integer, tokens uuid[], lease_seconds integer, wait_seconds integer)
  returns table (company_id uuid, environment environment, id uuid, todo text, token uuid, amount bigint, scenario text, lease timestamptz)
  language plpgsql security definer as $$
begin
  return query
  with due as (
    select i.company_id, i.environment, i.id, row_number() over (order by i.look_at) as position,
           case when i.status = 'creating' and i.sent_at is not null then 'lost'
                when behind.is_behind then 'behind'
                when i.status <> 'creating' then 'read'
                when c.suspended_at is not null or exists (
                       select from public.send_pauses p where p.environment = i.environment and p.product_id is null) then 'wait'
                else 'send' end as found
      from (select * from public.invoices x
             where x.look_at <= clock_timestamp()
             order by x.look_at
             limit at_most
               for no key update skip locked) as i
     cross join lateral (select * from public.companies c where c.id = i.company_id limit 1) as c
      left join lateral (
        select a.followed_at is null as is_behind
          from public.clock_advances a
         where a.company_id = i.company_id and a.environment = i.environment
         order by a.number desc limit 1) as behind on true
  ), taken as (
    update public.invoices i
       set look_at = clock_timestamp()
             + make_interval(secs => case d.found when 'wait' then wait_seconds when 'behind' then 1 else lease_seconds end),
           attempt = case d.found when 'send' then tokens[d.position] else i.attempt end,
           sent_at = case d.found when 'send' then clock_timestamp() else i.sent_at end
      from due d
     where i.company_id = d.company_id and i.environment = d.environment and i.id = d.id
    returning i.company_id, i.environment, i.id, d.found, i.attempt, i.requested_amount, i.scenario, i.look_at
  )
  select t.company_id, t.environment, t.id, t.found, t.attempt, t.requested_amount, t.scenario, t.look_at
    from taken t
   where t.found not in ('wait', 'behind');
end
$$;

-- Seconds until the next rung of the ladder on which an issuer is asked again; null behind the last one, after seven days.
create function next_rung(elapsed_seconds double precision) returns integer
  language sql immutable parallel safe
  return (
    select ceil(min(rung) - elapsed_seconds)::integer
      from unnest(array[60, 300, 900, 3600, 21600, 86400, 172800, 259200, 345600, 432000, 518400, 604800]) as ladder (rung)
     where rung > elapsed_seconds + 1);
grant execute on function next_rung(double precision) to cardwright_posting;

alter table cases drop constraint cases_kind_check;
alter table cases add constraint cases_kind_check
  check (kind in ('contradiction', 'changed_notification', 'late_payment', 'repeated_payment'));

-- The cents that were credited by corrections about an invoice, all its cases together; null when there was none.
create function corrected_for(i invoices) returns bigint
  language sql stable security definer
begin atomic
  select sum(p.amount)::bigint
    from public.cases c
    join public.proposals p
      on p.company_id = c.company_id and p.environment = c.environment and p.subject_kind = 'case' and p.subject_id = c.id
   where c.company_id = i.company_id and c.environment = i.environment and c.subject_kind = 'invoice' and c.subject_id = i.id
     and p.action = 'adjust' and p.approved_at is not null;
end;

-- All that the issuer has seen arrive for an invoice, in time or late: millionths of USDT. It only grows.
create function arrived_for(i invoices) returns bigint
  language sql stable security definer
begin atomic
  select coalesce(sum(t.amount), 0)::bigint
    from public.invoice_transfers t
   where t.company_id = i.company_id and t.environment = i.environment and t.invoice_id = i.id;
end;

-- Whether corrections have credited so much that the exact payment is among it: what arrived beside it was less.
create function is_corrected(i invoices) returns boolean
  language sql stable security definer
begin atomic
  select coalesce(public.corrected_for(i), 0) * 10000 > public.arrived_for(i) - i.pay_amount;
end;

-- Settles invoices by what the issuer said of their deposits, each in the commit of its money and its event. `news` are
-- objects: how it was learned (`send` with the token of its attempt, `read`, `notification`, `lost`), the outcome, and the
-- deposit as the issuer describes it. Order and repetition do not matter: what counts are the transfers that the issuer
-- has seen, and each is kept once. Only one that is exact and in time, in a deposit that the issuer calls paid, credits; not even that one
-- where two operators have credited it by a correction. What contradicts is asked about again on the ladder, as whatever is not settled.
-- Answers for each: settled, noted, contradiction, or absent.
-- Order of locks: books, invoices, event counters.
create function settle_invoices(news jsonb) returns text[]
  language plpgsql security definer as $$
declare
  results text[] := array_fill('noted'::text, array[jsonb_array_length(news)]);
  item record;
  i public.invoices;
  was text;
  learned text;
  deposit jsonb;
  moment timestamptz; -- the company's
  arrived integer;
  seen record;
  rung integer;
begin
  if jsonb_array_length(news) <> (select count(distinct n ->> 'invoiceId') from jsonb_array_elements(news) as n) then
    raise exception 'an invoice cannot be settled twice in one call' using errcode = 'CW011';
  end if;
  perform ledger.lock_books(
    array(select (n ->> 'companyId')::uuid from jsonb_array_elements(news) as n),
    array(select (n ->> 'environment')::public.environment from jsonb_array_elements(news) as n));
  for item in
    select n.said, n.position, locked.invoice, b.clock_offset
      from (select x.value as said, x.ordinality as position
              from jsonb_array_elements(news) with ordinality as x
             order by x.value ->> 'companyId', x.value ->> 'environment', x.value ->> 'invoiceId') as n
     cross join lateral (
       select b.clock_offset from ledger.books b
        where b.company_id = (n.said ->> 'companyId')::uuid and b.environment = (n.said ->> 'environment')::public.environment limit 1) as b
      left join lateral (
        select x as invoice
          from public.invoices x
         where x.company_id = (n.said ->> 'companyId')::uuid and x.environment = (n.said ->> 'environment')::public.environment
           and x.id = (n.said ->> 'invoiceId')::uuid
           for no key update) as locked on true
  loop
    i := item.invoice;
    if i.id is null then
      results[item.position] := 'absent';
      continue;
    end if;
    was := i.status;
    learned := item.said ->> 'outcome';
    deposit := item.said -> 'deposit';
    moment := date_trunc('milliseconds', clock_timestamp()) + item.clock_offset;
    insert into public.invoice_attempts (company_id, environment, invoice_id, number, kind, at, outcome, detail)
    select i.company_id, i.environment, i.id, count(*) + 1, item.said ->> 'how', clock_timestamp(), learned,
           left(coalesce(item.said ->> 'detail', ''), 500)
      from public.invoice_attempts a
     where a.company_id = i.company_id and a.environment = i.environment and a.invoice_id = i.id;
    -- The answer to a send counts for its own attempt only; so does the loss of one.
    if item.said ->> 'how' in ('send', 'lost') and i.attempt is distinct from (item.said ->> 'token')::uuid then
      continue;
    end if;

    if learned = 'open' and ((i.status = 'failed' and i.address is null) or (i.address, i.pay_amount, i.expires_at)
         <> (deposit ->> 'address', (deposit ->> 'payAmount')::bigint, (deposit ->> 'expiresAt')::timestamptz(3)) or exists (
         select from jsonb_array_elements(deposit -> 'transfers') as t
           join public.invoice_transfers k
             on k.company_id = i.company_id and k.environment = i.environment and k.invoice_id = i.id and k.transfer_id = t ->> 'id'
          where (k.amount, k.occurred_at) <> ((t ->> 'amount')::bigint, (t ->> 'occurredAt')::timestamptz(3)))) then
      results[item.position] := 'contradiction';
      perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'contradiction',
        'It is ' || i.status || ', and a later ' || (item.said ->> 'how') || ' describes another deposit than the one before.');
    elsif learned = 'open' then
      i.address := deposit ->> 'address';
      i.pay_amount := (deposit ->> 'payAmount')::bigint;
      i.expires_at := (deposit ->> 'expiresAt')::timestamptz;
      insert into public.invoice_transfers (company_id, environment, invoice_id, transfer_id, amount, occurred_at, seen_at)
      select i.company_id, i.environment, i.id, t ->> 'id', (t ->> 'amount')::bigint, (t ->> 'occurredAt')::timestamptz, clock_timestamp()
        from jsonb_array_elements(deposit -> 'transfers') as t
      on conflict do nothing;
      get diagnostics arrived = row_count;
      select count(*) as transfers,
             coalesce(bool_or(t.amount = i.pay_amount and t.occurred_at < i.expires_at), false) as exact,
             coalesce(bool_or(t.occurred_at < i.expires_at), false) as in_time,
             coalesce(sum(t.amount) filter (where t.occurred_at < i.expires_at), 0) as amount_in_time
        into seen
        from public.invoice_transfers t
       where t.company_id = i.company_id and t.environment = i.environment and t.invoice_id = i.id;
      if i.status = 'completed' then
        if arrived > 0 then
          perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'repeated_payment',
            'It is completed, and another transfer has arrived. It is not credited.');
        end if;
      elsif i.status = 'failed' then
        if arrived > 0 then
          perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'late_payment',
            'It is failed, and a transfer has arrived. It is not credited.');
        end if;
      elsif seen.exact and public.is_corrected(i) then
        if arrived > 0 then
          perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'repeated_payment',
            'It is ' || i.status || ', and its exact payment has arrived. Corrections have credited as much, so it is not credited again.');
        end if;
      elsif seen.exact and deposit ->> 'status' = 'paid' then
        i.status := 'completed';
        i.decided_at := moment;
        if seen.transfers > 1 then
          perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'repeated_payment',
            'It was paid exactly, and ' || (seen.transfers - 1) || ' more transfer(s) arrived. Only the exact one is credited.');
        end if;
      elsif i.status = 'expired' then
        if arrived > 0 then
          perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'late_payment',
            'It is expired, and a transfer has arrived that is late or not exact. It is not credited.');
        end if;
      elsif seen.in_time then
        if i.status <> 'manual_review' then
          i.review_opened_at := moment;
        end if;
        i.status := 'manual_review';
        i.review_reason := case when seen.exact then 'The exact amount arrived in time, and the issuer does not call it paid.'
          else 'Transfers of ' || public.usdt_text(seen.amount_in_time::bigint) || ' USDT arrived in time instead of one of '
               || public.usdt_text(i.pay_amount) || '.' end;
      elsif deposit ->> 'status' = 'expired' and moment >= i.expires_at then
        i.status := 'expired';
        i.decided_at := moment;
        if seen.transfers > 0 then
          perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'late_payment',
            'It expired, and a transfer arrived after that. It is not credited.');
        end if;
      elsif i.status <> 'pending' and deposit ->> 'status' = 'waiting' then
        i.status := 'pending';
      end if;
    elsif learned = 'rejected' and (i.status = 'creating' or (i.status = 'manual_review' and i.address is null)) then
      i.status := 'failed';
      i.failure_code := left(coalesce(item.said ->> 'code', 'rejected'), 100);
      i.failure_message := left(coalesce(item.said ->> 'message', ''), 500);
      i.decided_at := moment;
    elsif learned = 'rejected' and i.status <> 'failed' then
      results[item.position] := 'contradiction';
      perform public.open_case(i.company_id, i.environment, 'invoice', i.id, 'contradiction',
        'It is ' || i.status || ', and a later ' || (item.said ->> 'how') || ' says rejected.');
    elsif learned = 'never_connected' and i.status = 'creating' then
      i.status := 'failed';
      i.failure_code := 'issuer_unreachable';
      i.failure_message := 'The issuer could not be reached. Nothing was sent. Create another invoice.';
      i.decided_at := moment;
    elsif i.status = 'creating' and item.said ->> 'how' in ('send', 'lost') then
      i.status := 'manual_review';
      i.review_reason := left(coalesce(nullif(item.said ->> 'detail', ''), 'The outcome is unknown.'), 500);
      i.review_opened_at := moment;
    end if;

    if item.said ->> 'how' = 'read' and i.status = 'manual_review' then
      i.review_checked_at := moment;
    end if;
    -- When somebody looks next. What is only told, and changes nothing, moves no look: it may be old. So may a read whose look
    -- was brought forward meanwhile. An invoice that ran out of rungs without a definite answer is left to people.
    if item.said ->> 'how' = 'notification' and i.status = was then
      null;
    elsif i.status = 'completed' or (i.status = 'failed' and i.address is null) then
      i.look_at := null;
    elsif i.status = 'pending' and moment < i.expires_at then
      i.look_at := i.expires_at - item.clock_offset;
    elsif item.said ->> 'how' = 'read' and i.look_at <> (item.said ->> 'lease')::timestamptz(3) then
      null;
    elsif i.status <> 'creating' then
      rung := public.next_rung(extract(epoch from moment - case i.status when 'manual_review' then i.review_opened_at else i.expires_at end));
      if i.status = 'pending' and rung is null then
        i.status := 'manual_review';
        i.review_reason := 'It was due seven days ago, and the issuer never said what became of it.';
        i.review_opened_at := moment;
        rung := public.next_rung(0); -- a review has a ladder of its own: one answer that was missed does not leave it to people
      end if;
      i.look_at := clock_timestamp() + make_interval(secs => rung);
    end if;
    update public.invoices x
       set status = i.status, address = i.address, pay_amount = i.pay_amount, expires_at = i.expires_at, look_at = i.look_at,
           failure_code = i.failure_code, failure_message = i.failure_message, review_reason = i.review_reason,
           review_opened_at = i.review_opened_at, review_checked_at = i.review_checked_at, decided_at = i.decided_at
     where x.company_id = i.company_id and x.environment = i.environment and x.id = i.id and x.status = was;
    if i.status = was then
      continue;
    end if;
    if i.status = 'completed' then
      perform ledger.deposit(i.company_id, i.environment, item.said ->> 'shownId', i.deposit_amount, i.fee);
    end if;
    perform public.tell_events(array[i.company_id], array[i.environment], array[(item.said ->> 'eventId')::uuid],
      array[item.said ->> 'shownEvent'], array[item.said ->> 'shownCompany'], array['invoice.' || i.status],
      array[public.invoice_text(i, item.said ->> 'shownId', item.said ->> 'policy')], array[moment]);
    results[item.position] := 'settled';
  end loop;
  return results;
end
$$;

-- Whose invoices they are: a notification names our id and no company.
create function owners_of_invoices(of_environments environment[], of_invoices uuid[])
  returns table (company_id uuid, environment environment, id uuid, requested_amount bigint)
  language sql stable security definer
begin atomic
  select o.company_id, o.environment, o.id, o.requested_amount
    from unnest(of_environments, of_invoices) as a (environment, id)
   cross join lateral (select * from public.invoices x where x.id = a.id and x.environment = a.environment limit 1) as o;
end;

-- A company's time has moved forward by so many seconds: whatever was to be looked at is due so much earlier.
create function bring_invoices_forward(of_company uuid, of_environment environment, seconds bigint) returns void
  language sql security definer
begin atomic
  update public.invoices i
     set look_at = i.look_at - make_interval(secs => seconds)
   where i.company_id = of_company and i.environment = of_environment and i.look_at is not null and i.status <> 'creating';
end;

grant execute on function create_invoice(jsonb, uuid, jsonb, bigint), fix_invoice_answer(uuid, environment, uuid, text) to cardwright_api;
grant execute on function take_due_invoices(integer, uuid[], integer, integer), settle_invoices(jsonb),
  owners_of_invoices(environment[], uuid[]) to cardwright_worker;
call run_as_posting('create_invoice(jsonb, uuid, jsonb, bigint)');
call run_as_posting('fix_invoice_answer(uuid, environment, uuid, text)');
call run_as_posting('take_due_invoices(integer, uuid[], integer, integer)');
call run_as_posting('corrected_for(invoices)');
call run_as_posting('arrived_for(invoices)');
call run_as_posting('is_corrected(invoices)');
call run_as_posting('settle_invoices(jsonb)');
call run_as_posting('owners_of_invoices(environment[], uuid[])');
call run_as_posting('bring_invoices_forward(uuid, environment, bigint)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
