-- Operations in review: the money that they hold, since when the oldest waits, when the next is checked, and how many
-- are past the last check and wait for operators. All times are real.
create or replace function count_reviews(at_most integer)
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
alter function count_reviews(integer) owner to cardwright_posting;
grant execute on function count_reviews(integer) to cardwright_admin, cardwright_reader, cardwright_worker;
