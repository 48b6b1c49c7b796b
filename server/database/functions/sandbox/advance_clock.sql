-- Moves the clock of a sandbox forward.
create or replace function advance_clock(of_company uuid, of_environment environment, api_key_id uuid, by_seconds bigint) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ahead bigint;
  move bigint;
  refusal text;
begin
  perform public.require_scope(array[of_company], array[of_environment], array[api_key_id], null);
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
  -- Seconds only: days and months have no fixed length under daylight saving time.
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
alter function advance_clock(uuid, environment, uuid, bigint) owner to cardwright_posting;
grant execute on function advance_clock(uuid, environment, uuid, bigint) to cardwright_api;
