-- Cancels an operation that is not marked as sent: it fails, and its hold is released. A claim marks a row only while it
-- is queued, so either the claim or the cancellation comes first. One from before a loss may have been sent: it waits until
-- the issuer was asked. Returns the operation as the API shows it, or a
-- refusal; then nothing happened. An operation that was cancelled before is returned as it is.
create or replace function cancel_operation(of_company uuid, of_environment environment, api_key_id uuid, of_operation uuid) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  o public.operations;
  shown_operation text := public.shown_id('op', of_operation);
  shown_card text;
  event_id uuid := public.new_id();
  refusal text;
begin
  perform public.require_scope(array[of_company], array[of_environment], array[api_key_id], null);
  perform ledger.lock_books(array[of_company], array[of_environment]);
  select x.* into o
    from public.operations x
   where x.company_id = of_company and x.environment = of_environment and x.id = of_operation
     for update;
  if not found then
    return '{"refused":"operation_not_found"}';
  end if;
  refusal := public.refusal_of_key(of_company, of_environment, api_key_id,
    case o.type when 'service' then 'services:write' else 'cards:write' end);
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  shown_card := coalesce(public.shown_id('card', o.card_id), '');
  if o.status = 'queued' and o.ask_first_since is not null then
    raise exception 'the issuer has not been asked about this operation yet' using errcode = 'CW062';
  elsif o.status = 'queued' then
    perform public.settle_operations(jsonb_build_array(jsonb_build_object(
      'companyId', of_company, 'environment', of_environment, 'operationId', of_operation, 'how', 'unsent', 'outcome', 'rejected',
      'code', 'cancelled', 'message', 'Cancelled before it was sent.', 'detail', 'cancelled by the company',
      'shownId', shown_operation, 'shownCompany', public.shown_id('com', of_company), 'shownCard', shown_card,
      'eventId', event_id, 'shownEvent', public.shown_id('evt', event_id))));
    select x.* into o
      from public.operations x
     where x.company_id = of_company and x.environment = of_environment and x.id = of_operation;
  elsif o.status <> 'failed' or o.failure_code <> 'cancelled' then
    return '{"refused":"operation_not_cancellable"}';
  end if;
  return jsonb_build_object('body', public.operation_text(o, shown_operation, shown_card));
end
$$;
alter function cancel_operation(uuid, environment, uuid, uuid) owner to cardwright_posting;
grant execute on function cancel_operation(uuid, environment, uuid, uuid) to cardwright_api;
