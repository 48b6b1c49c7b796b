-- Deletes events and deliveries past their retention time, of the books after a position: at most
-- `most_books` books, and about `most_rows` rows of each kind. A company's remaining events have no gap. Returns the
-- position to continue from; null after the last book. `kept_for` may be longer than what clients were promised, not shorter.
-- Attempts go by whole months (`drop_month`), and a delivery behind its attempts: an erasure finds attempts by their delivery.
create or replace function forget_events(after_company uuid, after_environment environment, most_books integer, most_rows integer, kept_for interval)
  returns table (company_id uuid, environment environment, forgotten bigint)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  over_since constant timestamptz := clock_timestamp() - greatest(kept_for, public.events_are_kept_for());
  attempts_from constant timestamptz := public.oldest_month('public.webhook_attempts');
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
    -- Most books have nothing to delete, as their first event shows.
    if (select public.time_of_id(f.id) < over_since
          from (select e.id from public.events e
                 where e.company_id = book.company_id and e.environment = book.environment order by e.environment, e.sequence limit 1) as f) then
      with oldest as (
        select e.sequence, public.time_of_id(e.id) < over_since as is_over
          from public.events e
         where e.company_id = book.company_id and e.environment = book.environment
         order by e.environment, e.sequence
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
       where d.company_id = book.company_id and d.environment = book.environment
         and d.id < public.first_id_of(least(over_since, attempts_from)) and d.status <> 'pending'
       order by d.environment, d.id
       limit most_rows
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
    if forgotten >= most_rows then -- this book may have more
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
alter function forget_events(uuid, environment, integer, integer, interval) owner to cardwright_posting;
grant execute on function forget_events(uuid, environment, integer, integer, interval) to cardwright_worker;
