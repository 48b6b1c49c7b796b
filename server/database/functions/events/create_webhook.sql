-- Creates an endpoint. It receives events from now on: the counter is locked, so that none is missed.
create or replace function create_webhook(of_company uuid, of_environment environment, given jsonb) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  counter public.event_counters;
  w public.webhook_endpoints;
begin
  insert into public.event_counters (company_id, environment, last) values (of_company, of_environment, 0) on conflict do nothing;
  select * into counter
    from public.event_counters c
   where c.company_id = of_company and c.environment = of_environment
     for no key update;
  if (select count(*) from public.webhook_endpoints x
       where x.company_id = of_company and x.environment = of_environment and x.status <> 'deleted') >= (given ->> 'most')::integer then
    return '{"refused":"webhook_limit"}';
  end if;
  insert into public.webhook_endpoints (company_id, environment, id, url, events, description, status, after_sequence, sealing_key,
                                        sealed_secret, created_at)
  values (of_company, of_environment, (given ->> 'id')::uuid, given ->> 'url', array(select jsonb_array_elements_text(given -> 'events')),
          given ->> 'description', 'enabled', counter.last, (given ->> 'sealingKey')::smallint,
          decode(given ->> 'sealedSecret', 'base64'), (given ->> 'at')::timestamptz)
  returning * into w;
  update public.event_counters c
     set is_listened = true, fanned_out = case when c.is_listened then c.fanned_out else c.last end
   where c.company_id = of_company and c.environment = of_environment;
  return jsonb_build_object('webhook', public.webhook_text(w, (given ->> 'at')::timestamptz));
end
$$;
alter function create_webhook(uuid, environment, jsonb) owner to cardwright_posting;
