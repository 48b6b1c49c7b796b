-- migrate:up
set lock_timeout = '5s';

-- What a company hands in to be verified. One row a company: it is filled in, handed in, decided, and after a rejection filled in again.
create table verifications (
  company_id    uuid primary key references companies,
  state         text not null default 'draft' check (state in ('draft', 'submitted', 'approved', 'rejected')),
  fields        jsonb not null default '{}' check (jsonb_typeof(fields) = 'object' and length(fields::text) <= 100000),
  submitted_at  timestamptz(3),
  submitted_by  uuid references people.users,
  decided_at    timestamptz(3),
  constraint submitted_is_dated check (state = 'draft' or submitted_at is not null),
  constraint decided_is_dated check (state not in ('approved', 'rejected') or decided_at is not null)
);
create index verifications_to_decide on verifications (submitted_at, company_id) where state = 'submitted';

-- A document in its slot. One that was decided about is kept when it is replaced, so that a decision can always be looked at again.
create table verification_documents (
  company_id   uuid not null references companies,
  id           uuid not null,
  slot         text not null check (slot in ('id_front', 'id_back', 'proof_of_address', 'certificate_of_incorporation', 'ownership_chart', 'director_id')),
  name         text not null check (length(name) between 1 and 200),
  media_type   text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  bytes        integer not null check (bytes between 1 and 5242880),
  uploaded_at  timestamptz(3) not null,
  uploaded_by  uuid not null references people.users,
  removed_at   timestamptz(3),
  primary key (company_id, id)
);
create unique index one_document_per_slot on verification_documents (company_id, slot) where removed_at is null;

-- The bytes of a document, sealed for this company, slot and document: the key to them is not in the database. A table of its own, because
-- they could as well be kept elsewhere; nothing but operators' reads ever asks for them.
create table verification_files (
  company_id   uuid not null,
  document_id  uuid not null,
  sealing_key  smallint not null,
  sealed       bytea not null,
  primary key (company_id, document_id)
);
alter table verification_files alter column sealed set storage external; -- sealed bytes do not compress

-- Every decision with what it was about.
create table verification_decisions (
  company_id    uuid not null references companies,
  number        bigint generated always as identity,
  decision      text not null check (decision in ('approved', 'rejected')),
  reason        text not null check (length(reason) <= 2000),
  operator_id   uuid references operators,
  decided_at    timestamptz(3) not null,
  submitted_at  timestamptz(3) not null,
  fields        jsonb not null,
  document_ids  uuid[] not null,
  primary key (company_id, number)
);
create trigger verification_decisions_are_append_only before update or delete or truncate on verification_decisions
  for each statement execute function refuse_change();
alter table verification_decisions enable always trigger verification_decisions_are_append_only;

-- Mails that somebody must get, queued in the commit of what they tell: one row for each person.
create table mails (
  company_id   uuid not null references companies,
  id           uuid not null default new_id(),
  user_id      uuid not null references people.users,
  kind         text not null check (kind in ('verification_approved', 'verification_rejected')),
  details      jsonb not null,
  created_at   timestamptz(3) not null,
  next_at      timestamptz(3), -- when it is tried next; null when it is over
  tries        smallint not null default 0 check (tries >= 0),
  lease        uuid, -- of whoever sends it now
  lease_until  timestamptz(3),
  finished_at  timestamptz(3),
  outcome      text check (outcome in ('sent', 'given_up')),
  problem      text not null default '' check (length(problem) <= 500),
  primary key (company_id, id),
  constraint waits_or_is_over check ((next_at is null) = (finished_at is not null) and (finished_at is null) = (outcome is null))
);
create index mails_to_send on mails (next_at) where next_at is not null;

call protect_by_scope('verifications', 'company_id = current_company()');
call protect_by_scope('verification_documents', 'company_id = current_company()');
call protect_by_scope('verification_files', 'company_id = current_company()');
call protect_by_scope('verification_decisions', 'company_id = current_company()');
call protect_by_scope('mails', 'company_id = current_company()');

grant select on verifications, verification_documents, verification_files, verification_decisions to cardwright_admin;
grant update (state, decided_at) on verifications to cardwright_admin;
grant insert on verification_decisions to cardwright_admin;
grant select, insert, update on verifications to cardwright_posting;
grant select, insert, delete on verification_documents to cardwright_posting;
grant update (removed_at) on verification_documents to cardwright_posting;
-- Whoever only fills in never reads what was sealed.
grant select (company_id, document_id), insert, delete on verification_files to cardwright_posting;
grant select on verification_decisions to cardwright_posting;
grant select, insert, update on mails to cardwright_posting;

-- How far a verification is, for people: the company itself has the last word, since operators decide by other ways as well.
create function shown_verification(of_company text, of_submission text) returns text
  language sql immutable parallel safe
  return case when of_company = 'approved' then 'approved'
              when of_submission in ('draft', 'submitted', 'rejected') then of_submission
              when of_company = 'rejected' then 'rejected'
              else 'draft' end;
grant execute on function shown_verification(text, text) to cardwright_posting, cardwright_admin;

-- Whether a person may do something for a company now. The membership is locked to the end of the commit: whoever changes or ends it comes
-- before, and is seen, or after. Answers a refusal or null.
create function refusal_of_member(of_company uuid, of_user uuid, needed_roles text[]) returns text
  language plpgsql security definer as $$
declare
  found_role text;
begin
  select m.role into found_role from public.members m where m.company_id = of_company and m.user_id = of_user for share;
  return case when found_role is null then 'not_a_member' when not found_role = any (needed_roles) then 'role_missing' end;
end
$$;

-- Lets an owner change what is filled in: locks it, and makes a draft of what was rejected. Answers a refusal or null.
create function open_draft(of_company uuid, of_user uuid) returns text
  language plpgsql security definer as $$
declare
  refusal text := public.refusal_of_member(of_company, of_user, array['owner']);
  found_state text;
begin
  if refusal is not null then
    return refusal;
  end if;
  insert into public.verifications (company_id) values (of_company) on conflict do nothing;
  perform from public.verifications v where v.company_id = of_company for no key update;
  select public.shown_verification(c.verification, v.state) into found_state
    from public.companies c
   cross join lateral (select x.state from public.verifications x where x.company_id = c.id limit 1) as v
   where c.id = of_company;
  if found_state in ('submitted', 'approved') then
    return 'verification_' || found_state;
  end if;
  update public.verifications v set state = 'draft' where v.company_id = of_company and v.state in ('rejected', 'approved');
  return null;
end
$$;

-- Changes the fields that are given and leaves the others. Answers a refusal or null.
create function fill_verification(of_company uuid, of_user uuid, given jsonb, at timestamptz) returns text
  language plpgsql security definer as $$
declare
  refusal text := public.open_draft(of_company, of_user);
begin
  if refusal is not null then
    return refusal;
  end if;
  update public.verifications v set fields = v.fields || given where v.company_id = of_company and v.state = 'draft';
  perform public.note_act_of_person(of_user, at, 'verification.fill', of_company, public.shown_id('com', of_company),
    jsonb_build_object('fields', (select jsonb_agg(k order by k) from jsonb_object_keys(given) as k)));
  return null;
end
$$;

-- Takes whatever is in a slot out of it. Answers the document whose bytes nobody needs any more: what was decided about is kept.
create function empty_slot(of_company uuid, of_slot text, at timestamptz) returns uuid
  language plpgsql security definer as $$
declare
  old uuid := (select d.id from public.verification_documents d
                where d.company_id = of_company and d.slot = of_slot and d.removed_at is null);
begin
  if exists (select from public.verification_decisions x where x.company_id = of_company and old = any (x.document_ids)) then
    update public.verification_documents d set removed_at = at where d.company_id = of_company and d.id = old and d.removed_at is null;
    return null;
  end if;
  delete from public.verification_documents d where d.company_id = of_company and d.id = old;
  return old;
end
$$;

-- Puts a document into its slot; its bytes follow in the same commit. Answers a refusal, or the document whose bytes are to go.
create function place_document(of_company uuid, of_user uuid, of_document uuid, to_slot text, called text, of_type text, of_bytes integer,
    at timestamptz) returns table (refused text, replaced uuid)
  language plpgsql security definer as $$
begin
  refused := public.open_draft(of_company, of_user);
  if refused is null then
    replaced := public.empty_slot(of_company, to_slot, at);
    insert into public.verification_documents (company_id, id, slot, name, media_type, bytes, uploaded_at, uploaded_by)
    values (of_company, of_document, to_slot, called, of_type, of_bytes, at, of_user);
    perform public.note_act_of_person(of_user, at, 'verification.put_document', of_company, public.shown_id('doc', of_document),
      jsonb_build_object('slot', to_slot));
  end if;
  return next;
end
$$;

-- Empties a slot. Answers a refusal, or the document whose bytes are to go.
create function drop_document(of_company uuid, of_user uuid, of_slot text, at timestamptz) returns table (refused text, replaced uuid)
  language plpgsql security definer as $$
declare
  old uuid;
begin
  refused := public.open_draft(of_company, of_user);
  if refused is null then
    select d.id into old from public.verification_documents d
     where d.company_id = of_company and d.slot = of_slot and d.removed_at is null;
    refused := case when old is null then 'document_not_found' end;
  end if;
  if refused is null then
    replaced := public.empty_slot(of_company, of_slot, at);
    perform public.note_act_of_person(of_user, at, 'verification.drop_document', of_company, public.shown_id('doc', old),
      jsonb_build_object('slot', of_slot));
  end if;
  return next;
end
$$;

-- Keeps the bytes of a document that is there, once.
create function keep_document_file(of_company uuid, of_document uuid, by_key integer, bytes_sealed bytea) returns void
  language plpgsql security definer as $$
begin
  if not exists (select from public.verification_documents d where d.company_id = of_company and d.id = of_document) then
    raise exception 'bytes without a document';
  end if;
  insert into public.verification_files (company_id, document_id, sealing_key, sealed) values (of_company, of_document, by_key, bytes_sealed);
end
$$;

-- Forgets the bytes of a document that is gone.
create function drop_document_file(of_company uuid, of_document uuid) returns void
  language sql security definer
begin atomic
  delete from public.verification_files f
   where f.company_id = of_company and f.document_id = of_document
     and not exists (select from public.verification_documents d where d.company_id = of_company and d.id = of_document);
end;

-- Hands in what is filled in, if all that is needed is there. Answers a refusal or null.
create function submit_verification(of_company uuid, of_user uuid, needed_fields text[], needed_slots text[], at timestamptz) returns text
  language plpgsql security definer as $$
declare
  refusal text := public.refusal_of_member(of_company, of_user, array['owner']);
  given public.verifications;
  found_state text;
begin
  if refusal is not null then
    return refusal;
  end if;
  select * into given from public.verifications v where v.company_id = of_company for no key update;
  found_state := (select public.shown_verification(c.verification, given.state) from public.companies c where c.id = of_company);
  if found_state in ('submitted', 'approved') then
    return 'verification_' || found_state;
  elsif found_state = 'rejected' then
    return 'verification_unchanged';
  elsif given.company_id is null
     or exists (select from unnest(needed_fields) as f (name) where coalesce(given.fields ->> f.name, '') = '')
     or exists (select from unnest(needed_slots) as s (slot) where not exists (
          select from public.verification_documents d where d.company_id = of_company and d.slot = s.slot and d.removed_at is null)) then
    return 'verification_incomplete';
  end if;
  update public.verifications v
     set state = 'submitted', submitted_at = at, submitted_by = of_user, decided_at = null
   where v.company_id = of_company and v.state = 'draft';
  perform public.note_act_of_person(of_user, at, 'verification.submit', of_company, public.shown_id('com', of_company), '{}');
  return null;
end
$$;

-- What a company has filled in, for its own people.
create function read_verification(of_company uuid)
  returns table (name text, kind text, state text, verification text, reason text, fields jsonb, submitted_at timestamptz, decided_at timestamptz)
  language sql stable security definer
begin atomic
  select c.name, c.kind, public.shown_verification(c.verification, v.state), c.verification, c.verification_reason, coalesce(v.fields, '{}'),
         v.submitted_at, v.decided_at
    from public.companies c
    left join lateral (select * from public.verifications x where x.company_id = c.id limit 1) as v on true
   where c.id = of_company;
end;

create function read_verification_documents(of_company uuid)
  returns table (id uuid, slot text, name text, media_type text, bytes integer, uploaded_at timestamptz, removed_at timestamptz)
  language sql stable security definer
begin atomic
  select d.id, d.slot, d.name, d.media_type, d.bytes, d.uploaded_at, d.removed_at
    from public.verification_documents d
   where d.company_id = of_company and d.removed_at is null
   order by d.uploaded_at, d.id;
end;

-- What waits for a decision, oldest first, across companies.
create function list_submitted(after_moment timestamptz, after_company uuid, at_most integer)
  returns table (company_id uuid, name text, kind text, submitted_at timestamptz)
  language sql stable security definer
begin atomic
  select v.company_id, c.name, c.kind, v.submitted_at
    from public.verifications v
   cross join lateral (select x.name, x.kind from public.companies x where x.id = v.company_id and x.verification <> 'approved' limit 1) as c
   where v.state = 'submitted'
     and (v.submitted_at, v.company_id) > (coalesce(after_moment, '-infinity'), coalesce(after_company, '00000000-0000-0000-0000-000000000000'))
   order by v.submitted_at, v.company_id
   limit at_most;
end;

-- Queues a mail to each owner of a company.
create function queue_mails_to_owners(of_company uuid, of_kind text, told jsonb, at timestamptz) returns void
  language sql security definer
begin atomic
  insert into public.mails (company_id, user_id, kind, details, created_at, next_at)
  select m.company_id, m.user_id, of_kind, told, at, at
    from public.members m
   where m.company_id = of_company and m.role = 'owner'
   order by m.user_id;
end;

-- Takes mails that are due, for one who sends them now: nobody else gets them before the lease ends. A mail to somebody who is no owner any
-- more is over instead.
create function take_mails(by_lease uuid, lasting interval, at_most integer)
  returns table (company_id uuid, id uuid, company_name text, to_name text, to_address text, kind text, details jsonb, tries smallint,
    created_at timestamptz)
  language plpgsql security definer as $$
begin
  return query
    with due as (
      select x.company_id, x.id, x.user_id
        from public.mails x
       where x.next_at <= clock_timestamp() and (x.lease_until is null or x.lease_until <= clock_timestamp())
       order by x.next_at
       limit at_most
         for no key update skip locked
    ), known as (
      select due.company_id, due.id, u.name, u.email
        from due
        left join lateral (
          select p.name, p.email
            from people.users p
           where p.id = due.user_id
             and exists (select from public.members m where m.company_id = due.company_id and m.user_id = due.user_id and m.role = 'owner')
           limit 1) as u on true
    ), taken as (
      update public.mails x
         set lease = by_lease,
             lease_until = clock_timestamp() + lasting,
             tries = x.tries + 1,
             next_at = case when known.email is null then null else x.next_at end,
             finished_at = case when known.email is null then clock_timestamp() end,
             outcome = case when known.email is null then 'given_up' end,
             problem = case when known.email is null then 'no owner any more' else x.problem end
        from known
       where x.company_id = known.company_id and x.id = known.id
      returning x.company_id, x.id, x.kind, x.details, x.tries, x.created_at, known.name, known.email
    )
    select t.company_id, t.id, c.name, t.name, t.email, t.kind, t.details, t.tries, t.created_at
      from taken t
     cross join lateral (select y.name from public.companies y where y.id = t.company_id limit 1) as c
     where t.email is not null;
end
$$;

-- What became of a mail: sent, or when to try again; without that moment it is given up. False: it was taken by somebody else meanwhile.
create function note_mail(of_company uuid, of_mail uuid, by_lease uuid, is_sent boolean, again_at timestamptz, why text) returns boolean
  language plpgsql security definer as $$
begin
  update public.mails x
     set next_at = case when is_sent then null else again_at end,
         finished_at = case when is_sent or again_at is null then clock_timestamp() end,
         outcome = case when is_sent then 'sent' when again_at is null then 'given_up' end,
         problem = left(why, 500), lease = null, lease_until = null
   where x.company_id = of_company and x.id = of_mail and x.lease = by_lease and x.finished_at is null;
  return found;
end
$$;

grant execute on function fill_verification(uuid, uuid, jsonb, timestamptz),
  place_document(uuid, uuid, uuid, text, text, text, integer, timestamptz), drop_document(uuid, uuid, text, timestamptz),
  keep_document_file(uuid, uuid, integer, bytea), drop_document_file(uuid, uuid),
  submit_verification(uuid, uuid, text[], text[], timestamptz), read_verification(uuid), read_verification_documents(uuid) to cardwright_portal;
grant execute on function list_submitted(timestamptz, uuid, integer), queue_mails_to_owners(uuid, text, jsonb, timestamptz) to cardwright_admin;
grant execute on function take_mails(uuid, interval, integer), note_mail(uuid, uuid, uuid, boolean, timestamptz, text) to cardwright_worker;
call run_as_posting('refusal_of_member(uuid, uuid, text[])');
call run_as_posting('open_draft(uuid, uuid)');
call run_as_posting('fill_verification(uuid, uuid, jsonb, timestamptz)');
call run_as_posting('empty_slot(uuid, text, timestamptz)');
call run_as_posting('place_document(uuid, uuid, uuid, text, text, text, integer, timestamptz)');
call run_as_posting('drop_document(uuid, uuid, text, timestamptz)');
call run_as_posting('keep_document_file(uuid, uuid, integer, bytea)');
call run_as_posting('drop_document_file(uuid, uuid)');
call run_as_posting('submit_verification(uuid, uuid, text[], text[], timestamptz)');
call run_as_posting('read_verification(uuid)');
call run_as_posting('read_verification_documents(uuid)');
call run_as_posting('list_submitted(timestamptz, uuid, integer)');
call run_as_posting('queue_mails_to_owners(uuid, text, jsonb, timestamptz)');
call run_as_posting('take_mails(uuid, interval, integer)');
call run_as_posting('note_mail(uuid, uuid, uuid, boolean, timestamptz, text)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
