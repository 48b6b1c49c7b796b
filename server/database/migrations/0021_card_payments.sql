-- migrate:up
set lock_timeout = '5s';

-- An issuer names a card by its own token and tells no company.
create index cards_by_issuer_token on cards (issuer_token, environment) where issuer_token <> '';

-- What was undone by its status, and what undoes by itself: few rows, found by what they have in common.
create index transactions_undone on transactions (company_id, environment, card_id, abs(amount), merchant)
  where status = 'reversed' or type = 'reversal';
grant select, insert on transactions to cardwright_posting;
grant update (status, amount, merchant, country, description, occurred_at) on transactions to cardwright_posting;

-- What an issuer said about a payment that made, changed or contradicted it, for whoever must decide. What it repeats is
-- not kept again.
create table transaction_reports (
  company_id      uuid not null,
  environment     environment not null,
  transaction_id  uuid not null,
  number          integer not null check (number >= 1),
  at              timestamptz(3) not null, -- real time: evidence is not moved by a sandbox's clock
  notification    text not null check (length(notification) between 1 and 128), -- the issuer's id of it
  outcome         text not null check (outcome in ('recorded', 'changed', 'contradiction')),
  said            text not null check (length(said) <= 500),
  primary key (company_id, environment, transaction_id, number)
);
call protect_by_scope('transaction_reports');
create trigger transaction_reports_are_append_only before update or delete or truncate on transaction_reports
  for each statement execute function refuse_change();
alter table transaction_reports enable always trigger transaction_reports_are_append_only;
grant select on transaction_reports to cardwright_admin;
grant select, insert on transaction_reports to cardwright_posting;

-- Payments with cards that we do not know, or not yet: an issuer may tell of a payment before we have settled the issue of
-- its card, and what is in review may be completed days later. Each waits for its card, and is then processed again.
create table payments_without_card (
  environment  environment not null,
  event_id     text not null,
  body_digest  bytea not null,
  card_token   text not null check (length(card_token) between 1 and 128),
  since        timestamptz(3) not null,
  look_at      timestamptz(3) not null, -- when the card is looked for next: soon at first, then less and less often
  primary key (environment, event_id, body_digest),
  foreign key (environment, event_id, body_digest) references issuer_notifications
);
create index payments_without_card_to_look_at on payments_without_card (look_at);
create index payments_without_card_by_age on payments_without_card (since);
grant select, insert, update (look_at), delete on payments_without_card to cardwright_posting;

-- Payments that a sandbox asked for. The simulated issuer makes them, and each comes back as a payment like any other, under
-- the id that it has here.
create table simulated_payments (
  company_id   uuid not null,
  environment  environment not null,
  id           uuid not null, -- of the payment that it becomes
  card_id      uuid not null,
  type         text not null,
  status       text not null,
  amount       bigint not null, -- cents, signed
  merchant     text not null,
  country      text not null,
  description  text not null,
  occurred_at  timestamptz(3) not null,
  asked_at     timestamptz(3) not null, -- real time
  state        text not null check (state in ('waiting', 'carried', 'refused')), -- whether the issuer has it
  primary key (company_id, environment, id),
  foreign key (company_id, environment, card_id) references cards,
  constraint only_sandboxes_simulate check (environment = 'sandbox')
);
create index simulated_payments_to_carry on simulated_payments (asked_at) where state = 'waiting';
call protect_by_scope('simulated_payments');
grant select on simulated_payments to cardwright_api;
grant select, insert, update (state) on simulated_payments to cardwright_posting;

-- A case may be about a payment; and a payment may have been undone in both of the ways there are.
alter table cases
  drop constraint cases_subject_kind_check,
  drop constraint cases_kind_check,
  add constraint cases_subject_kind_check check (subject_kind in ('operation', 'invoice', 'transaction')),
  add constraint cases_kind_check check (kind in ('contradiction', 'changed_notification', 'late_payment', 'repeated_payment', 'undone_twice'));

-- Cents as the API writes them where they may be below zero.
create function signed_usd_text(cents bigint) returns text
  language sql immutable parallel safe
  return case when cents < 0 then '-' else '' end || usd_text(abs(cents));

-- A payment as the API shows it, in the bytes that JSON.stringify writes.
create function transaction_text(t transactions, shown_id text, shown_card text) returns text
  language sql stable
  return '{"id":' || to_json(shown_id)::text || ',"cardId":' || to_json(shown_card)::text || ',"reference":' || to_json(t.reference)::text
    || ',"type":"' || t.type || '","status":"' || t.status || '","amount":"' || signed_usd_text(t.amount)
    || '","currency":"' || t.currency || '","merchant":' || to_json(t.merchant)::text || ',"country":"' || t.country
    || '","description":' || to_json(t.description)::text || ',"occurredAt":"' || instant_text(t.occurred_at) || '"}';

-- A card as the API shows it, in the same way.
create function card_text(k cards, shown_id text, shown_holder text, shown_product text) returns text
  language sql stable
  return '{"id":' || to_json(shown_id)::text || ',"name":' || to_json(k.name)::text || ',"holderId":' || to_json(shown_holder)::text
    || ',"last4":"' || k.last4 || '","status":"' || k.status || '","balance":"' || usd_text(greatest(k.balance, 0))
    || '","productId":' || to_json(shown_product)::text || ',"createdAt":"' || instant_text(k.created_at) || '"'
    || case when k.balance < 0 then ',"overdrawn":"' || usd_text(-k.balance) || '"' else '' end || '}';

-- What a payment does to the balance of its card.
create function effect_of_payment(status text, amount bigint) returns bigint
  language sql immutable parallel safe
  return case when status in ('pending', 'settled') then amount else 0 end;

-- Whether one state of a payment can become the other. What is settled may be reversed; declined and reversed are final.
create function payment_moves_on(earlier text, later text) returns boolean
  language sql immutable parallel safe
  return earlier = 'pending' and later in ('settled', 'declined', 'reversed') or earlier = 'settled' and later = 'reversed';

-- Whether the amounts of two states of one payment fit. What is settled may differ from what was authorised, as it does with
-- real cards; and what was authorised may be reversed by the settled amount, because the settlement may still be on its way to us.
create function payment_amounts_fit(earlier transactions, later transactions) returns boolean
  language sql immutable parallel safe
  return earlier.amount = later.amount or earlier.status = 'pending' and later.status in ('settled', 'reversed');

-- What becomes of a payment that we know by what an issuer says about it. It compares two states and not two moments, so what
-- came first makes no difference: the later state counts, wherever one of them can become the other.
--   noted          it says nothing new, or tells an earlier state
--   changed        it tells a later state, or that the payment happened earlier than we thought
--   contradiction  both cannot be true
create function judge_payment(known transactions, said transactions) returns text
  language sql immutable parallel safe
  return case
    when (known.card_id, known.type, known.currency) <> (said.card_id, said.type, said.currency) then 'contradiction'
    when known.status = said.status
         and (known.amount, known.merchant, known.country, known.description) <> (said.amount, said.merchant, said.country, said.description)
      then 'contradiction'
    when payment_moves_on(known.status, said.status) and payment_amounts_fit(known, said) then 'changed'
    when known.status = said.status or payment_moves_on(said.status, known.status) and payment_amounts_fit(said, known)
      then case when said.occurred_at < known.occurred_at then 'changed' else 'noted' end
    else 'contradiction'
  end;

-- A state of a payment in words, for people.
create function payment_words(t transactions) returns text
  language sql immutable parallel safe
  return left(t.status || ' ' || t.type || ' of ' || signed_usd_text(t.amount) || case when t.merchant = '' then '' else ' at ' || t.merchant end
    || case when t.country = '' then '' else ', ' || t.country end || case when t.description = '' then '' else ': ' || t.description end, 500);

-- Why two states of a payment cannot both be true, for people.
create function contradiction_words(known transactions, said transactions) returns text
  language sql immutable parallel safe
  return 'It is a ' || known.status || ' ' || known.type || ' of ' || signed_usd_text(known.amount) || ', and a notification says a '
    || said.status || ' ' || said.type || ' of ' || signed_usd_text(said.amount) || '. They differ in: '
    || array_to_string(array[
         case when known.status <> said.status then 'status' end,
         case when known.type <> said.type then 'type' end,
         case when known.amount <> said.amount then 'amount' end,
         case when known.card_id <> said.card_id then 'card' end,
         case when known.currency <> said.currency then 'currency' end,
         case when known.merchant <> said.merchant then 'merchant' end,
         case when known.country <> said.country then 'country' end,
         case when known.description <> said.description then 'description' end], ', ') || '.';

grant execute on function signed_usd_text(bigint), transaction_text(transactions, text, text), card_text(cards, text, text, text),
  effect_of_payment(text, bigint), payment_moves_on(text, text), payment_amounts_fit(transactions, transactions),
  judge_payment(transactions, transactions), payment_words(transactions), contradiction_words(transactions, transactions)
  to cardwright_posting;

-- Where payments belong: whose card it is that an issuer names by its token, and the payment that is known, or was asked for
-- by a sandbox, under this reference. Scope and ids only. `cards` is 2 where a token names more than one card.
create function owners_of_payments(of_environments environment[], of_tokens text[], of_references text[], of_simulated uuid[])
  returns table (at_position bigint, cards bigint, company_id uuid, environment environment, card_id uuid, holder_id uuid, product_id uuid,
    transaction_id uuid, is_known boolean)
  language sql stable security definer
begin atomic
  select a.position, k.cards, k.company_id, k.environment, k.id, k.holder_id, k.product_id, coalesce(t.id, s.id), t.id is not null
    from unnest(of_environments, of_tokens, of_references, of_simulated) with ordinality
         as a (environment, token, reference, simulated, position)
   cross join lateral (
     select found.*, count(*) over () as cards
       from (select c.company_id, c.environment, c.id, c.holder_id, c.product_id
               from public.cards c
              where c.issuer_token = a.token and c.issuer_token <> '' and c.environment = a.environment
              limit 2) as found
      limit 1) as k
    left join lateral (
      select x.id from public.transactions x
       where x.company_id = k.company_id and x.environment = k.environment and x.reference = a.reference limit 1) as t on true
    left join lateral (
      select x.id from public.simulated_payments x
       where x.company_id = k.company_id and x.environment = k.environment and x.id = a.simulated limit 1) as s on true;
end;

-- Records what issuers said about payments, many in one commit: payment, balance of its card, evidence and events. `news` are
-- objects, no two of them about one payment. Answers for each:
--   recorded       a payment that was not known
--   changed        a later state of one that was
--   noted          nothing new
--   contradiction  it cannot be true beside what we know: a case is open, and nothing moved
--   again          somebody recorded this payment meanwhile under another id: look for its place again
-- Order of locks: books, cards, payments, event counters.
create function record_transactions(news jsonb) returns text[]
  language plpgsql security definer as $$
declare
  results text[] := array_fill('again'::text, array[jsonb_array_length(news)]);
  item record;
  known public.transactions;
  said public.transactions;
  before public.transactions[] := '{}'; -- of each that moves; null for one that is new
  after public.transactions[] := '{}';
  told jsonb[] := '{}';
  moments timestamptz[] := '{}';
  contradicted public.transactions[] := '{}';
  contradicting jsonb[] := '{}';
  moved integer;
begin
  if jsonb_array_length(news) <> (
       select count(*) from (select distinct n ->> 'companyId', n ->> 'environment', n ->> 'reference' from jsonb_array_elements(news) as n) as d) then
    raise exception 'a payment cannot be recorded twice in one call' using errcode = 'CW011';
  end if;
  perform ledger.lock_books(
    array(select (n ->> 'companyId')::uuid from jsonb_array_elements(news) as n),
    array(select (n ->> 'environment')::public.environment from jsonb_array_elements(news) as n));
  for item in
    select n.said, n.position, k.card, x.payment, b.clock_offset
      from (select i.value as said, i.ordinality as position, (i.value ->> 'companyId')::uuid as company_id,
                   (i.value ->> 'environment')::public.environment as environment
              from jsonb_array_elements(news) with ordinality as i) as n
     cross join lateral (
       select b.clock_offset from ledger.books b where b.company_id = n.company_id and b.environment = n.environment limit 1) as b
     cross join lateral (
       select c as card from public.cards c
        where c.company_id = n.company_id and c.environment = n.environment and c.id = (n.said ->> 'cardId')::uuid) as k
      left join lateral (
        select t as payment from public.transactions t
         where t.company_id = n.company_id and t.environment = n.environment and t.reference = n.said ->> 'reference' limit 1) as x on true
     order by n.position
  loop
    known := item.payment;
    said := null;
    said.company_id := (item.card).company_id;
    said.environment := (item.card).environment;
    said.id := (item.said ->> 'id')::uuid;
    said.card_id := (item.card).id;
    said.reference := item.said ->> 'reference';
    said.type := item.said ->> 'type';
    said.status := item.said ->> 'status';
    said.amount := (item.said ->> 'amount')::bigint;
    said.currency := item.said ->> 'currency';
    said.merchant := item.said ->> 'merchant';
    said.country := item.said ->> 'country';
    said.description := item.said ->> 'description';
    said.occurred_at := (item.said ->> 'occurredAt')::timestamptz;
    said.created_at := date_trunc('milliseconds', clock_timestamp()) + item.clock_offset; -- ledger.time_of, without a call for each
    results[item.position] := case when known.id is null then 'recorded' when known.id <> said.id then 'again'
                                   else public.judge_payment(known, said) end;
    if results[item.position] = 'contradiction' then
      contradicted := contradicted || known;
      contradicting := contradicting || (item.said || jsonb_build_object('words', public.payment_words(said)));
      perform public.open_case(known.company_id, known.environment, 'transaction', known.id, 'contradiction',
        public.contradiction_words(known, said));
    elsif results[item.position] in ('recorded', 'changed') then
      told := told || (item.said || jsonb_build_object('words', public.payment_words(said), 'outcome', results[item.position]));
      moments := moments || said.created_at;
      if known.id is not null then
        said.created_at := known.created_at;
        said.occurred_at := least(known.occurred_at, said.occurred_at);
        if not public.payment_moves_on(known.status, said.status) then -- an earlier state tells nothing but when it happened
          known.occurred_at := said.occurred_at;
          said := known;
          known := item.payment;
        end if;
      end if;
      before := before || known;
      after := after || said;
    end if;
  end loop;

  insert into public.transaction_reports (company_id, environment, transaction_id, number, at, notification, outcome, said)
  select r.company_id, r.environment, r.id, earlier.reports + 1, clock_timestamp(), r.said ->> 'notification', r.outcome, r.said ->> 'words'
    from (select a.company_id, a.environment, a.id, told[a.ordinality] as said, told[a.ordinality] ->> 'outcome' as outcome
            from unnest(after) with ordinality as a
           union all
          select c.company_id, c.environment, c.id, contradicting[c.ordinality], 'contradiction'
            from unnest(contradicted) with ordinality as c) as r
   cross join lateral (
     select count(*) as reports
       from public.transaction_reports t
      where t.company_id = r.company_id and t.environment = r.environment and t.transaction_id = r.id) as earlier;
  if cardinality(after) = 0 then
    return results;
  end if;

  insert into public.transactions (company_id, environment, id, card_id, reference, type, status, amount, currency, merchant, country,
                                   description, occurred_at, created_at)
  select a.company_id, a.environment, a.id, a.card_id, a.reference, a.type, a.status, a.amount, a.currency, a.merchant, a.country,
         a.description, a.occurred_at, a.created_at
    from unnest(after) with ordinality as a
   where (before[a.ordinality]).id is null;
  update public.transactions t
     set status = a.status, amount = a.amount, merchant = a.merchant, country = a.country, description = a.description,
         occurred_at = a.occurred_at
    from unnest(after) with ordinality as a
   where t.company_id = a.company_id and t.environment = a.environment and t.id = a.id
     and t.status = (before[a.ordinality]).status and t.amount = (before[a.ordinality]).amount;
  get diagnostics moved = row_count;
  if moved <> (select count(*) from unnest(before) as b where b.id is not null) then
    raise exception 'a payment changed under the lock of its book' using errcode = 'CW012';
  end if;
  perform public.move_card_balances(before, after);
  perform public.open_cases_of_undone(before, after);
  perform public.tell_of_payments(before, after, told, moments);
  return results;
end
$$;

-- Moves the balances of cards by what payments were and are now: each card once, from the balance that it has under the lock of its
-- book.
create function move_card_balances(before transactions[], after transactions[]) returns void
  language plpgsql security definer as $$
declare
  expected integer;
  moved integer;
begin
  with delta as (
    select a.company_id, a.environment, a.card_id,
           sum(public.effect_of_payment(a.status, a.amount)
               - coalesce(public.effect_of_payment((before[a.ordinality]).status, (before[a.ordinality]).amount), 0)) as amount
      from unnest(after) with ordinality as a
     group by a.company_id, a.environment, a.card_id
  ), locked as (
    select k.company_id, k.environment, k.id, k.balance, k.balance + d.amount as next
      from delta d
     cross join lateral (
       select c.* from public.cards c
        where c.company_id = d.company_id and c.environment = d.environment and c.id = d.card_id
          for update) as k
     where d.amount <> 0
  ), updated as (
    update public.cards k
       set balance = l.next
      from locked l
     where k.company_id = l.company_id and k.environment = l.environment and k.id = l.id and k.balance = l.balance
    returning k.id
  )
  select (select count(*) from delta d where d.amount <> 0), (select count(*) from updated) into expected, moved;
  if moved <> expected then
    raise exception 'a card changed under the lock of its book' using errcode = 'CW012';
  end if;
end
$$;

-- Opens a case for each payment that was undone twice: by its status, and by a reversal of its own. An issuer does not say which payment
-- a reversal undoes, so those of one card, merchant and amount belong together. Whichever of them came last, it is found.
create function open_cases_of_undone(before transactions[], after transactions[]) returns void
  language plpgsql security definer as $$
begin
  perform public.open_case(twice.company_id, twice.environment, 'transaction', twice.id, 'undone_twice',
            'It is reversed, and the reversal ' || twice.reversal || ' of the same amount at the same merchant gave the money back as well.')
     from (select a.company_id, a.environment, a.id, r.reference as reversal
             from unnest(after) with ordinality as a
            cross join lateral (
              select t.reference
                from public.transactions t
               where t.company_id = a.company_id and t.environment = a.environment and t.card_id = a.card_id
                 and abs(t.amount) = abs(a.amount) and t.merchant = a.merchant and t.type = 'reversal' and t.status in ('pending', 'settled')
               limit 1) as r
            where a.status = 'reversed' and a.type in ('purchase', 'withdrawal', 'fee')
              and (before[a.ordinality]).status is distinct from 'reversed'
            union all
           select a.company_id, a.environment, o.id, a.reference
             from unnest(after) with ordinality as a
            cross join lateral (
              select t.id
                from public.transactions t
               where t.company_id = a.company_id and t.environment = a.environment and t.card_id = a.card_id
                 and abs(t.amount) = abs(a.amount) and t.merchant = a.merchant and t.status = 'reversed'
                 and t.type in ('purchase', 'withdrawal', 'fee')
               limit 1) as o
            where a.type = 'reversal' and a.status in ('pending', 'settled')
              and (before[a.ordinality]).amount is distinct from a.amount) as twice;
end
$$;

-- Tells companies of payments, and then of the cards whose balance they moved, each as it is behind all of them.
create function tell_of_payments(before transactions[], after transactions[], told jsonb[], moments timestamptz[]) returns void
  language plpgsql security definer as $$
begin
  perform public.tell_events(array_agg(e.company_id order by e.place, e.number), array_agg(e.environment order by e.place, e.number),
            array_agg(e.event_id order by e.place, e.number), array_agg(e.shown_event order by e.place, e.number),
            array_agg(e.shown_company order by e.place, e.number), array_agg(e.type order by e.place, e.number),
            array_agg(e.object order by e.place, e.number), array_agg(e.moment order by e.place, e.number))
     from (select 1 as place, a.ordinality as number, a.company_id, a.environment, (told[a.ordinality] ->> 'eventId')::uuid as event_id,
                  told[a.ordinality] ->> 'shownEvent' as shown_event, told[a.ordinality] ->> 'shownCompany' as shown_company,
                  case when (before[a.ordinality]).id is null then 'transaction.created' else 'transaction.updated' end as type,
                  public.transaction_text(after[a.ordinality], told[a.ordinality] ->> 'shownId', told[a.ordinality] ->> 'shownCard') as object,
                  moments[a.ordinality] as moment
             from unnest(after) with ordinality as a
            union all
           select 2, last.number, last.company_id, last.environment, (last.said ->> 'cardEventId')::uuid, last.said ->> 'shownCardEvent',
                  last.said ->> 'shownCompany', 'card.updated',
                  public.card_text(k.card, last.said ->> 'shownCard', last.said ->> 'shownHolder', last.said ->> 'shownProduct'),
                  moments[last.number]
             from (select a.company_id, a.environment, a.card_id, max(a.ordinality) as number, (array_agg(told[a.ordinality]))[1] as said
                     from unnest(after) with ordinality as a
                    group by a.company_id, a.environment, a.card_id
                   having sum(public.effect_of_payment(a.status, a.amount) - coalesce(
                            public.effect_of_payment((before[a.ordinality]).status, (before[a.ordinality]).amount), 0)) <> 0) as last
            cross join lateral (
              select c as card from public.cards c
               where c.company_id = last.company_id and c.environment = last.environment and c.id = last.card_id limit 1) as k) as e;
end
$$;

-- Lets payments wait for their cards. One that waits already goes on waiting.
create function park_payments(environments environment[], event_ids text[], digests bytea[], tokens text[]) returns void
  language sql security definer
begin atomic
  insert into public.payments_without_card (environment, event_id, body_digest, card_token, since, look_at)
  select p.environment, p.event_id, p.digest, p.token, clock_timestamp(), clock_timestamp()
    from unnest(environments, event_ids, digests, tokens) as p (environment, event_id, digest, token)
  on conflict do nothing;
end;

-- Looks for the cards of payments that are due, and lets those be processed again whose card is known now. Answers how many. Each of the
-- others is due again after a tenth of the time for which it has waited.
create function unpark_payments(soonest_seconds integer, latest_seconds integer, at_most integer) returns integer
  language plpgsql security definer as $$
declare
  unparked integer;
begin
  with looked as (
    select p.environment, p.event_id, p.body_digest, p.card_token
      from public.payments_without_card p
     where p.look_at <= clock_timestamp()
     order by p.look_at
     limit at_most
       for update skip locked
  ), judged as (
    -- One that is not marked yet is being looked at by somebody, who may still find its card.
    select l.environment, l.event_id, l.body_digest,
           exists (select from public.cards c where c.issuer_token = l.card_token and c.issuer_token <> '' and c.environment = l.environment)
             and n.processed_at is not null as is_ready
      from looked l
     cross join lateral (
       select x.processed_at from public.issuer_notifications x
        where x.environment = l.environment and x.event_id = l.event_id and x.body_digest = l.body_digest limit 1) as n
  ), kept as (
    update public.payments_without_card p
       set look_at = clock_timestamp() + greatest(make_interval(secs => soonest_seconds),
                                                  least(make_interval(secs => latest_seconds), (clock_timestamp() - p.since) / 10))
      from judged f
     where not f.is_ready and p.environment = f.environment and p.event_id = f.event_id and p.body_digest = f.body_digest
  ), gone as (
    delete from public.payments_without_card p
     using judged f
     where f.is_ready and p.environment = f.environment and p.event_id = f.event_id and p.body_digest = f.body_digest
    returning p.environment, p.event_id, p.body_digest
  )
  update public.issuer_notifications n
     set processed_at = null, outcome = null
    from gone g
   where n.environment = g.environment and n.event_id = g.event_id and n.body_digest = g.body_digest and n.processed_at is not null;
  get diagnostics unparked = row_count;
  return unparked;
end
$$;

grant execute on function owners_of_payments(environment[], text[], text[], uuid[]), record_transactions(jsonb),
  park_payments(environment[], text[], bytea[], text[]), unpark_payments(integer, integer, integer) to cardwright_worker;
call run_as_posting('owners_of_payments(environment[], text[], text[], uuid[])');
call run_as_posting('record_transactions(jsonb)');
call run_as_posting('move_card_balances(transactions[], transactions[])');
call run_as_posting('open_cases_of_undone(transactions[], transactions[])');
call run_as_posting('tell_of_payments(transactions[], transactions[], jsonb[], timestamptz[])');
call run_as_posting('park_payments(environment[], text[], bytea[], text[])');
call run_as_posting('unpark_payments(integer, integer, integer)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
