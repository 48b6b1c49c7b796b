-- How many of these operations are not in this database, or not settled any more although they were. Asked after a change of
-- the server.
create or replace function count_missing(company_ids uuid[], environments environment[], ids uuid[], were_settled boolean[]) returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*)::integer
    from unnest(company_ids, environments, ids, were_settled) as w (company_id, environment, id, was_settled)
   where not exists (select from public.operations o
                      where o.company_id = w.company_id and o.environment = w.environment and o.id = w.id
                        and (not w.was_settled or o.status not in ('queued', 'processing')));
end;
alter function count_missing(uuid[], environment[], uuid[], boolean[]) owner to cardwright_posting;
grant execute on function count_missing(uuid[], environment[], uuid[], boolean[]) to cardwright_api, cardwright_worker;
