-- Why a key may not do this now, or null when it may. Called in the commit of every write, by the database's own time:
-- a process may trust a key for up to a second after its end, and a request may have waited.
create or replace function refusal_of_key(of_company uuid, of_environment environment, of_key uuid, needed_scope text) returns text
  language sql volatile security definer
begin atomic
  select case
           when k.id is null or k.revoked_at is not null or k.expires_at <= clock_timestamp() then 'key_invalid'
           when c.verification <> 'approved' then 'verification_required'
           when c.suspended_at is not null then 'company_suspended'
           when not needed_scope = any (k.scopes) then 'scope_missing'
         end
    from public.companies c
    left join public.api_keys k on k.company_id = c.id and k.environment = of_environment and k.id = of_key
   where c.id = of_company;
end;
alter function refusal_of_key(uuid, environment, uuid, text) owner to cardwright_posting;
