-- Stores notifications, in one commit: for each 'stored', or 'known' when these bytes are stored already, or 'contradicts' when other
-- bytes came first under this id. Finds the company of each: `subjects` are the operations or invoices that they name, `card_tokens` the
-- cards. Wakes the workers once.
create or replace function store_notifications(environments environment[], event_ids text[], key_ids text[], signatures text[], bodies bytea[],
    subjects uuid[], card_tokens text[]) returns text[]
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  digests bytea[] := array(select sha256(b.body) from unnest(bodies) with ordinality as b (body, position) order by b.position);
  owners uuid[];
  kept text[];
begin
  if cardinality(event_ids) <> (select count(*) from (select distinct * from unnest(environments, event_ids)) as events) then
    raise exception 'an event cannot be stored twice in one call' using errcode = 'CW011';
  end if;
  owners := array(
    select coalesce(
             (select o.company_id from public.operations o where o.id = n.subject and o.environment = n.environment limit 1),
             (select i.company_id from public.invoices i where i.id = n.subject and i.environment = n.environment limit 1),
             (select c.company_id from public.cards c
               where c.issuer_token = n.card_token and c.issuer_token <> '' and c.environment = n.environment limit 1),
             '00000000-0000-0000-0000-000000000000')
      from unnest(environments, subjects, card_tokens) with ordinality as n (environment, subject, card_token, position)
     order by n.position);
  -- First bodies have their own unique index, so of two processes with different bytes under one id, one stores and one
  -- contradicts.
  with stored as (
    insert into public.issuer_notifications
      (environment, event_id, body_digest, contradicts, key_id, signature, received_at, company_id)
    select n.environment, n.event_id, n.digest, false, n.key_id, n.signature, clock_timestamp(), n.owner
      from unnest(environments, event_ids, digests, key_ids, signatures, owners)
           as n (environment, event_id, digest, key_id, signature, owner)
     order by n.environment, n.event_id
    on conflict do nothing
    returning environment, event_id, id, received_at
  ), with_bodies as (
    insert into public.issuer_notification_bodies (environment, id, received_at, body)
    select s.environment, s.id, s.received_at, n.body
      from stored s
      join unnest(environments, event_ids, bodies) as n (environment, event_id, body)
        on n.environment = s.environment and n.event_id = s.event_id
  )
  select array_agg(case when s.event_id is null then 'known' else 'stored' end order by n.position)
    into kept
    from unnest(environments, event_ids) with ordinality as n (environment, event_id, position)
    left join stored s on s.environment = n.environment and s.event_id = n.event_id;
  if 'known' = any (kept) then
    with other as (
      insert into public.issuer_notifications
        (environment, event_id, body_digest, contradicts, key_id, signature, received_at, company_id)
      select n.environment, n.event_id, n.digest, true, n.key_id, n.signature, clock_timestamp(), n.owner
        from unnest(environments, event_ids, digests, key_ids, signatures, owners, kept)
             as n (environment, event_id, digest, key_id, signature, owner, kept)
       where n.kept = 'known'
       order by n.environment, n.event_id
      on conflict do nothing
      returning environment, event_id, id, received_at
    ), with_bodies as (
      insert into public.issuer_notification_bodies (environment, id, received_at, body)
      select o.environment, o.id, o.received_at, n.body
        from other o
        join unnest(environments, event_ids, bodies) as n (environment, event_id, body)
          on n.environment = o.environment and n.event_id = o.event_id
    )
    select array_agg(case when o.event_id is null then n.kept else 'contradicts' end order by n.position)
      into kept
      from unnest(environments, event_ids, kept) with ordinality as n (environment, event_id, kept, position)
      left join other o on o.environment = n.environment and o.event_id = n.event_id;
  end if;
  if kept && array['stored', 'contradicts'] then
    perform pg_notify('cardwright_work', 'notification');
  end if;
  return kept;
end
$$;
alter function store_notifications(environment[], text[], text[], text[], bytea[], uuid[], text[]) owner to cardwright_posting;
grant execute on function store_notifications(environment[], text[], text[], text[], bytea[], uuid[], text[]) to cardwright_api;
