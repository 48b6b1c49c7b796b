-- migrate:up
set lock_timeout = '5s';

-- Takes the wishes of sandboxes for card payments, in one commit: idempotency key, wish, and the right of the API key. The worker
-- carries each to the simulated issuer, which tells us of the payment as of any other.
--
-- Answers for each, in order: {"known":true} when its idempotency key was used before; {"refused":code} when it had no effect;
-- {"body":…} with the bytes of the answer: the payment as it will be. What is wrong with one of them in any other way fails them all,
-- and whoever calls goes on one by one.
create function simulate_payments(requests jsonb, claims jsonb, api_key_ids uuid[]) returns jsonb
  language plpgsql security definer as $$
declare
  asked public.idempotency_keys[] := array(select r from jsonb_populate_recordset(null::public.idempotency_keys, claims) as r);
  answers jsonb[] := array_fill(null::jsonb, array[cardinality(asked)]);
  item record;
  wish public.transactions;
  made public.transactions[] := '{}';
  bodies text[] := '{}';
  positions bigint[] := '{}';
  refusal text;
begin
  if exists (select from unnest(asked) as a where a.environment is distinct from 'sandbox') then
    raise exception 'a simulated payment reached for live' using errcode = 'CW004';
  end if;
  perform ledger.lock_books(array(select a.company_id from unnest(asked) as a), array(select a.environment from unnest(asked) as a));
  for item in
    select a.ordinality as position, requests -> (a.ordinality - 1)::integer as request, a.company_id, a.environment,
           k.key is not null as is_known, c.id as card_id, c.status as card_status, c.issuer_token,
           ledger.time_of(a.company_id, a.environment) as moment
      from unnest(asked) with ordinality as a
      left join lateral (
        select x.key from public.idempotency_keys x
         where x.company_id = a.company_id and x.environment = a.environment and x.key = a.key limit 1) as k on true
      left join lateral (
        select x.* from public.cards x
         where x.company_id = a.company_id and x.environment = a.environment
           and x.id = (requests -> (a.ordinality - 1)::integer ->> 'card_id')::uuid limit 1) as c on true
  loop
    if item.is_known then
      answers[item.position] := '{"known":true}';
      continue;
    end if;
    refusal := case
      when item.card_id is null then 'card_not_found'
      -- A card that the issuer does not know cannot be paid with.
      when item.card_status <> 'active' or item.issuer_token = '' then 'card_not_active'
    end;
    if refusal is not null then
      answers[item.position] := jsonb_build_object('refused', refusal);
      continue;
    end if;
    wish := jsonb_populate_record(null::public.transactions, item.request);
    wish.company_id := item.company_id;
    wish.environment := item.environment;
    wish.currency := 'USD';
    wish.occurred_at := item.moment;
    made := made || wish;
    positions := positions || item.position;
    bodies := bodies || public.transaction_text(wish, item.request ->> 'shown_id', item.request ->> 'shown_card');
    answers[item.position] := jsonb_build_object('body', bodies[cardinality(bodies)]);
  end loop;

  if cardinality(made) > 0 then
    insert into public.simulated_payments (company_id, environment, id, card_id, type, status, amount, merchant, country, description,
                                           occurred_at, asked_at, state)
    select m.company_id, m.environment, m.id, m.card_id, m.type, m.status, m.amount, m.merchant, m.country, m.description,
           m.occurred_at, clock_timestamp(), 'waiting'
      from unnest(made) as m;
    insert into public.idempotency_keys
    select a.company_id, a.environment, a.key, a.method, a.path, a.request_digest, a.field_digests, a.response_status,
           x.body, a.resource_id, a.created_at
      from unnest(positions, bodies) as x (position, body)
     cross join lateral (select (asked[x.position]).*) as a
     order by a.company_id, a.environment, a.key;
    -- Last, because everything before it may have waited for a lock: a key that ended meanwhile undoes it all.
    select min(r.refusal)
      into refusal
      from unnest(positions) as p (position)
     cross join lateral public.refusal_of_key((asked[p.position]).company_id, (asked[p.position]).environment, api_key_ids[p.position],
       'cards:write') as r (refusal);
    if refusal is not null then
      raise exception '%', refusal using errcode = 'CW008';
    end if;
  end if;
  return to_jsonb(answers);
end
$$;

-- Simulated payments that the issuer does not have yet, oldest first, with all that it has to be told.
create function list_simulated_payments(at_most integer)
  returns table (company_id uuid, environment environment, id uuid, card_token text, type text, status text, amount bigint, merchant text,
    country text, description text, occurred_at timestamptz)
  language sql stable security definer
begin atomic
  select s.company_id, s.environment, s.id, c.issuer_token, s.type, s.status, s.amount, s.merchant, s.country, s.description, s.occurred_at
    from (select * from public.simulated_payments x where x.state = 'waiting' order by x.asked_at limit at_most) as s
   cross join lateral (
     select k.issuer_token from public.cards k
      where k.company_id = s.company_id and k.environment = s.environment and k.id = s.card_id limit 1) as c;
end;

-- Notes what the issuer made of a simulated payment: it has it, or it never will.
create function note_simulated_payment(of_company uuid, of_environment environment, of_payment uuid, new_state text) returns void
  language sql security definer
begin atomic
  update public.simulated_payments s
     set state = new_state
   where s.company_id = of_company and s.environment = of_environment and s.id = of_payment and s.state = 'waiting';
end;

-- How far a sandbox's clock may run ahead in all: ten times 366 days.
create function furthest_ahead_seconds() returns bigint
  language sql immutable parallel safe
  return 316224000;
grant execute on function furthest_ahead_seconds() to cardwright_posting;

-- Each move of a sandbox's clock, numbered without a gap. The issuer is told how far the clock runs ahead and not by how much it moved,
-- so telling it twice moves nothing twice.
create table clock_advances (
  company_id     uuid not null,
  environment    environment not null,
  number         bigint not null check (number >= 1),
  seconds        bigint not null,
  ahead_seconds  bigint not null, -- how far the clock runs ahead from then on
  advanced_at    timestamptz(3) not null, -- real time
  followed_at    timestamptz(3), -- real time: the issuer's clock was seen to be there
  primary key (company_id, environment, number),
  foreign key (company_id, environment) references ledger.books,
  constraint only_sandboxes_move_time check (environment = 'sandbox'),
  constraint time_only_moves_forward check (seconds between 1 and 31622400), -- 366 days, further than any timer of ours
  constraint within_the_reach check (ahead_seconds between seconds and 316224000)
);
create index clock_advances_to_follow on clock_advances (advanced_at) where followed_at is null;
call protect_by_scope('clock_advances');
grant select on clock_advances to cardwright_api;
grant select, insert, update (followed_at) on clock_advances to cardwright_posting;

-- Moves a sandbox's clock forward: the company's time, the note for the issuer, and the right of the API key are one commit. Answers the
-- number of the move and the company's time, or {"refused":code} when it would run too far ahead.
create function advance_clock(of_company uuid, of_environment environment, api_key_id uuid, by_seconds bigint) returns jsonb
  language plpgsql security definer as $$
declare
  ahead bigint;
  move bigint;
  refusal text;
begin
  if of_environment is distinct from 'sandbox' then
    raise exception 'a sandbox clock reached for live time' using errcode = 'CW004';
  end if;
  perform ledger.lock_books(array[of_company], array[of_environment]);
  select extract(epoch from b.clock_offset)::bigint + by_seconds
    into ahead
    from ledger.books b
   where b.company_id = of_company and b.environment = of_environment;
  if ahead > public.furthest_ahead_seconds() then
    return jsonb_build_object('refused', 'clock_too_far');
  end if;
  select coalesce(max(a.number), 0) + 1
    into move
    from public.clock_advances a
   where a.company_id = of_company and a.environment = of_environment;
  insert into public.clock_advances (company_id, environment, number, seconds, ahead_seconds, advanced_at)
  values (of_company, of_environment, move, by_seconds, ahead, clock_timestamp());
  -- Seconds and nothing else: days and months have no fixed length where clocks are changed in summer.
  update ledger.books b
     set clock_offset = make_interval(secs => ahead)
   where b.company_id = of_company and b.environment = of_environment;
  perform public.bring_invoices_forward(of_company, of_environment, by_seconds);
  refusal := public.refusal_of_key(of_company, of_environment, api_key_id, 'cards:write');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  return jsonb_build_object('number', move, 'now', public.instant_text(ledger.time_of(of_company, of_environment)));
end
$$;

-- Clocks that the issuer has not followed: of each the last move, because the issuer is told where the clock is.
create function list_clocks_to_follow(at_most integer)
  returns table (company_id uuid, environment environment, number bigint, ahead_seconds bigint)
  language sql stable security definer
begin atomic
  select m.company_id, m.environment, max(m.number), max(m.ahead_seconds)
    from (select * from public.clock_advances a where a.followed_at is null order by a.advanced_at limit at_most) as m
   group by m.company_id, m.environment;
end;

-- Notes that the issuer's clock is where a move has put ours, or further.
create function note_clock_followed(of_company uuid, of_environment environment, through_number bigint) returns void
  language sql security definer
begin atomic
  update public.clock_advances a
     set followed_at = clock_timestamp()
   where a.company_id = of_company and a.environment = of_environment and a.number <= through_number and a.followed_at is null;
end;

-- What waits for somebody around payments: those whose card we do not know, and what sandboxes asked for and their issuer has not done.
create function count_payment_backlogs(at_most integer)
  returns table (backlog text, environment environment, waiting bigint, oldest_at timestamptz)
  language sql stable security definer
begin atomic
  select 'payments', p.environment, count(*), min(p.since)
    from (select x.environment, x.since from public.payments_without_card x order by x.since limit at_most) as p
   group by p.environment
  union all
  select 'simulations', s.environment, count(*), min(s.since)
    from ((select x.environment, x.asked_at as since from public.simulated_payments x where x.state = 'waiting' order by x.asked_at limit at_most)
          union all
          (select x.environment, x.advanced_at from public.clock_advances x where x.followed_at is null order by x.advanced_at limit at_most)) as s
   group by s.environment;
end;

grant execute on function simulate_payments(jsonb, jsonb, uuid[]), advance_clock(uuid, environment, uuid, bigint) to cardwright_api;
grant execute on function list_simulated_payments(integer), note_simulated_payment(uuid, environment, uuid, text),
  list_clocks_to_follow(integer), note_clock_followed(uuid, environment, bigint) to cardwright_worker;
grant execute on function count_payment_backlogs(integer) to cardwright_worker, cardwright_admin;
call run_as_posting('simulate_payments(jsonb, jsonb, uuid[])');
call run_as_posting('list_simulated_payments(integer)');
call run_as_posting('note_simulated_payment(uuid, environment, uuid, text)');
call run_as_posting('advance_clock(uuid, environment, uuid, bigint)');
call run_as_posting('list_clocks_to_follow(integer)');
call run_as_posting('note_clock_followed(uuid, environment, bigint)');
call run_as_posting('count_payment_backlogs(integer)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
