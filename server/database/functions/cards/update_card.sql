-- Changes the name and the metadata of a card, by an API key. An empty name is the product's, as when the card was issued.
-- A card of an erased cardholder cannot be changed. A request that changes nothing has no event. `given` is json, because
-- jsonb would sort the keys of the metadata.
create or replace function update_card(of_company uuid, of_environment environment, api_key_id uuid, of_card uuid, given json) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  card public.cards;
  event uuid := public.new_id();
  refusal text;
  before text;
  after text;
begin
  perform public.require_scope(array[of_company], array[of_environment], array[api_key_id], null);
  perform ledger.lock_books(array[of_company], array[of_environment]);
  refusal := public.refusal_of_key(of_company, of_environment, api_key_id, 'cards:write');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  select k.* into card
    from public.cards k
   where k.company_id = of_company and k.environment = of_environment and k.id = of_card
     for update;
  if not found then
    return '{"refused":"card_not_found"}';
  end if;
  if exists (select from public.holders h
              where h.company_id = of_company and h.environment = of_environment and h.id = card.holder_id and h.erased_at is not null) then
    return '{"refused":"holder_not_active"}';
  end if;
  before := public.shown_card(card);
  card.name := case given ->> 'name'
    when '' then (select p.name from public.products p where p.id = card.product_id)
    else coalesce(given ->> 'name', card.name)
  end;
  card.metadata := coalesce(given -> 'metadata', card.metadata);
  after := public.shown_card(card);
  if after <> before then
    update public.cards k
       set name = card.name, metadata = card.metadata
     where k.company_id = of_company and k.environment = of_environment and k.id = of_card;
    perform public.append_events(array[of_company], array[of_environment], array[event], array[public.shown_id('evt', event)],
      array[public.shown_id('com', of_company)], array['card.updated'], array[after], array[ledger.time_of(of_company, of_environment)]);
  end if;
  return jsonb_build_object('text', after);
end
$$;
alter function update_card(uuid, environment, uuid, uuid, json) owner to cardwright_posting;
grant execute on function update_card(uuid, environment, uuid, uuid, json) to cardwright_api;
