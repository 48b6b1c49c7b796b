-- Leases due rows fairly: each company's first row before any other's second, older rows first, never more than
-- `per_company`. Passes over `except_companies`. A backlog longer than `due_window` hides the companies behind it, so
-- up to `most_companies` are also found one by one, starting at `walk_from`; `walked_to` is where the next claim
-- starts. Rows of no company have the nil UUID, so the walk includes `walk_from` itself.
create or replace function claim_work(of_kind text, of_environment environment, token uuid, lease_seconds integer, at_most integer, per_company integer,
    except_companies uuid[], walk_from uuid)
  returns table (company_id uuid, id uuid, attempts integer, walked_to uuid)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kind public.work_kinds;
  moment timestamptz := clock_timestamp(); -- as a parameter it bounds the index range; a volatile function would not
  due_window constant integer := 500;
  most_companies constant integer := 100;
  seen integer;
begin
  select k.* into strict kind from public.work_kinds k where k.kind = of_kind;
  execute format('select count(*) from (select from public.%I w
      where w.environment = $1 and w.next_at <= $2 and w.parked_at is null and %s limit $3) as due', kind.source, kind.condition)
    into seen using of_environment, moment, due_window;
  if seen = 0 then
    return;
  end if;
  return query execute format($query$
    with recursive due as (
      select w.company_id, w.id, w.next_at
        from public.%1$I w
       where w.environment = $1 and w.next_at <= $2 and w.parked_at is null and %2$s
       order by w.next_at
       limit $3
    ), walk as (
      (select w.company_id, 1 as step
         from public.%1$I w
        where $4 and w.environment = $1 and w.company_id >= $5 and w.next_at is not null and w.parked_at is null and %2$s
        order by w.company_id
        limit 1)
      union all
      select following.company_id, walk.step + 1
        from walk
       cross join lateral (
         select w.company_id
           from public.%1$I w
          where w.environment = $1 and w.company_id > walk.company_id and w.next_at is not null and w.parked_at is null and %2$s
          order by w.company_id
          limit 1) as following
       where walk.step < $6
    ), behind as (
      select d.company_id, d.id, d.next_at
        from walk
       cross join lateral (
         select w.company_id, w.id, w.next_at
           from public.%1$I w
          where w.environment = $1 and w.company_id = walk.company_id and w.next_at <= $2 and w.parked_at is null and %2$s
          order by w.next_at
          limit $7) as d
    ), ranked as (
      select c.company_id, c.id, c.next_at, row_number() over (partition by c.company_id order by c.next_at, c.id) as turn
        from (select * from due union select * from behind) as c
       where c.company_id <> all ($8)
    ), chosen as (
      select w.company_id, w.environment, w.id
        from (select * from ranked where ranked.turn <= $7 order by ranked.turn, ranked.next_at) as r
       -- A lateral subquery for each row, by the primary key: with a join, a backlog without statistics is read in full
       -- for each row.
       cross join lateral (
         select w.company_id, w.environment, w.id
           from public.%1$I w
          where w.company_id = r.company_id and w.environment = $1 and w.id = r.id and (w.next_at <= $2) is true and w.parked_at is null
            and %2$s
            for no key update skip locked) as w
       limit $9
    )
    update public.%1$I w
       set next_at = $2 + make_interval(secs => $10), lease_token = $11, attempts = coalesce(w.attempts, 0) + 1
      from chosen c
     where w.company_id = c.company_id and w.environment = c.environment and w.id = c.id
    returning w.company_id, w.id, w.attempts,
              (select case when count(*) = $6 then (array_agg(walk.company_id order by walk.step desc))[1] end from walk)
    $query$, kind.source, kind.condition)
    using of_environment, moment, due_window, seen = due_window, walk_from, most_companies, per_company, except_companies, at_most,
      lease_seconds, token;
end
$$;
alter function claim_work(text, environment, uuid, integer, integer, integer, uuid[], uuid) owner to cardwright_posting;
grant execute on function claim_work(text, environment, uuid, integer, integer, integer, uuid[], uuid) to cardwright_worker;
