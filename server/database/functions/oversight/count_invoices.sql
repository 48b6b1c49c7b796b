-- Invoices that need work, by the kind of work; parked ones are counted with all parked work. All times are real.
--   creating            waits for a worker that asks the issuer
--   paused, suspended   the same, and may not be sent
--   sent                the issuer was asked, and has not answered yet
--   due                 due since oldest_at: it may have expired or been paid
--   review              the outcome is unknown; next_at is the next read, and without_next are past the last one
-- An invoice that is creating is due within seconds, so it is among those due within a minute.
create or replace function count_invoices(at_most integer)
  returns table (environment environment, state text, invoices bigint, without_next bigint, oldest_at timestamptz, next_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with soon as (
    select i.company_id, i.environment, i.status, i.sent_at, i.next_at,
           coalesce(i.accepted_at, public.time_of_id(i.id)) as accepted_at -- as in count_waiting
      from public.invoices i
     where i.next_at < statement_timestamp() + interval '1 minute' and i.parked_at is null
     order by i.next_at
     limit at_most
  ), explained as (
    select s.environment,
           case when s.status <> 'creating' then 'due' when s.sent_at is not null then 'sent'
                when exists (select from public.send_pauses p where p.environment = s.environment and p.product_id is null) then 'paused'
                when c.suspended_at is not null then 'suspended' else 'creating' end as state,
           case when s.status <> 'creating' then s.next_at else coalesce(s.sent_at, s.accepted_at) end as since
      from soon s
     cross join lateral (select c.suspended_at from public.companies c where c.id = s.company_id limit 1) as c
     where s.status = 'creating' or (s.status <> 'manual_review' and s.next_at <= statement_timestamp())
  )
  select e.environment, e.state, count(*), 0::bigint, min(e.since), null::timestamptz
    from explained e
   group by e.environment, e.state
  union all
  select r.environment, 'review', count(*), count(*) filter (where r.next_at is null), min(r.review_opened_at - b.clock_offset),
         min(r.next_at) filter (where r.parked_at is null)
    from (select i.company_id, i.environment, i.review_opened_at, i.next_at, i.parked_at
            from public.invoices i
           where i.status = 'manual_review'
           order by i.review_opened_at, i.id
           limit at_most) as r
   cross join lateral (
     select b.clock_offset from ledger.books b where b.company_id = r.company_id and b.environment = r.environment limit 1) as b
   group by r.environment
   order by 1, 2;
end;
alter function count_invoices(integer) owner to cardwright_posting;
grant execute on function count_invoices(integer) to cardwright_admin, cardwright_reader, cardwright_worker;
