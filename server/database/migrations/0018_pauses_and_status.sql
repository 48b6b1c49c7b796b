-- migrate:up
set lock_timeout = '5s';

grant insert, delete on send_pauses to cardwright_admin;
grant select on seal_outbox to cardwright_posting;

-- What the functions below count is what is unfinished, never history: each range of an index ends with what there is to do,
-- or at `at_most` rows. They answer counts, sums and moments, and never a row of a company.

-- The real moment at which an id of ours was made: version 7 begins with it. A company's sandbox clock moves created_at, and
-- never this.
create function time_of_id(id uuid) returns timestamptz
  language sql immutable parallel safe
  return to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0);
grant execute on function time_of_id(uuid) to cardwright_posting;

-- Queued operations by the reason why they are not sent: a pause, a suspended company, an issuer to which nobody could connect,
-- or that their turn has not come. A pause of everything is named before one of a product.
create function count_waiting(at_most integer)
  returns table (environment environment, reason text, pause_id uuid, operations bigint, oldest_at timestamptz, held bigint)
  language sql stable security definer
begin atomic
  with queued as (
    select o.company_id, o.environment, o.id, o.product_id, o.amount + o.fee as total, o.refused_since
      from public.operations o
     where o.status = 'queued'
     order by o.next_try_at
     limit at_most
  ), explained as (
    select q.environment, q.id, q.total, p.id as pause_id,
           case when p.id is not null then 'paused' when c.suspended_at is not null then 'suspended'
                when q.refused_since is not null then 'unreachable' else 'waiting' end as reason
      from queued q
     cross join lateral (select c.suspended_at from public.companies c where c.id = q.company_id limit 1) as c
      left join lateral (
        select s.id from public.send_pauses s
         where s.environment = q.environment and (s.product_id is null or s.product_id = q.product_id)
         order by s.product_id nulls first
         limit 1) as p on true
  )
  select e.environment, e.reason, e.pause_id, count(*), min(public.time_of_id(e.id)), sum(e.total)::bigint
    from explained e
   group by e.environment, e.reason, e.pause_id
   order by e.environment, e.reason, e.pause_id;
end;

-- Operations that are being sent, and those of them whose sender has been silent for longer than any send lasts.
create function count_sending(at_most integer, silent_seconds integer)
  returns table (environment environment, operations bigint, silent bigint, oldest_at timestamptz)
  language sql stable security definer
begin atomic
  select s.environment, count(*), count(*) filter (where s.sent_at < clock_timestamp() - make_interval(secs => silent_seconds)),
         min(s.sent_at)
    from (select o.environment, o.sent_at
            from public.operations o
           where o.status = 'processing'
           order by o.sent_at
           limit at_most) as s
   group by s.environment
   order by s.environment;
end;

-- Operations in review: the money that they hold, since when the oldest waits, when the next of them is looked at, and how
-- many are behind the last look, from where only people go on. All moments are real ones.
create function count_reviews(at_most integer)
  returns table (environment environment, operations bigint, without_next bigint, held bigint, oldest_at timestamptz, next_at timestamptz)
  language sql stable security definer
begin atomic
  with reviews as (
    (select o.company_id, o.environment, o.amount + o.fee as total, o.sent_at, o.review_opened_at, o.review_next_at
       from public.operations o
      where o.status = 'manual_review' and o.review_next_at is not null
      order by o.review_next_at
      limit at_most)
    union all
    (select o.company_id, o.environment, o.amount + o.fee, o.sent_at, o.review_opened_at, o.review_next_at
       from public.operations o
      where o.status = 'manual_review' and o.review_next_at is null
      order by o.review_next_at
      limit at_most)
  )
  select r.environment, count(*), count(*) filter (where r.review_next_at is null), sum(r.total)::bigint,
         min(coalesce(r.sent_at, r.review_opened_at - b.clock_offset)), min(r.review_next_at - b.clock_offset)
    from reviews r
   cross join lateral (
     select b.clock_offset from ledger.books b where b.company_id = r.company_id and b.environment = r.environment limit 1) as b
   group by r.environment
   order by r.environment;
end;

-- The money that is held, told twice: by the open holds of the ledger and by the operations that are not finished. They are
-- equal. `is_whole` is false when there were more rows than were to be counted: then the two need not be equal.
create function count_held(at_most integer)
  returns table (environment environment, of_holds bigint, of_operations bigint, is_whole boolean)
  language sql stable security definer
begin atomic
  with holds as (
    select h.environment, h.amount
      from ledger.holds h
     where h.state = 'open'
     order by h.company_id, h.environment, h.created_at, h.reference
     limit at_most
  ), unfinished as (
    (select o.environment, o.amount + o.fee as total from public.operations o where o.status = 'queued' order by o.next_try_at limit at_most)
    union all
    (select o.environment, o.amount + o.fee from public.operations o where o.status = 'processing' order by o.sent_at limit at_most)
    union all
    (select o.environment, o.amount + o.fee from public.operations o where o.status = 'manual_review' order by o.review_next_at limit at_most)
  )
  select e.environment,
         (select coalesce(sum(h.amount), 0)::bigint from holds h where h.environment = e.environment),
         (select coalesce(sum(u.total), 0)::bigint from unfinished u where u.environment = e.environment),
         (select count(*) from holds) < at_most and (select count(*) from unfinished) < at_most
    from unnest(enum_range(null::public.environment)) as e (environment)
   order by e.environment;
end;

-- What else waits for somebody: notifications that are not processed, cardholders whom the issuer does not know yet, cases
-- and proposals that people have to decide, and lines of seals that have not left the database, which belong to no environment.
create function count_backlogs(at_most integer)
  returns table (backlog text, environment environment, waiting bigint, oldest_at timestamptz)
  language sql stable security definer
begin atomic
  select 'notifications', n.environment, count(*), min(n.received_at)
    from (select x.environment, x.received_at
            from public.issuer_notifications x
           where x.processed_at is null
           order by x.received_at
           limit at_most) as n
   group by n.environment
  union all
  select 'holders', h.environment, count(*), min(public.time_of_id(h.id))
    from (select x.environment, x.id from public.holders x where x.status = 'pending' order by x.created_at limit at_most) as h
   group by h.environment
  union all
  select 'cases', c.environment, count(*), min(c.opened_at)
    from (select x.environment, x.opened_at from public.cases x where x.closed_at is null order by x.opened_at limit at_most) as c
   group by c.environment
  union all
  select 'proposals', p.environment, count(*), min(p.proposed_at)
    from (select x.environment, x.proposed_at
            from public.proposals x
           where x.approved_at is null and x.withdrawn_at is null
           order by x.company_id, x.environment, x.subject_kind, x.subject_id
           limit at_most) as p
   group by p.environment
  union all
  select 'seals', null, count(*), min((s.line::json ->> 'at')::timestamptz)
    from (select x.line from public.seal_outbox x order by x.id limit at_most) as s
  having count(*) > 0;
end;

grant execute on function count_waiting(integer), count_sending(integer, integer), count_reviews(integer), count_held(integer),
  count_backlogs(integer) to cardwright_worker, cardwright_admin;
call run_as_posting('count_waiting(integer)');
call run_as_posting('count_sending(integer, integer)');
call run_as_posting('count_reviews(integer)');
call run_as_posting('count_held(integer)');
call run_as_posting('count_backlogs(integer)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
