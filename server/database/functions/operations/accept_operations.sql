-- Accepts operations: key, price, quota, hold and operation of each in one commit. A request, its claim and its key
-- have one scope.
create or replace function accept_operations(requests jsonb, claims jsonb, api_key_ids uuid[]) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  asked public.idempotency_keys[] := array(select r from jsonb_populate_recordset(null::public.idempotency_keys, claims) as r);
  answers jsonb[] := array_fill(null::jsonb, array[cardinality(asked)]);
  company_ids uuid[] := array(select a.company_id from unnest(asked) as a);
  environments public.environment[] := array(select a.environment from unnest(asked) as a);
  item record;
  operation public.operations;
  request jsonb;
  current_book text := '';
  available bigint;
  used integer;
  moment timestamptz;
  refusal text;
  made public.operations[] := '{}';
  counted public.operations[] := '{}';
  bodies text[] := '{}';
  positions bigint[] := '{}';
begin
  perform public.require_verified_timeline();
  perform public.require_scope(company_ids, environments, api_key_ids, requests);
  perform ledger.lock_books(company_ids, environments);
  for item in
    select w.*, known.key is not null as is_known, card.holder_id,
           public.fate_of_reference(w.company_id, w.environment, 'order', (requests -> (w.at_position - 1)::integer ->> 'id')::uuid) as fate
      from public.weigh_operations(requests) as w
      left join lateral (
        -- The limit keeps the planner from hashing the keys of all companies.
        select k.key from public.idempotency_keys k
         where k.company_id = w.company_id and k.environment = w.environment and k.key = asked[w.at_position].key limit 1) as known on true
      left join lateral (
        select k.holder_id from public.cards k
         where k.company_id = w.company_id and k.environment = w.environment
           and k.id = (requests -> (w.at_position - 1)::integer ->> 'card_id')::uuid limit 1) as card on true
     order by w.company_id, w.environment, w.at_position
  loop
    request := requests -> (item.at_position - 1)::integer;
    if current_book <> item.company_id::text || item.environment then
      current_book := item.company_id::text || item.environment;
      available := item.available;
      used := item.used;
      moment := item.moment; -- one time for a book: the end of a month must not split check, count and date
    end if;
    refusal := case
      when item.fate = 'recovering' then item.fate
      when item.reasons[1] is not distinct from 'capability_disabled' then item.reasons[1]
      when item.is_known then null
      when item.fate = 'explained' then 'idempotency_conflict'
      when item.fate is not null then coalesce(public.bind_operation(asked[item.at_position], api_key_ids[item.at_position], request), 'bound')
      when cardinality(item.reasons) > 0 then item.reasons[1]
      when item.counts and used >= public.monthly_quota() then 'quota_exceeded'
      when item.total > available then 'insufficient_funds'
    end;
    if item.is_known and refusal is null or refusal = 'bound' then
      answers[item.at_position] := '{"known":true}';
      continue;
    elsif refusal is not null then
      answers[item.at_position] := jsonb_build_object('refused', refusal, 'total', item.total::text, 'available', available::text)
        || coalesce((select jsonb_build_object('minimum', p.minimum_amount::text, 'maximum', p.maximum_amount::text)
                       from public.product_prices p
                      where refusal like 'amount_%' and p.product_id = item.product_id and p.operation_type = request ->> 'type'
                        and p.effective_from <= clock_timestamp()
                      order by p.effective_from desc
                      limit 1), '{}');
      continue;
    end if;
    available := available - item.total;
    operation := null;
    operation.company_id := item.company_id;
    operation.environment := item.environment;
    operation.id := (request ->> 'id')::uuid;
    operation.type := request ->> 'type';
    operation.status := 'queued';
    operation.product_id := item.product_id;
    operation.amount := item.total - item.fee;
    operation.fee := item.fee;
    operation.holder_id := coalesce((request ->> 'holder_id')::uuid, item.holder_id);
    operation.card_id := (request ->> 'card_id')::uuid;
    operation.name := coalesce(nullif(request ->> 'name', ''), case operation.type when 'issue' then item.card_product_name else '' end);
    operation.recipient := coalesce(request ->> 'recipient', '');
    operation.metadata := coalesce(request ->> 'metadata', '{}')::json; -- a text in the request: jsonb would sort its keys
    operation.scenario := coalesce(request ->> 'scenario', '');
    operation.receipt := '';
    operation.failure_code := '';
    operation.failure_message := '';
    operation.review_reason := '';
    operation.created_at := moment;
    operation.updated_at := moment;
    operation.accepted_at := date_trunc('milliseconds', clock_timestamp());
    operation.next_at := operation.accepted_at; -- rounded down, or it might be due after its wake-up
    operation.attempts := 0;
    operation.last_error := '';
    operation.traceparent := request ->> 'traceparent';
    made := made || operation;
    if item.counts then
      used := used + 1;
      counted := counted || operation;
    end if;
    positions := positions || item.at_position;
    bodies := bodies || public.operation_text(operation, request ->> 'shown_id',
      public.shown_id('card', operation.card_id));
    answers[item.at_position] := jsonb_build_object('body', bodies[cardinality(bodies)]);
  end loop;

  if cardinality(made) > 0 then
    perform public.store_accepted(made, counted, asked, positions, bodies);
    select min(r.refusal)
      into refusal
      from unnest(positions) as p (position)
     cross join lateral public.refusal_of_key((asked[p.position]).company_id, (asked[p.position]).environment, api_key_ids[p.position],
       case requests -> (p.position - 1)::integer ->> 'type' when 'service' then 'services:write' else 'cards:write' end) as r (refusal);
    if refusal is not null then
      raise exception '%', refusal using errcode = 'CW008';
    end if;
  end if;
  return to_jsonb(answers);
end
$$;
alter function accept_operations(jsonb, jsonb, uuid[]) owner to cardwright_posting;
grant execute on function accept_operations(jsonb, jsonb, uuid[]) to cardwright_api;
