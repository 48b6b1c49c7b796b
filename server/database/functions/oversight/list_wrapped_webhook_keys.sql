-- The wrapped keys of webhook secrets under any version but `besides`, in order of their endpoints. `is_next`: of the
-- secret that replaces the first one.
create or replace function list_wrapped_webhook_keys(besides integer, after_company uuid, after_environment environment, after_webhook uuid, at_most integer)
  returns table (company_id uuid, environment environment, id uuid, is_next boolean, sealing_key integer, wrapped bytea)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select w.company_id, w.environment, w.id, s.is_next, s.sealing_key, public.wrapped_key(s.sealed)
    from (
      select x.* from public.webhook_endpoints x
       where ((x.sealing_key <> besides and x.sealed_secret <> '') or x.next_sealing_key <> besides)
         and (after_company is null or (x.company_id, x.environment, x.id) > (after_company, after_environment, after_webhook))
       order by x.company_id, x.environment, x.id
       limit at_most) as w
   cross join lateral (
     values (false, w.sealing_key::integer, w.sealed_secret), (true, w.next_sealing_key::integer, w.next_sealed_secret)
   ) as s (is_next, sealing_key, sealed)
   where s.sealing_key <> besides and s.sealed <> ''
   order by w.company_id, w.environment, w.id, s.is_next;
end;
alter function list_wrapped_webhook_keys(integer, uuid, environment, uuid, integer) owner to cardwright_posting;
grant execute on function list_wrapped_webhook_keys(integer, uuid, environment, uuid, integer) to cardwright_admin;
