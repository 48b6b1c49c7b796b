-- Stores the issuer's answer about a cardholder. A pending one stays leased; any other status ends the work and is an
-- event.
create or replace function register_holder(of_company uuid, of_environment environment, of_holder uuid, token text, new_status text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  registered public.holders;
begin
  perform ledger.lock_books(array[of_company], array[of_environment]);
  update public.holders h
     set issuer_token = token, status = new_status,
         next_at = case new_status when 'pending' then h.next_at end,
         lease_token = case new_status when 'pending' then h.lease_token end,
         parked_at = case new_status when 'pending' then h.parked_at end
   where h.company_id = of_company and h.environment = of_environment and h.id = of_holder and h.status = 'pending'
  returning h.* into registered;
  if registered.status <> 'pending' then
    perform public.append_holder_event(registered, 'updated');
  end if;
end
$$;
alter function register_holder(uuid, environment, uuid, text, text) owner to cardwright_posting;
grant execute on function register_holder(uuid, environment, uuid, text, text) to cardwright_worker;
