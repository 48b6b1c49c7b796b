-- Stores notifications, in one commit: for each 'stored', or 'known' when these bytes are stored already, or 'contradicts' when other
-- bytes came first under this id. Finds the company of each: `subjects` are the operations or invoices that they name, `card_tokens` the
-- cards. Wakes the workers once.
--
-- A notification that confirms the outcome of a settled operation is stored as processed: `outcomes` are what the bodies
-- say of an operation, `accounts` the accounts that they name, `abouts` and `amounts` for people; all may be empty. The
-- worker verifies every other notification again, because write access must not suffice to speak for the issuer. One
-- that confirms a final outcome changes nothing, so storing it without that check gives no power.
--
-- One that comes while its operation is at the issuer is due a second later: the settlement that the answer brings marks
-- it (note_confirmations), and without one the worker settles the operation by it.
create or replace function store_notifications(environments environment[], event_ids text[], key_ids text[], signatures text[], bodies bytea[],
    subjects uuid[], card_tokens text[], outcomes text[], accounts text[], abouts text[], amounts text[]) returns text[]
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  digests bytea[] := array(select sha256(b.body) from unnest(bodies) with ordinality as b (body, position) order by b.position);
  owners uuid[];
  confirms boolean[];
  early boolean[]; -- about an operation that is at the issuer
  kept text[];
begin
  if cardinality(event_ids) <> (select count(*) from (select distinct * from unnest(environments, event_ids)) as events) then
    raise exception 'an event cannot be stored twice in one call' using errcode = 'CW011';
  end if;
  -- A final outcome never changes, so this statement's snapshot is enough. A settlement that commits after it and before
  -- this commit sees no notification, and leaves it to the worker.
  select array_agg(coalesce(
             o.company_id,
             (select i.company_id from public.invoices i where i.id = n.subject and i.environment = n.environment limit 1),
             (select c.company_id from public.cards c
               where c.issuer_token = n.card_token and c.issuer_token <> '' and c.environment = n.environment limit 1),
             '00000000-0000-0000-0000-000000000000') order by n.position),
         array_agg(coalesce(n.outcome = public.issuer_outcome(o.status) and a.fits, false) order by n.position),
         array_agg(coalesce(n.outcome <> '' and o.status = 'processing' and a.fits, false) order by n.position)
    into owners, confirms, early
    from unnest(environments, subjects, card_tokens, outcomes, accounts) with ordinality
         as n (environment, subject, card_token, outcome, account, position)
    left join lateral (
      select x.company_id, x.status from public.operations x where x.id = n.subject and x.environment = n.environment limit 1) as o on true
    left join lateral (select n.account = '' or n.account = public.shown_id('com', o.company_id) as fits) as a on true;
  -- First bodies have their own unique index, so of two processes with different bytes under one id, one stores and one
  -- contradicts.
  with stored as (
    insert into public.issuer_notifications
      (environment, event_id, body_digest, contradicts, key_id, signature, received_at, company_id, status, outcome, about, amount,
       processed_at, next_at)
    select n.environment, n.event_id, n.digest, false, n.key_id, n.signature, clock_timestamp(), n.owner,
           case when n.confirms then 'processed' else 'received' end, case when n.confirms then 'noted' end,
           case when n.confirms or n.early then n.about else '' end, case when n.confirms or n.early then n.amount else '' end,
           case when n.confirms then clock_timestamp() end,
           case when n.early then clock_timestamp() + interval '1 second' when not n.confirms then clock_timestamp() end
      from unnest(environments, event_ids, digests, key_ids, signatures, owners, confirms, early, abouts, amounts)
           as n (environment, event_id, digest, key_id, signature, owner, confirms, early, about, amount)
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
  if exists (select from unnest(kept, confirms, early) as n (kept, confirms, early)
              where n.kept = 'contradicts' or (n.kept = 'stored' and not n.confirms and not n.early)) then
    perform pg_notify('cardwright_work', 'notification');
  end if;
  return kept;
end
$$;
alter function store_notifications(environment[], text[], text[], text[], bytea[], uuid[], text[], text[], text[], text[], text[]) owner to cardwright_posting;
grant execute on function store_notifications(environment[], text[], text[], text[], bytea[], uuid[], text[], text[], text[], text[], text[]) to cardwright_api;
