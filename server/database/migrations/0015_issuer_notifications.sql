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

-- Keeps a notification: 'stored', or 'known' when these bytes are kept already, or 'contradicts' when other bytes came
-- first under this id. Two at once wait for each other at the unique indexes.
create function store_notification(of_environment environment, of_event text, by_key text, signed text, raw bytea) returns text
  language plpgsql security definer as $$
declare
  digest bytea := sha256(raw);
begin
  insert into public.issuer_notifications
    (environment, event_id, body_digest, contradicts, key_id, signature, body, received_at)
  values (of_environment, of_event, digest, false, by_key, signed, raw, clock_timestamp())
  on conflict do nothing;
  if found then return 'stored'; end if;

  insert into public.issuer_notifications
    (environment, event_id, body_digest, contradicts, key_id, signature, body, received_at)
  values (of_environment, of_event, digest, true, by_key, signed, raw, clock_timestamp())
  on conflict do nothing;
  return case when found then 'contradicts' else 'known' end;
end
$$;

-- Marks a notification as processed, once. False means that somebody else did: whoever calls undoes its own work.
create function mark_notification(of_environment environment, of_event text, of_digest bytea, with_outcome text) returns boolean
  language plpgsql security definer as $$
begin
  update public.issuer_notifications n
     set processed_at = clock_timestamp(), outcome = with_outcome
   where n.environment = of_environment and n.event_id = of_event and n.body_digest = of_digest and n.processed_at is null;
  return found;
end
$$;

grant execute on function store_notification(environment, text, text, text, bytea) to cardwright_api;
grant execute on function mark_notification(environment, text, bytea, text) to cardwright_worker;
call run_as_posting('store_notification(environment, text, text, text, bytea)');
call run_as_posting('mark_notification(environment, text, bytea, text)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
