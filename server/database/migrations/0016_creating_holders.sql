-- migrate:up
set lock_timeout = '5s';

grant select, insert, update on holders to cardwright_posting;

-- Creates a cardholder, who waits for the issuer to know them: idempotency key, row and right in one commit. False when the
-- idempotency key is known already, and nothing happened.
create function create_holder(claim jsonb, api_key_id uuid, holder jsonb) returns boolean
  language plpgsql security definer as $$
declare
  key public.idempotency_keys := jsonb_populate_record(null::public.idempotency_keys, claim);
  refusal text;
begin
  insert into public.idempotency_keys select key.* on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into public.holders (company_id, environment, id, name, email, kind, status, external_id, created_at)
  values (key.company_id, key.environment, (holder ->> 'id')::uuid, holder ->> 'name', holder ->> 'email', holder ->> 'kind', 'pending',
          holder ->> 'externalId', ledger.time_of(key.company_id, key.environment));
  refusal := public.refusal_of_key(key.company_id, key.environment, api_key_id, 'holders:write');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  return true;
end
$$;

-- Cardholders whom the issuer does not know yet, oldest first.
create index holders_to_register on holders (created_at) where status = 'pending';
create function list_unregistered_holders(at_most integer)
  returns table (company_id uuid, environment environment, id uuid, name text, email text, kind text)
  language sql stable security definer
begin atomic
  select h.company_id, h.environment, h.id, h.name, h.email, h.kind
    from public.holders h
   where h.status = 'pending'
   order by h.created_at
   limit at_most;
end;

-- Notes what the issuer made of a cardholder.
create function register_holder(of_company uuid, of_environment environment, of_holder uuid, token text, new_status text) returns void
  language sql security definer
begin atomic
  update public.holders h
     set issuer_token = token, status = new_status
   where h.company_id = of_company and h.environment = of_environment and h.id = of_holder and h.status = 'pending';
end;

grant execute on function create_holder(jsonb, uuid, jsonb) to cardwright_api;
grant execute on function list_unregistered_holders(integer), register_holder(uuid, environment, uuid, text, text) to cardwright_worker;
call run_as_posting('create_holder(jsonb, uuid, jsonb)');
call run_as_posting('list_unregistered_holders(integer)');
call run_as_posting('register_holder(uuid, environment, uuid, text, text)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
