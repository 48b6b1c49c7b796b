-- Requests the address of the page that shows a card's number, by an API key, with its audit entry. Returns a refusal
-- without effect, or an empty object. A worker does not ask the issuer once the request has expired: nobody waits for
-- it any more.
create or replace function request_reveal(of_company uuid, of_environment environment, api_key_id uuid, of_card uuid, new_reveal uuid) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  card public.cards;
  refusal text;
  moment timestamptz := date_trunc('milliseconds', clock_timestamp()); -- rounded down, or it might be due after its wake-up
  longest_wait constant interval := '10 seconds'; -- twice as long as a client waits
begin
  perform public.require_scope(array[of_company], array[of_environment], array[api_key_id], null);
  refusal := public.refusal_of_key(of_company, of_environment, api_key_id, 'cards:reveal');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  select k.* into card
    from public.cards k
   where k.company_id = of_company and k.environment = of_environment and k.id = of_card;
  refusal := case
    when card.id is null then 'card_not_found'
    when card.status = 'closed' then 'card_closed'
    when card.issuer_token = '' then 'card_not_active' -- a card that the issuer does not know
  end;
  if refusal is not null then
    return jsonb_build_object('refused', refusal);
  end if;
  insert into public.reveals (company_id, environment, id, card_id, api_key_id, expires_at, next_at)
  values (of_company, of_environment, new_reveal, of_card, api_key_id, moment + longest_wait, moment);
  perform public.log_action_of_key(of_company, of_environment, api_key_id, 'card.reveal', public.shown_id('card', of_card), '{}');
  return '{}';
end
$$;
alter function request_reveal(uuid, environment, uuid, uuid, uuid) owner to cardwright_posting;
grant execute on function request_reveal(uuid, environment, uuid, uuid, uuid) to cardwright_api;
