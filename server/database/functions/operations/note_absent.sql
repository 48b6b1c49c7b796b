-- The issuer does not know an operation that it was asked about first: it may be sent now. Only the holder of its lease decides.
create or replace function note_absent(of_company uuid, of_environment environment, of_operation uuid, token uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.operations o
     set ask_first_since = null, lease_token = null, attempts = 0, next_at = clock_timestamp()
   where o.company_id = of_company and o.environment = of_environment and o.id = of_operation and o.status = 'queued'
     and o.lease_token = token;
  return found;
end
$$;
alter function note_absent(uuid, environment, uuid, uuid) owner to cardwright_posting;
grant execute on function note_absent(uuid, environment, uuid, uuid) to cardwright_worker;
