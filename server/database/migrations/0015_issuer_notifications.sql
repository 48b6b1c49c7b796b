-- migrate:up
set lock_timeout = '5s';

-- What issuers have notified us of, byte by byte as it came, so that whoever moves money because of it can verify the
-- signature again. It belongs to no company yet: which one it is about is found out when it is processed.
create table issuer_notifications (
  environment   environment not null,
  event_id      text not null check (length(event_id) between 1 and 128),
  body_digest   bytea not null check (length(body_digest) = 32),
  -- Another body came first under the same event id. It is kept as evidence, and never acted on as if it were the first.
  contradicts   boolean not null,
  key_id        text not null check (length(key_id) between 1 and 64),
  signature     text not null check (length(signature) between 1 and 200),
  body          bytea not null check (length(body) between 1 and 65536),
  received_at   timestamptz(3) not null,
  processed_at  timestamptz(3),
  outcome       text check (length(outcome) between 1 and 200),
  constraint one_row_per_body primary key (environment, event_id, body_digest),
  constraint outcome_when_processed check ((processed_at is null) = (outcome is null))
);
create unique index one_first_body_per_event on issuer_notifications (environment, event_id) where not contradicts;
create index notifications_to_process on issuer_notifications (received_at, environment, event_id, body_digest) where processed_at is null;

grant select, insert on issuer_notifications to cardwright_posting;
grant update (processed_at, outcome) on issuer_notifications to cardwright_posting;
grant select on issuer_notifications to cardwright_worker;

-- Keeps notifications, in one commit: for each 'stored', or 'known' when these bytes are kept already, or 'contradicts' when
-- other bytes came first under this id. Two at once wait for each other at the unique indexes, so all go in one order.
create function store_notifications(environments environment[], event_ids text[], key_ids text[], signatures text[], bodies bytea[])
  returns text[]
  language plpgsql security definer as $$
declare
  kept text[] := array_fill('known'::text, array[cardinality(event_ids)]);
  item record;
begin
  for item in
    select n.*, sha256(n.body) as digest
      from unnest(environments, event_ids, key_ids, signatures, bodies) with ordinality
           as n (environment, event_id, key_id, signature, body, position)
     order by n.environment, n.event_id, n.position
  loop
    insert into public.issuer_notifications
      (environment, event_id, body_digest, contradicts, key_id, signature, body, received_at)
    values (item.environment, item.event_id, item.digest, false, item.key_id, item.signature, item.body, clock_timestamp())
    on conflict do nothing;
    if found then
      kept[item.position] := 'stored';
      continue;
    end if;
    insert into public.issuer_notifications
      (environment, event_id, body_digest, contradicts, key_id, signature, body, received_at)
    values (item.environment, item.event_id, item.digest, true, item.key_id, item.signature, item.body, clock_timestamp())
    on conflict do nothing;
    if found then
      kept[item.position] := 'contradicts';
    end if;
  end loop;
  return kept;
end
$$;

-- Marks notifications as processed, each once, and answers how many it was. Those that somebody else marked meanwhile keep
-- what that one found.
create function mark_notifications(environments environment[], event_ids text[], digests bytea[], outcomes text[]) returns integer
  language plpgsql security definer as $$
declare
  marked integer;
begin
  with asked as (
    select n.environment, n.event_id, n.body_digest, a.outcome
      from unnest(environments, event_ids, digests, outcomes) as a (environment, event_id, body_digest, outcome)
      join public.issuer_notifications n
        on n.environment = a.environment and n.event_id = a.event_id and n.body_digest = a.body_digest and n.processed_at is null
     order by n.environment, n.event_id, n.body_digest
       for update of n
  )
  update public.issuer_notifications n
     set processed_at = clock_timestamp(), outcome = a.outcome
    from asked a
   where n.environment = a.environment and n.event_id = a.event_id and n.body_digest = a.body_digest and n.processed_at is null;
  get diagnostics marked = row_count;
  return marked;
end
$$;

grant execute on function store_notifications(environment[], text[], text[], text[], bytea[]) to cardwright_api;
grant execute on function mark_notifications(environment[], text[], bytea[], text[]) to cardwright_worker;
call run_as_posting('store_notifications(environment[], text[], text[], text[], bytea[])');
call run_as_posting('mark_notifications(environment[], text[], bytea[], text[])');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
