-- migrate:up
set lock_timeout = '5s';

-- Pages that show a card's number, each once. Only the digest of a page's secret is stored, and no part of the number.
create table issuer_sandbox.reveals (
  digest     bytea primary key, -- SHA-256 of the secret in the page's address
  card       text not null references issuer_sandbox.cards,
  reference  text not null,     -- the caller's, for the log
  expires_at timestamptz not null,
  shown_at   timestamptz
);
grant select, insert on issuer_sandbox.reveals to issuer_sandbox;
grant update (shown_at) on issuer_sandbox.reveals to issuer_sandbox;

-- Opens a page for a card, by the real clock, and returns when it expires. The verdict is `opened`, `closed` (no page
-- for a closed card) or `absent`.
create function issuer_sandbox.open_reveal(asked jsonb, out verdict text, out expires_at text)
  language plpgsql as $$
declare
  card issuer_sandbox.cards;
  ends_at timestamptz := date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => (asked ->> 'lifetimeSeconds')::integer);
begin
  select c.* into card from issuer_sandbox.cards c where c.token = asked ->> 'card' and c.account = asked ->> 'account' for share;
  verdict := case when not found then 'absent' when card.status = 'closed' then 'closed' else 'opened' end;
  if verdict <> 'opened' then return; end if;
  insert into issuer_sandbox.reveals (digest, card, reference, expires_at)
  values (decode(asked ->> 'digest', 'hex'), card.token, asked ->> 'reference', ends_at);
  expires_at := issuer_sandbox.instant(ends_at);
end
$$;

-- Shows a page: returns the card, once and in time, while it is not closed. Otherwise nothing.
create function issuer_sandbox.show_reveal(asked_digest bytea) returns table (token text, last4 text)
  language sql volatile
begin atomic
  update issuer_sandbox.reveals r set shown_at = clock_timestamp()
    from issuer_sandbox.cards c
   where r.digest = asked_digest and r.shown_at is null and r.expires_at > clock_timestamp()
     and c.token = r.card and c.status <> 'closed'
  returning c.token, c.last4;
end;

do $$
declare
  routine regprocedure;
begin
  for routine in select p.oid from pg_proc p where p.pronamespace = 'issuer_sandbox'::regnamespace loop
    execute format('revoke execute on function %s from public', routine);
    execute format('grant execute on function %s to issuer_sandbox', routine);
  end loop;
end
$$;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
