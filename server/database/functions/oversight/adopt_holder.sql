-- Makes a cardholder of one that only the issuer has, with its event. A pending one is registered further. Returns null. The
-- book is locked.
create or replace function adopt_holder(u unknown_records) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  h public.holders;
begin
  insert into public.holders (company_id, environment, id, name, email, kind, status, external_id, metadata, issuer_token, created_at, next_at)
  values (u.company_id, u.environment, u.reference, u.record ->> 'name', u.record ->> 'email', u.record ->> 'kind', u.record ->> 'status', '', '{}',
          u.record ->> 'token', least((u.record ->> 'createdAt')::timestamptz, ledger.time_of(u.company_id, u.environment)),
          case u.record ->> 'status' when 'pending' then clock_timestamp() end)
  returning * into h;
  perform public.append_holder_event(h, 'created');
  return null;
end
$$;
alter function adopt_holder(unknown_records) owner to cardwright_posting;
