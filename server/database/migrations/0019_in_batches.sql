-- migrate:up
set lock_timeout = '5s';

grant create on schema public to cardwright_posting;
set local role cardwright_posting;

-- The keys behind hashes, by one index lookup each: whoever waits for a key waits together with others. `find_key` stays for
-- processes of the version before, which run beside a migration.
create function find_keys(hashes bytea[])
  returns table (at_position bigint, key_id uuid, company_id uuid, environment environment, scopes text[], expires_at timestamptz,
    revoked_at timestamptz, verification text, suspended boolean, reads_per_second integer, writes_per_second integer,
    statements_per_second integer)
  language sql stable security definer
begin atomic
  select h.position, k.id, k.company_id, k.environment, k.scopes, k.expires_at, k.revoked_at,
         c.verification, c.suspended_at is not null, c.reads_per_second, c.writes_per_second, c.statements_per_second
    from unnest(hashes) with ordinality as h (hash, position)
   cross join lateral (select * from public.api_keys k where k.hash = h.hash limit 1) as k
   cross join lateral (select * from public.companies c where c.id = k.company_id limit 1) as c;
end;
revoke execute on function find_keys(bytea[]) from public;
grant execute on function find_keys(bytea[]) to cardwright_api;

-- Keeps notifications and tells of each what became of it: stored, known (the same bytes again), or contradicts (other
-- bytes under an id that came before; kept beside the first). No two of a call are about one event. Written in one
-- statement: one for each costs more than its row.
create or replace function store_notifications(environments environment[], event_ids text[], key_ids text[], signatures text[],
    bodies bytea[]) returns text[]
  language plpgsql security definer as $$
declare
  digests bytea[] := array(select sha256(b.body) from unnest(bodies) with ordinality as b (body, position) order by b.position);
  kept text[];
begin
  if cardinality(event_ids) <> (select count(*) from (select distinct * from unnest(environments, event_ids)) as events) then
    raise exception 'an event cannot be stored twice in one call' using errcode = 'CW011';
  end if;
  -- Firsts have a unique index of their own, so of two processes with other bytes under one id one stores and one contradicts.
  with stored as (
    insert into public.issuer_notifications
      (environment, event_id, body_digest, contradicts, key_id, signature, body, received_at)
    select n.environment, n.event_id, n.digest, false, n.key_id, n.signature, n.body, clock_timestamp()
      from unnest(environments, event_ids, digests, key_ids, signatures, bodies)
           as n (environment, event_id, digest, key_id, signature, body)
     order by n.environment, n.event_id
    on conflict do nothing
    returning environment, event_id
  )
  select array_agg(case when s.event_id is null then 'known' else 'stored' end order by n.position)
    into kept
    from unnest(environments, event_ids) with ordinality as n (environment, event_id, position)
    left join stored s on s.environment = n.environment and s.event_id = n.event_id;
  if 'known' = any (kept) then
    with other as (
      insert into public.issuer_notifications
        (environment, event_id, body_digest, contradicts, key_id, signature, body, received_at)
      select n.environment, n.event_id, n.digest, true, n.key_id, n.signature, n.body, clock_timestamp()
        from unnest(environments, event_ids, digests, key_ids, signatures, bodies, kept)
             as n (environment, event_id, digest, key_id, signature, body, kept)
       where n.kept = 'known'
       order by n.environment, n.event_id
      on conflict do nothing
      returning environment, event_id
    )
    select array_agg(case when o.event_id is null then n.kept else 'contradicts' end order by n.position)
      into kept
      from unnest(environments, event_ids, kept) with ordinality as n (environment, event_id, kept, position)
      left join other o on o.environment = n.environment and o.event_id = n.event_id;
  end if;
  return kept;
end
$$;

reset role;
revoke create on schema public from cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
