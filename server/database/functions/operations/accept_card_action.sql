-- Accepts an action on a card: one commit with its idempotency key, its answer and its operation, which is its own job.
-- It holds nothing, and wakes the workers at the commit. `request` is json, because jsonb would sort the keys of the limits. Returns the answer, a refusal
-- without effect, or that the key is known.
create or replace function accept_card_action(claim jsonb, api_key_id uuid, request json) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  key public.idempotency_keys := jsonb_populate_record(null::public.idempotency_keys, claim);
  card public.cards;
  o public.operations;
  refusal text;
  fate text;
begin
  perform public.require_verified_timeline();
  perform public.require_scope(array[key.company_id], array[key.environment], array[api_key_id], null);
  -- Every function that accepts or settles an operation holds this lock, so the card and its operations stay as they are.
  perform ledger.lock_books(array[key.company_id], array[key.environment]);
  fate := public.fate_of_reference(key.company_id, key.environment, 'order', (request ->> 'id')::uuid);
  if fate = 'recovering' then
    return '{"refused":"recovering"}';
  end if;
  if exists (select from public.idempotency_keys k
              where k.company_id = key.company_id and k.environment = key.environment and k.key = key.key) then
    return '{"known":true}';
  end if;
  if fate is not null then
    refusal := case fate when 'explained' then 'idempotency_conflict' else public.bind_operation(key, api_key_id, jsonb_build_object(
      'id', request -> 'id', 'type', request -> 'type', 'amount', 0, 'card_id', request -> 'cardId', 'limits', request -> 'limits')) end;
    return case when refusal is null then '{"known":true}' else jsonb_build_object('refused', refusal) end;
  end if;
  select k.* into card
    from public.cards k
   where k.company_id = key.company_id and k.environment = key.environment and k.id = (request ->> 'cardId')::uuid;
  o.type := request ->> 'type';
  refusal := case when card.id is null then 'card_not_found' else public.refusal_of_card_action(card, o.type) end;
  if refusal is not null then
    return jsonb_build_object('refused', refusal);
  end if;
  o.company_id := key.company_id;
  o.environment := key.environment;
  o.id := (request ->> 'id')::uuid;
  o.status := 'queued';
  o.product_id := card.product_id;
  o.amount := 0;
  o.fee := 0;
  o.holder_id := card.holder_id;
  o.card_id := card.id;
  o.name := '';
  o.recipient := '';
  o.metadata := '{}';
  o.limits := request -> 'limits';
  o.scenario := coalesce(request ->> 'scenario', '');
  o.receipt := '';
  o.failure_code := '';
  o.failure_message := '';
  o.review_reason := '';
  o.created_at := ledger.time_of(key.company_id, key.environment);
  o.updated_at := o.created_at;
  o.accepted_at := date_trunc('milliseconds', clock_timestamp());
  o.next_at := o.accepted_at; -- rounded down, or it might be due after its wake-up
  o.attempts := 0;
  o.last_error := '';
  o.traceparent := request ->> 'traceparent';
  insert into public.operations select o.*;
  key.response_body := public.operation_text(o, key.resource_id, public.shown_id('card', card.id));
  insert into public.idempotency_keys select key.*;
  refusal := public.refusal_of_key(key.company_id, key.environment, api_key_id, 'cards:write');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  perform pg_notify('cardwright_work', 'operation');
  return jsonb_build_object('body', key.response_body);
end
$$;
alter function accept_card_action(jsonb, uuid, json) owner to cardwright_posting;
grant execute on function accept_card_action(jsonb, uuid, json) to cardwright_api;
