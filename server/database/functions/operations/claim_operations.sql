-- The send fence. Among the operations that `token` has leased in this transaction, marks as sent those to send, in a commit
-- before anything is sent: an operation that is already marked is never sent. Returns what to do with each that stays claimed:
--   send     it is ours now: send it once
--   ask      it is from before a loss or another server: ask the issuer about it before it is sent
--   lost     its sender's claim has ended without an outcome: it may have been sent
--   give_up  no connection to its issuer within the time limit: nothing was sent, and nothing will be
-- The others wait and are released: they are paused, their company is suspended, their issuer refuses connections, or it gives no
-- definite answers. `refusing` and `unanswered` name addresses: '' is the issuer's own, `own_addresses` are the scenarios with an
-- address of their own. `unanswered` also names companies, and does not apply to faults that a sandbox requested. For each key in
-- `probing`, one operation is sent.
-- Every operation, cardholder and card is found by its id, with any statistics: `offset 0` and `is true` hide the other columns,
-- or the planner may choose an index that begins with the company, and read all of the company's rows for each one.
create or replace function claim_operations(of_environment environment, token uuid, company_ids uuid[], ids uuid[], probe_seconds integer,
    give_up_seconds integer, own_addresses text[], refusing text[], unanswered text[], probing text[])
  returns table (company_id uuid, id uuid, todo text, type text, product_id uuid, amount bigint, holder_token text, card_token text,
    name text, recipient text, scenario text, attempt uuid, card_id uuid)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.require_verified_timeline();
  return query
  with leased as (
    select o.company_id, o.environment, o.id, o.status, o.scenario, o.created_at, o.refused_since, o.held_up_since, o.ask_first_since,
           case when o.scenario = any (own_addresses) then o.scenario else '' end as address,
           b.clock_offset, c.suspended_at is not null or exists (
             select 1 from public.send_pauses p
              where p.environment = o.environment and (p.product_id is null or p.product_id = o.product_id)) as is_held_up
      from unnest(company_ids, ids) as a (company_id, id)
     cross join lateral (
       select x.*
         from public.operations x
        where x.id = a.id and (x.company_id = a.company_id and x.environment = of_environment) is true and x.lease_token = token
       offset 0) as o
      join public.companies c on c.id = o.company_id
      join ledger.books b on b.company_id = o.company_id and b.environment = o.environment
  ), judged as (
    select l.*,
           case when l.status = 'processing' then 'lost'
                when l.status <> 'queued' then 'over'
                when l.is_held_up then 'held_up'
                -- Before anything is sent: a claim that is always the first to probe would never find the address refusing.
                when l.ask_first_since is null
                     and l.refused_since + coalesce(clock_timestamp() - l.held_up_since, '0')
                       < clock_timestamp() - make_interval(secs => give_up_seconds) then 'give_up'
                else 'ready' end as found,
           case when l.address = any (refusing) or (l.scenario = '' and l.address = any (unanswered)) then l.address
                when l.scenario = '' and l.company_id::text = any (unanswered) then l.company_id::text end as closed_by
      from leased l
  ), decided as (
    select j.company_id, j.environment, j.id, j.clock_offset,
           case when j.found <> 'ready' then j.found
                when j.closed_by is null then case when j.ask_first_since is null then 'send' else 'ask' end
                when j.closed_by = any (probing)
                     and row_number() over (partition by j.found, j.closed_by order by j.created_at, j.id) = 1
                  then case when j.ask_first_since is null then 'send' else 'ask' end
                when j.address = any (refusing) then 'refused'
                else 'unanswered' end as decision
      from judged j
  ), marked as (
    update public.operations o
       set status = 'processing', attempt = token, sent_at = clock_timestamp(), held_up_since = null, unanswered_since = null,
           refused_since = o.refused_since + coalesce(clock_timestamp() - o.held_up_since, '0'),
           updated_at = date_trunc('milliseconds', clock_timestamp()) + d.clock_offset
      from decided d
     where d.decision = 'send' and o.id = d.id and (o.company_id = d.company_id and o.environment = d.environment) is true
       and (o.status = 'queued') is true and o.lease_token = token
    returning o.id
  ), waiting as (
    update public.operations o
       set next_at = clock_timestamp() + make_interval(secs => probe_seconds), lease_token = null, attempts = 0,
           held_up_since = case d.decision when 'held_up' then coalesce(o.held_up_since, clock_timestamp()) end,
           unanswered_since = case d.decision when 'unanswered' then coalesce(o.unanswered_since, clock_timestamp()) end,
           refused_since = case d.decision
                             when 'held_up' then o.refused_since
                             when 'refused' then coalesce(o.refused_since + coalesce(clock_timestamp() - o.held_up_since, '0'), clock_timestamp())
                           end
      from decided d
     where d.decision in ('held_up', 'refused', 'unanswered')
       and o.id = d.id and (o.company_id = d.company_id and o.environment = d.environment) is true
  )
  select o.company_id, o.id, d.decision, o.type, o.product_id, o.amount, h.issuer_token, k.issuer_token, o.name, o.recipient, o.scenario,
         o.attempt, o.card_id
    from decided d
    join public.operations o on o.id = d.id and (o.company_id = d.company_id and o.environment = d.environment) is true
    left join marked m on m.id = d.id
    left join public.holders h on h.id = o.holder_id and (h.company_id = o.company_id and h.environment = o.environment) is true
    left join public.cards k on k.id = o.card_id and (k.company_id = o.company_id and k.environment = o.environment) is true
   where d.decision in ('ask', 'lost', 'give_up') or (d.decision = 'send' and m.id is not null);
end
$$;
alter function claim_operations(environment, uuid, uuid[], uuid[], integer, integer, text[], text[], text[], text[]) owner to cardwright_posting;
grant execute on function claim_operations(environment, uuid, uuid[], uuid[], integer, integer, text[], text[], text[], text[]) to cardwright_worker;
