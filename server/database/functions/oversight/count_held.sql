-- The held money, counted twice: by the open holds of the ledger and by the unfinished operations. Both are equal.
-- `is_whole` is false when there were more rows than `at_most`: then they may differ.
create or replace function count_held(at_most integer)
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
    select u.environment, u.total
      from unnest(enum_range(null::public.environment)) as e (environment)
     cross join lateral (
       select o.environment, o.amount + o.fee as total from public.operations o
        where o.environment = e.environment and o.status in ('queued', 'processing') and o.next_at is not null and o.parked_at is null
        order by o.environment, o.next_at limit at_most) as u
    union all
    (select o.environment, o.amount + o.fee from public.operations o
      where o.status in ('queued', 'processing') and o.parked_at is not null order by o.parked_at limit at_most)
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
alter function count_held(integer) owner to cardwright_posting;
grant execute on function count_held(integer) to cardwright_admin, cardwright_reader, cardwright_worker;
