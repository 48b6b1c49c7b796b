-- Accepts simulated card payments, each once per idempotency key. The simulated issuer decides a payment without a status;
-- until it has, the answer shows it as pending.
create or replace function simulate_payments(requests jsonb, claims jsonb, api_key_ids uuid[]) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
  perform public.require_scope(array(select a.company_id from unnest(asked) as a), array(select a.environment from unnest(asked) as a),
                               api_key_ids, requests);
  perform ledger.lock_books(array(select a.company_id from unnest(asked) as a), array(select a.environment from unnest(asked) as a));
  for item in
    select a.ordinality as position, requests -> (a.ordinality - 1)::integer as request, a.company_id, a.environment,
           k.key is not null as is_known, c.id as card_id, c.issuer_token,
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
      -- The simulated issuer cannot charge a card that it does not know.
      when item.issuer_token = '' then 'card_not_active'
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
    wish.status := coalesce(wish.status, 'pending'); -- in the answer only
    bodies := bodies || public.transaction_text(wish, item.request ->> 'shown_id', item.request ->> 'shown_card');
    answers[item.position] := jsonb_build_object('body', bodies[cardinality(bodies)]);
  end loop;

  if cardinality(made) > 0 then
    insert into public.simulated_payments (company_id, environment, id, card_id, type, status, amount, merchant, country, description,
                                           occurred_at, asked_at, state)
    select m.company_id, m.environment, m.id, m.card_id, m.type, m.status, m.amount, m.merchant, m.country, m.description,
           m.occurred_at, clock_timestamp(), 'waiting'
      from unnest(made) as m;
    perform public.store_answers(asked, positions, bodies);
    -- Last, because everything before it may have waited for a lock: a key that ended meanwhile rolls everything back.
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
alter function simulate_payments(jsonb, jsonb, uuid[]) owner to cardwright_posting;
grant execute on function simulate_payments(jsonb, jsonb, uuid[]) to cardwright_api;
