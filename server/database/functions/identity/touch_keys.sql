-- Records the last use of many keys. A key's time never goes back. Rows are locked in one order; a row that is locked
-- elsewhere is left for the next time.
create or replace function touch_keys(company_ids uuid[], environments environment[], key_ids uuid[], used_at timestamptz[]) returns void
  language sql security definer
begin atomic
  with used as (
    select k.company_id, k.environment, k.id, u.used_at
      from unnest(company_ids, environments, key_ids, used_at) as u (company_id, environment, key_id, used_at)
      join public.api_keys k on k.company_id = u.company_id and k.environment = u.environment and k.id = u.key_id
     where k.last_used_at is null or k.last_used_at < u.used_at
     order by k.company_id, k.environment, k.id
       for no key update of k skip locked
  )
  update public.api_keys k
     set last_used_at = used.used_at
    from used
   where k.company_id = used.company_id and k.environment = used.environment and k.id = used.id;
end;
alter function touch_keys(uuid[], environment[], uuid[], timestamptz[]) owner to cardwright_posting;
grant execute on function touch_keys(uuid[], environment[], uuid[], timestamptz[]) to cardwright_api;
