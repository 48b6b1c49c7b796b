-- The operator behind a credential, for commands that only read. No row when the credential is not valid.
create or replace function operator_of(credential text) returns table (id uuid, name text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select o.id, o.name
    from public.read_credential(credential) as c
    join public.operators o on o.id = c.who
   where o.disabled_at is null and o.active_from <= clock_timestamp();
end;
alter function operator_of(text) owner to cardwright_posting;
grant execute on function operator_of(text) to cardwright_admin;
