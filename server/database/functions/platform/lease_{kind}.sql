-- Leases due rows of one kind of work, fairly: each company's first row before any other's second, older rows first, never more
-- than `per_company`. Passes over `except_companies`. A backlog longer than `due_window` hides the companies behind it, so
-- up to `most_companies` are also found one by one, starting at `walk_from`; `walked_to` is where the next claim
-- starts. Rows of no company have the nil UUID, so the walk includes `walk_from` itself.
-- There is one function for each kind, because Postgres plans a static statement once for a connection, and a dynamic one at each
-- call, which costs more than to run it. The plan may be made while the table is small, so its settings allow only the one that a
-- backlog needs: every step an index range in order.
create or replace function lease_{kind}(of_environment environment, token uuid, lease_seconds integer, at_most integer, per_company integer,
    except_companies uuid[], walk_from uuid)
  returns table (company_id uuid, id uuid, attempts integer, walked_to uuid)
  language plpgsql set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  moment timestamptz := clock_timestamp(); -- as a parameter it bounds the index range; a volatile function would not
  due_window constant integer := 500;
  most_companies constant integer := 100;
  seen integer;
begin
  select count(*) into seen
    from (select from public.{source} w
           where w.environment = of_environment and w.next_at <= moment and w.parked_at is null and {condition}
           limit due_window) as due;
  if seen = 0 then
    return;
  end if;
  return query
  with recursive due as (
    select w.company_id, w.id, w.next_at
      from public.{source} w
     where w.environment = of_environment and w.next_at <= moment and w.parked_at is null and {condition}
     order by w.environment, w.next_at
     limit due_window
  ), walk as (
    (select w.company_id, 1 as step
       from public.{source} w
      where seen = due_window and w.environment = of_environment and w.company_id >= walk_from
        and w.next_at is not null and w.parked_at is null and {condition}
      order by w.environment, w.company_id
      limit 1)
    union all
    select following.company_id, walk.step + 1
      from walk
     cross join lateral (
       select w.company_id
         from public.{source} w
        where w.environment = of_environment and w.company_id > walk.company_id
          and w.next_at is not null and w.parked_at is null and {condition}
        order by w.environment, w.company_id
        limit 1) as following
     where walk.step < most_companies
  ), behind as (
    select d.company_id, d.id, d.next_at
      from walk
     cross join lateral (
       select w.company_id, w.id, w.next_at
         from public.{source} w
        where w.environment = of_environment and w.company_id = walk.company_id and w.next_at <= moment
          and w.parked_at is null and {condition}
        order by w.environment, w.next_at
        limit per_company) as d
  ), ranked as (
    select c.company_id, c.id, c.next_at, row_number() over (partition by c.company_id order by c.next_at, c.id) as turn
      from (select * from due union select * from behind) as c
     where c.company_id <> all (except_companies)
  ), chosen as (
    select w.company_id, w.environment, w.id
      from (select * from ranked where ranked.turn <= per_company order by ranked.turn, ranked.next_at) as r
     -- A lateral subquery for each row, by the primary key: with a join, a backlog without statistics is read in full
     -- for each row.
     cross join lateral (
       select w.company_id, w.environment, w.id
         from public.{source} w
        where w.company_id = r.company_id and w.environment = of_environment and w.id = r.id
          and (w.next_at <= moment) is true and w.parked_at is null and {condition}
          for no key update skip locked) as w
     limit at_most
  )
  update public.{source} w
     set next_at = moment + make_interval(secs => lease_seconds), lease_token = token, attempts = coalesce(w.attempts, 0) + 1
    from chosen c
   where w.company_id = c.company_id and w.environment = c.environment and w.id = c.id
  returning w.company_id, w.id, w.attempts,
            (select case when count(*) = most_companies then (array_agg(walk.company_id order by walk.step desc))[1] end from walk);
end
$$;
alter function lease_{kind}(environment, uuid, integer, integer, integer, uuid[], uuid) owner to cardwright_posting;
