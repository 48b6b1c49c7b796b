-- migrate:up
set lock_timeout = '5s';

-- What was put on a card, to compare its balance with.
create index operations_by_card on operations (company_id, environment, card_id) where status = 'completed' and card_id is not null;
-- Whether somebody has decided about what is contradicted, and by how much, is asked for in the company's own scope.
grant select on cases, proposals to cardwright_worker;

-- Reconciliations that are not over: how far each has come, so that whoever finds it goes on from there. It stands nowhere else
-- before it is over.
create table reconciliations_under_way (
  id                uuid primary key,
  only_company      uuid references companies, -- null: every company
  only_environment  environment,               -- null: both
  asked_by          uuid references operators, -- null: the daily one
  settled_seconds   integer not null check (settled_seconds between 0 and 3600), -- between the two looks at a difference
  started_at        timestamptz(3) not null,
  step              bigint not null default 0, -- whoever carries it on names the step that they are at: anybody else's is over
  next_at           timestamptz(3) not null,   -- when somebody may take it: its time has come, or whoever had it is gone
  place             jsonb not null,            -- where it is; the process that walks gives it its form
  counts            jsonb not null
);
create unique index one_daily_reconciliation on reconciliations_under_way ((asked_by is null)) where asked_by is null;
create index reconciliations_to_carry on reconciliations_under_way (next_at);

-- Reconciliations that are over, one that found nothing as well. Numbers only: the companies' differences stand below.
create table reconciliation_runs (
  id                uuid primary key,
  only_company      uuid references companies,
  only_environment  environment,
  asked_by          uuid references operators,
  settled_seconds   integer not null,
  started_at        timestamptz(3) not null,
  finished_at       timestamptz(3) not null,
  books             bigint not null check (books >= 0),
  compared          bigint not null check (compared >= 0),     -- operations, invoices and cards
  on_their_way      bigint not null check (on_their_way >= 0), -- not final, or changing while we looked: no break
  unread            bigint not null check (unread >= 0),       -- of which the issuer gave no answer
  unread_live       bigint not null check (unread_live between 0 and unread), -- those of them that are not play money
  explained         bigint not null check (explained >= 0),    -- differences that two operators have decided about
  breaks            bigint not null check (breaks >= 0)
);
create index reconciliation_runs_by_end on reconciliation_runs (finished_at);

-- Differences that were seen once. Those that are still the same when they are looked at again are breaks.
create table reconciliation_suspects (
  company_id   uuid not null,
  environment  environment not null,
  run_id       uuid not null,
  kind         text not null check (length(kind) between 1 and 64),
  subject      text not null check (length(subject) between 1 and 64), -- as people see it: an id, a reference, or the book
  part         text not null, -- where to look again, and at what
  key          text not null,
  gap          text not null check (length(gap) <= 500), -- what must be the same at the second look
  seen_at      timestamptz(3) not null,
  primary key (company_id, environment, run_id, kind, subject)
);
create index suspects_by_run on reconciliation_suspects (run_id, company_id, environment);

create table reconciliation_breaks (
  company_id   uuid not null references companies,
  environment  environment not null,
  run_id       uuid not null,
  kind         text not null,
  subject      text not null,
  ours         text not null check (length(ours) between 1 and 200),
  theirs       text not null check (length(theirs) between 1 and 200),
  gap          text not null check (length(gap) <= 500), -- by which the very same difference is known again
  since        timestamptz(3) not null, -- real time: since when every look at the book has found this very difference
  explained    boolean not null,        -- two operators have decided about it since: it counts as no break, and is known again
  primary key (company_id, environment, run_id, kind, subject)
);
create index breaks_by_run on reconciliation_breaks (run_id, company_id, environment);
create index breaks_by_environment on reconciliation_breaks (environment, run_id);

call protect_by_scope('reconciliation_suspects');
call protect_by_scope('reconciliation_breaks');
create trigger reconciliation_runs_are_append_only before update or delete or truncate on reconciliation_runs
  for each statement execute function refuse_change();
alter table reconciliation_runs enable always trigger reconciliation_runs_are_append_only;
create trigger reconciliation_breaks_are_append_only before update or delete or truncate on reconciliation_breaks
  for each statement execute function refuse_change();
alter table reconciliation_breaks enable always trigger reconciliation_breaks_are_append_only;

grant select on reconciliation_suspects to cardwright_worker;
grant select on reconciliation_breaks to cardwright_worker, cardwright_admin;
grant select, insert, update, delete on reconciliations_under_way to cardwright_posting;
grant select, insert, delete on reconciliation_suspects to cardwright_posting;
grant select, insert on reconciliation_runs, reconciliation_breaks to cardwright_posting;

-- Asks for a reconciliation, of everything or of less, and answers its id; null when whoever asks is no operator who can act. The daily
-- one has no operator, and there is one of them at a time: one that is not over goes on.
create function begin_reconciliation(new_run uuid, of_company uuid, of_environment environment, by_operator uuid, settled integer,
    beginning jsonb) returns uuid
  language plpgsql security definer as $$
declare
  begun uuid;
begin
  if by_operator is not null and not public.is_active_operator(by_operator) then
    return null;
  end if;
  insert into public.reconciliations_under_way (id, only_company, only_environment, asked_by, settled_seconds, started_at, next_at, place, counts)
  values (new_run, of_company, of_environment, by_operator, settled, clock_timestamp(), clock_timestamp(), beginning, '{}')
  on conflict ((asked_by is null)) where asked_by is null do nothing
  returning id into begun;
  return coalesce(begun, (select r.id from public.reconciliations_under_way r where r.asked_by is null));
end
$$;

-- Takes a reconciliation that nobody carries on, for so many seconds. From then on no step of whoever had it before counts.
create function take_reconciliation(lease_seconds integer)
  returns table (id uuid, only_company uuid, only_environment environment, settled_seconds integer, step bigint, place jsonb, counts jsonb)
  language sql volatile security definer
begin atomic
  update public.reconciliations_under_way r
     set step = r.step + 1, next_at = clock_timestamp() + make_interval(secs => lease_seconds)
   where r.id = (select x.id from public.reconciliations_under_way x
                  where x.next_at <= clock_timestamp()
                  order by x.next_at
                  limit 1
                    for update skip locked)
  returning r.id, r.only_company, r.only_environment, r.settled_seconds, r.step, r.place, r.counts;
end;

-- Notes how far a reconciliation has come, in the commit of what was found on the way: differences seen for the first time, and those
-- that were looked at again, with what they are: `break`, `explained`, or `gone`. False, and nothing happened, when somebody else has taken it.
create function note_reconciliation(of_run uuid, at_step bigint, next_seconds integer, new_place jsonb, new_counts jsonb, seen jsonb,
    looked_at_again jsonb) returns boolean
  language plpgsql security definer as $$
begin
  update public.reconciliations_under_way r
     set step = r.step + 1, next_at = clock_timestamp() + make_interval(secs => next_seconds), place = new_place, counts = new_counts
   where r.id = of_run and r.step = at_step;
  if not found then
    return false;
  end if;
  insert into public.reconciliation_suspects (company_id, environment, run_id, kind, subject, part, key, gap, seen_at)
  select s."companyId", s.environment, of_run, s.kind, s.subject, s.part, s.key, s.gap, clock_timestamp()
    from jsonb_to_recordset(seen) as s ("companyId" uuid, environment public.environment, kind text, subject text, part text, key text, gap text)
  on conflict do nothing;
  insert into public.reconciliation_breaks (company_id, environment, run_id, kind, subject, ours, theirs, gap, since, explained)
  select s.company_id, s.environment, of_run, s.kind, s.subject, a.ours, a.theirs, s.gap, coalesce(a.since, s.seen_at), a.became = 'explained'
    from jsonb_to_recordset(looked_at_again) as a ("companyId" uuid, environment public.environment, kind text, subject text, ours text,
                                                   theirs text, became text, since timestamptz)
   cross join lateral (
     select x.* from public.reconciliation_suspects x
      where x.company_id = a."companyId" and x.environment = a.environment and x.run_id = of_run and x.kind = a.kind and x.subject = a.subject
      limit 1) as s
   where a.became in ('break', 'explained');
  delete from public.reconciliation_suspects x
   using jsonb_to_recordset(looked_at_again) as a ("companyId" uuid, environment public.environment, kind text, subject text)
   where x.company_id = a."companyId" and x.environment = a.environment and x.run_id = of_run and x.kind = a.kind and x.subject = a.subject;
  return true;
end
$$;

-- The next book with differences that have to be looked at again: its scope only.
create function next_suspected_book(of_run uuid) returns table (company_id uuid, environment environment)
  language sql stable security definer
begin atomic
  select s.company_id, s.environment
    from public.reconciliation_suspects s
   where s.run_id = of_run
   order by s.company_id, s.environment
   limit 1;
end;

-- Ends a reconciliation: from then on it is a run, and nothing changes it. False when somebody else has taken it.
create function end_reconciliation(of_run uuid, at_step bigint) returns boolean
  language sql volatile security definer
begin atomic
  with gone as (
    delete from public.reconciliations_under_way r where r.id = of_run and r.step = at_step returning r.*
  ), kept as (
    insert into public.reconciliation_runs (id, only_company, only_environment, asked_by, settled_seconds, started_at, finished_at, books,
                                            compared, on_their_way, unread, unread_live, explained, breaks)
    select g.id, g.only_company, g.only_environment, g.asked_by, g.settled_seconds, g.started_at, clock_timestamp(),
           coalesce((g.counts ->> 'books')::bigint, 0), coalesce((g.counts ->> 'compared')::bigint, 0),
           coalesce((g.counts ->> 'onTheirWay')::bigint, 0), coalesce((g.counts ->> 'unread')::bigint, 0),
           coalesce((g.counts ->> 'unreadLive')::bigint, 0), coalesce((g.counts ->> 'explained')::bigint, 0),
           (select count(*) from public.reconciliation_breaks b where b.run_id = g.id and not b.explained)
      from gone g
    returning id
  )
  select exists (select from kept);
end;

-- Reconciliations, newest first, over or not: one of them, or those before another. No difference of a company is told here.
create function list_reconciliations(of_run uuid, before_run uuid, at_most integer)
  returns table (id uuid, only_company uuid, only_environment environment, asked_by uuid, settled_seconds integer, started_at timestamptz,
    finished_at timestamptz, next_at timestamptz, step bigint, books bigint, compared bigint, on_their_way bigint, unread bigint,
    explained bigint, breaks bigint, suspects bigint)
  language sql stable security definer
begin atomic
  select l.*
    from ((select u.id, u.only_company, u.only_environment, u.asked_by, u.settled_seconds, u.started_at, null::timestamptz as finished_at,
                  u.next_at, u.step, coalesce((u.counts ->> 'books')::bigint, 0), coalesce((u.counts ->> 'compared')::bigint, 0),
                  coalesce((u.counts ->> 'onTheirWay')::bigint, 0), coalesce((u.counts ->> 'unread')::bigint, 0),
                  coalesce((u.counts ->> 'explained')::bigint, 0),
                  (select count(*) from public.reconciliation_breaks b where b.run_id = u.id and not b.explained),
                  (select count(*) from public.reconciliation_suspects s where s.run_id = u.id)
             from public.reconciliations_under_way u
            where u.id = coalesce(of_run, u.id) and (before_run is null or u.id < before_run)
            order by u.id desc
            limit at_most)
          union all
          (select r.id, r.only_company, r.only_environment, r.asked_by, r.settled_seconds, r.started_at, r.finished_at,
                  null, null, r.books, r.compared, r.on_their_way, r.unread, r.explained, r.breaks, 0
             from public.reconciliation_runs r
            where r.id = coalesce(of_run, r.id) and (before_run is null or r.id < before_run)
            order by r.id desc
            limit at_most)) as l
   order by l.id desc
   limit at_most;
end;

-- The books in which a reconciliation found breaks: scope and number, each is then read in its own scope.
create function list_broken_books(of_run uuid, after_company uuid, after_environment environment, at_most integer)
  returns table (company_id uuid, environment environment, breaks bigint)
  language sql stable security definer
begin atomic
  select b.company_id, b.environment, count(*)
    from public.reconciliation_breaks b
   where b.run_id = of_run and not b.explained and (after_company is null or (b.company_id, b.environment) > (after_company, after_environment))
   group by b.company_id, b.environment
   order by b.company_id, b.environment
   limit at_most;
end;

-- Whether a reconciliation that is over looks at a book.
create function looks_at_book(r reconciliation_runs, of_company uuid, of_environment environment) returns boolean
  language sql immutable parallel safe
  return (r.only_company is null or r.only_company = of_company) and (r.only_environment is null or r.only_environment = of_environment);
grant execute on function looks_at_book(reconciliation_runs, uuid, environment) to cardwright_posting;

-- The breaks of a book that no later look at it has found gone, explained ones as well. Two reconciliations at the same time say nothing
-- about each other: only one that began when the other was over is later.
create function list_standing_breaks(of_company uuid, of_environment environment)
  returns table (kind text, subject text, ours text, theirs text, gap text, since timestamptz)
  language sql stable security definer
begin atomic
  select distinct on (b.kind, b.subject) b.kind, b.subject, b.ours, b.theirs, b.gap, b.since
    from (select x.started_at from public.reconciliation_runs x
           where public.looks_at_book(x, of_company, of_environment)
           order by x.id desc
           limit 1) as last
   cross join lateral (
     select r.* from public.reconciliation_runs r
      where r.finished_at > last.started_at and public.looks_at_book(r, of_company, of_environment)) as r
   cross join lateral (
     select x.* from public.reconciliation_breaks x
      where x.company_id = of_company and x.environment = of_environment and x.run_id = r.id) as b
   where not exists (select from public.reconciliation_runs later
                      where later.finished_at > r.finished_at and later.started_at >= r.finished_at
                        and public.looks_at_book(later, of_company, of_environment))
   order by b.kind, b.subject, b.run_id desc;
end;

-- How the books stand to the issuers' records: the breaks that no later look at their book has found gone, since when the oldest of
-- them, what the last look at everything could not compare, and when it ended; where there was none, since when there is a company.
create function count_breaks(at_most integer)
  returns table (environment environment, breaks bigint, oldest_at timestamptz, unread bigint, last_at timestamptz, has_run boolean)
  language sql stable security definer
begin atomic
  select e.environment, b.breaks, b.oldest_at,
         coalesce(case e.environment when 'live' then whole.unread_live else whole.unread - whole.unread_live end, 0),
         coalesce(whole.finished_at, began.at), whole.id is not null
    from unnest(enum_range(null::public.environment)) as e (environment)
    left join lateral (
      select r.id, r.unread, r.unread_live, r.started_at, r.finished_at
        from public.reconciliation_runs r
       where r.only_company is null and (r.only_environment is null or r.only_environment = e.environment)
       order by r.id desc
       limit 1) as whole on true
    left join lateral (select public.time_of_id(c.id) as at from public.companies c order by c.id limit 1) as began on true
   cross join lateral (
     select count(distinct (f.company_id, f.kind, f.subject)) as breaks, min(f.since) as oldest_at
       from (select x.company_id, x.kind, x.subject, x.since
               from public.reconciliation_runs r
              cross join lateral (
                select y.* from public.reconciliation_breaks y where y.environment = e.environment and y.run_id = r.id and not y.explained) as x
              where r.finished_at > coalesce(whole.started_at, '-infinity')
                and not exists (select from public.reconciliation_runs later
                                 where later.finished_at > r.finished_at and later.started_at >= r.finished_at
                                   and public.looks_at_book(later, x.company_id, x.environment))
              limit at_most) as f) as b
   order by e.environment;
end;

grant execute on function begin_reconciliation(uuid, uuid, environment, uuid, integer, jsonb), count_breaks(integer)
  to cardwright_worker, cardwright_admin;
grant execute on function take_reconciliation(integer), note_reconciliation(uuid, bigint, integer, jsonb, jsonb, jsonb, jsonb),
  next_suspected_book(uuid), list_standing_breaks(uuid, environment), end_reconciliation(uuid, bigint) to cardwright_worker;
grant execute on function list_reconciliations(uuid, uuid, integer), list_broken_books(uuid, uuid, environment, integer) to cardwright_admin;
call run_as_posting('begin_reconciliation(uuid, uuid, environment, uuid, integer, jsonb)');
call run_as_posting('take_reconciliation(integer)');
call run_as_posting('note_reconciliation(uuid, bigint, integer, jsonb, jsonb, jsonb, jsonb)');
call run_as_posting('next_suspected_book(uuid)');
call run_as_posting('list_standing_breaks(uuid, environment)');
call run_as_posting('end_reconciliation(uuid, bigint)');
call run_as_posting('list_reconciliations(uuid, uuid, integer)');
call run_as_posting('list_broken_books(uuid, uuid, environment, integer)');
call run_as_posting('count_breaks(integer)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
