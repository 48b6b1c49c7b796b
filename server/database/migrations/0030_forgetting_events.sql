-- migrate:up
set lock_timeout = '5s';

-- For how long events are kept, and what is known of their deliveries.
create function events_are_kept_for() returns interval
  language sql immutable parallel safe
  return interval '90 days';
grant execute on function events_are_kept_for() to cardwright_posting;

-- Events never change. They end after their time, by when they really happened: a company's clock makes none of them older.
create function refuse_early_end() returns trigger
  language plpgsql as $$
begin
  if public.time_of_id(old.id) >= clock_timestamp() - public.events_are_kept_for() then
    raise exception 'an event is kept for %: its deletion is refused', public.events_are_kept_for() using errcode = 'CW002';
  end if;
  return old;
end
$$;
drop trigger events_are_append_only on events;
create trigger events_are_append_only before update or truncate on events for each statement execute function refuse_change();
alter table events enable always trigger events_are_append_only;
create trigger events_are_kept before delete on events for each row execute function refuse_early_end();
alter table events enable always trigger events_are_kept;
grant delete on events to cardwright_posting;

-- The least id that can have been made at a moment.
create function first_id_of(moment timestamptz) returns uuid
  language sql immutable parallel safe
  return (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;
grant execute on function first_id_of(timestamptz) to cardwright_posting;

-- Forgets events, deliveries and attempts whose time is over, of the books behind a place: at most so many books, and about so many rows of
-- each kind. What is left of a company's events has no gap. Answers the place from where to go on; null when there is no book behind it.
create function forget_events(after_company uuid, after_environment environment, most_books integer, most_rows integer)
  returns table (company_id uuid, environment environment, forgotten bigint)
  language plpgsql security definer as $$
declare
  over_since constant timestamptz := clock_timestamp() - public.events_are_kept_for();
  book record;
  gone bigint;
begin
  company_id := null;
  forgotten := 0;
  for book in
    select c.company_id, c.environment
      from public.event_counters c
     where (c.company_id, c.environment) > (after_company, after_environment)
     order by c.company_id, c.environment
     limit most_books
  loop
    -- Most books have nothing to forget: their first event tells so.
    if (select public.time_of_id(f.id) < over_since
          from (select e.id from public.events e
                 where e.company_id = book.company_id and e.environment = book.environment order by e.sequence limit 1) as f) then
      with oldest as (
        select e.sequence, public.time_of_id(e.id) < over_since as is_over
          from public.events e
         where e.company_id = book.company_id and e.environment = book.environment
         order by e.sequence
         limit most_rows
      )
      delete from public.events e
       where e.company_id = book.company_id and e.environment = book.environment
         and e.sequence <= (select max(o.sequence) from oldest o
                             where o.sequence < (select coalesce(min(k.sequence), 9223372036854775807) from oldest k where not k.is_over));
      get diagnostics gone = row_count;
      forgotten := forgotten + gone;
    end if;
    with over as (
      select d.id
        from public.webhook_deliveries d
       where d.company_id = book.company_id and d.environment = book.environment and d.id < public.first_id_of(over_since)
         and d.status <> 'pending'
       order by d.id
       limit most_rows
    ), attempts as (
      delete from public.webhook_attempts a
       using over o
       where a.company_id = book.company_id and a.environment = book.environment and a.delivery_id = o.id
    )
    delete from public.webhook_deliveries d
     using over o
     where d.company_id = book.company_id and d.environment = book.environment and d.id = o.id;
    get diagnostics gone = row_count;
    forgotten := forgotten + gone;
    delete from public.webhook_endpoints w
     where w.company_id = book.company_id and w.environment = book.environment and w.status = 'deleted' and w.next_at is null
       and not exists (select from public.webhook_deliveries d
                        where d.company_id = w.company_id and d.environment = w.environment and d.endpoint_id = w.id);
    if forgotten >= most_rows then -- there may be more of this one
      exit;
    end if;
    company_id := book.company_id;
    environment := book.environment;
  end loop;
  if company_id is null and forgotten > 0 then
    company_id := after_company;
    environment := after_environment;
  end if;
  return next;
end
$$;

-- What waits to be sent to endpoints, and those that do not work: books whose events were not handed on, endpoints that are due and that
-- nobody serves, and those that fail or were disabled for it. `at_most` of each are counted.
create function count_webhooks(at_most integer)
  returns table (environment environment, state text, webhooks bigint, oldest_at timestamptz)
  language sql stable security definer
begin atomic
  select b.environment, 'behind', count(*), min(public.time_of_id(e.id))
    from (select c.company_id, c.environment, c.fanned_out from public.event_counters c where c.is_behind
           order by c.company_id, c.environment limit at_most) as b
   cross join lateral (
     select x.id from public.events x
      where x.company_id = b.company_id and x.environment = b.environment and x.sequence > b.fanned_out order by x.sequence limit 1) as e
   group by b.environment
  union all
  select d.environment, 'due', count(*), min(d.next_at)
    from ((select x.environment, x.next_at, x.lease_until from public.webhook_endpoints x
            where not x.is_slow and x.next_at <= clock_timestamp() order by x.next_at limit at_most)
          union all
          (select x.environment, x.next_at, x.lease_until from public.webhook_endpoints x
            where x.is_slow and x.next_at <= clock_timestamp() order by x.next_at limit at_most)) as d
   where d.lease_until is null or d.lease_until <= clock_timestamp()
   group by d.environment
  union all
  select f.environment, 'failing', count(*), min(f.failing_since)
    from (select x.environment, x.failing_since from public.webhook_endpoints x
           where x.status = 'enabled' and x.failing_since is not null order by x.failing_since limit at_most) as f
   group by f.environment
  union all
  select f.environment, 'disabled', count(*), min(f.disabled_at)
    from (select x.environment, x.disabled_at from public.webhook_endpoints x
           where x.status = 'disabled' and x.disabled_reason in ('gone', 'failing') order by x.disabled_at limit at_most) as f
   group by f.environment
   order by 1, 2;
end;

grant execute on function forget_events(uuid, environment, integer, integer) to cardwright_worker;
grant execute on function count_webhooks(integer) to cardwright_worker, cardwright_admin;
call run_as_posting('forget_events(uuid, environment, integer, integer)');
call run_as_posting('count_webhooks(integer)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
