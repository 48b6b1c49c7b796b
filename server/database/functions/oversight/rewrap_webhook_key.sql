-- Replaces the wrapped key of a webhook secret, if it is still the one that was read.
create or replace function rewrap_webhook_key(of_company uuid, of_environment environment, of_webhook uuid, of_next boolean, from_wrapped bytea,
    to_version integer, to_wrapped bytea) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if of_next then
    update public.webhook_endpoints w
       set next_sealing_key = to_version, next_sealed_secret = public.with_wrapped_key(w.next_sealed_secret, to_wrapped)
     where w.company_id = of_company and w.environment = of_environment and w.id = of_webhook
       and public.wrapped_key(w.next_sealed_secret) = from_wrapped;
  else
    update public.webhook_endpoints w
       set sealing_key = to_version, sealed_secret = public.with_wrapped_key(w.sealed_secret, to_wrapped)
     where w.company_id = of_company and w.environment = of_environment and w.id = of_webhook
       and public.wrapped_key(w.sealed_secret) = from_wrapped;
  end if;
  return found;
end
$$;
alter function rewrap_webhook_key(uuid, environment, uuid, boolean, bytea, integer, bytea) owner to cardwright_posting;
