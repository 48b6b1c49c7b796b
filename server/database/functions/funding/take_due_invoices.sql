-- Claims due invoices and decides in the same commit what each of them needs. This is the send fence: an unsent invoice is
-- marked as sent in a commit before anything is sent, and one that is already marked is never sent. `todo` is
--   send   ask the issuer for a deposit, once: `attempt` is the lease, and its answer counts
--   lost   it is marked, and its sender is gone: it may have been sent
--   read   ask the issuer for its status
--   later  nothing now, and the lease is over: it is paused, its company is suspended, or the issuer has not followed the clock of its
--          sandbox yet, so its answer would be for an earlier time
create or replace function take_due_invoices(of_environment environment, token uuid, lease_seconds integer, wait_seconds integer, at_most integer,
    per_company integer, except_companies uuid[], walk_from uuid)
  returns table (company_id uuid, id uuid, attempts integer, walked_to uuid, todo text, attempt uuid, amount bigint, scenario text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  owners uuid[];
  ids uuid[];
  walked uuid;
begin
  perform public.require_verified_timeline();
  -- A separate statement: the next one must see the rows as they were claimed.
  select array_agg(c.company_id), array_agg(c.id), (array_agg(c.walked_to))[1]
    into owners, ids, walked
    from public.lease_invoice(of_environment, token, lease_seconds, at_most, per_company, except_companies, walk_from) as c;
  return query
  with decided as (
    select c.company_id, c.id,
           case when i.status = 'creating' and i.sent_at is not null then 'lost'
                when behind.is_behind then 'behind'
                when i.status <> 'creating' then 'read'
                when o.suspended_at is not null or exists (
                       select from public.send_pauses p where p.environment = of_environment and p.product_id is null) then 'wait'
                else 'send' end as found
      from unnest(owners, ids) as c (company_id, id)
     cross join lateral (
       select x.status, x.sent_at from public.invoices x
        where x.company_id = c.company_id and x.environment = of_environment and x.id = c.id limit 1) as i
     cross join lateral (select x.suspended_at from public.companies x where x.id = c.company_id limit 1) as o
      left join lateral (
        select a.followed_at is null as is_behind
          from public.clock_advances a
         where a.company_id = c.company_id and a.environment = of_environment
         order by a.number desc limit 1) as behind on true
  )
  update public.invoices i
     set next_at = case d.found when 'wait' then clock_timestamp() + make_interval(secs => wait_seconds)
                                when 'behind' then clock_timestamp() + interval '1 second' else i.next_at end,
         lease_token = case when d.found in ('wait', 'behind') then null else i.lease_token end,
         attempts = case when d.found in ('wait', 'behind') then 0 else i.attempts end,
         attempt = case d.found when 'send' then token else i.attempt end,
         sent_at = case d.found when 'send' then clock_timestamp() else i.sent_at end
    from decided d
   where i.company_id = d.company_id and i.environment = of_environment and i.id = d.id and i.lease_token = token
  returning i.company_id, i.id, i.attempts, walked, case when d.found in ('wait', 'behind') then 'later' else d.found end, i.attempt,
            i.requested_amount, i.scenario;
end
$$;
alter function take_due_invoices(environment, uuid, integer, integer, integer, integer, uuid[], uuid) owner to cardwright_posting;
grant execute on function take_due_invoices(environment, uuid, integer, integer, integer, integer, uuid[], uuid) to cardwright_worker;
