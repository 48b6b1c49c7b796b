-- migrate:up
set lock_timeout = '5s';

-- Sign-in: members of companies in one schema, operators in another, each reached by the role of one process. The process
-- that customers reach has no right to the operators' tables. Everything here belongs to the sign-in library, except
-- `attempts` and the tokens of operators.
create schema people;
create schema desk;
grant usage on schema people to cardwright_portal, cardwright_posting;
grant usage on schema desk to cardwright_desk, cardwright_posting;

-- The oldest version of the secret that a second factor needs. The library writes it in front of the ciphertext; older
-- text without a version is version 1.
create function version_of_encrypted(encrypted text) returns integer
  language sql immutable strict
begin atomic
  select case when encrypted ~ '^\$ba\$\d{1,4}\$' then split_part(encrypted, '$', 3)::integer else 1 end;
end;
grant execute on function version_of_encrypted(text) to cardwright_portal, cardwright_desk;

do $$
declare
  home text;
begin
  foreach home in array array['people', 'desk'] loop
    execute format($tables$
      create table %1$I.users (
        id                  uuid primary key,
        name                text not null check (length(name) between 1 and 200),
        email               text not null check (length(email) between 3 and 320 and email = lower(email)),
        email_verified      boolean not null default false,
        image               text check (image is null), -- required by the library, and never used
        two_factor_enabled  boolean not null default false,
        disabled_at         timestamptz(3),
        created_at          timestamptz(3) not null,
        updated_at          timestamptz(3) not null,
        constraint one_user_per_email unique (email)
      );
      -- The token is in the cookie, beside a signature that is not stored here: reading this table does not give
      -- access.
      create table %1$I.sessions (
        id             uuid primary key,
        user_id        uuid not null references %1$I.users on delete cascade,
        token          text not null,
        expires_at     timestamptz(3) not null,
        ip_address     text,
        user_agent     text,
        stepped_up_at  timestamptz(3), -- when the session last presented a second-factor code
        created_at     timestamptz(3) not null,
        updated_at     timestamptz(3) not null,
        constraint one_session_per_token unique (token)
      );
      create index sessions_by_user on %1$I.sessions (user_id);
      create index sessions_by_end on %1$I.sessions (expires_at);
      create table %1$I.accounts (
        id                        uuid primary key,
        user_id                   uuid not null references %1$I.users on delete cascade,
        account_id                text not null,
        provider_id               text not null check (provider_id = 'credential'), -- a password and nothing else
        password                  text check (password like '$argon2id$%%'),
        access_token              text,
        refresh_token             text,
        id_token                  text,
        access_token_expires_at   timestamptz(3),
        refresh_token_expires_at  timestamptz(3),
        scope                     text,
        created_at                timestamptz(3) not null,
        updated_at                timestamptz(3) not null,
        constraint one_password_per_user unique (user_id)
      );
      create table %1$I.verifications (
        id          uuid primary key,
        identifier  text not null,
        value       text not null,
        expires_at  timestamptz(3) not null,
        created_at  timestamptz(3) not null,
        updated_at  timestamptz(3) not null
      );
      create index verifications_by_identifier on %1$I.verifications (identifier);
      create index verifications_by_end on %1$I.verifications (expires_at);
      -- The secret and the backup codes are encrypted with a key that is not in the database.
      create table %1$I.two_factors (
        id                         uuid primary key,
        user_id                    uuid not null references %1$I.users on delete cascade,
        secret                     text not null,
        backup_codes               text not null,
        verified                   boolean not null default false,
        failed_verification_count  integer not null default 0,
        locked_until               timestamptz(3),
        -- Generated, so that secrets of an old version are counted without opening any.
        secret_version             integer not null
          generated always as (least(version_of_encrypted(secret), version_of_encrypted(backup_codes))) stored,
        constraint one_second_factor_per_user unique (user_id)
      );
      -- What was tried, by whom or from where, as a digest: addresses that strangers typed are not stored.
      create table %1$I.attempts (
        subject       bytea primary key check (length(subject) = 32),
        tried         integer not null,
        since         timestamptz(3) not null,
        locked_until  timestamptz(3)
      );
      create index attempts_by_time on %1$I.attempts (since);
    $tables$, home);
  end loop;
end
$$;
grant select, insert, update, delete on all tables in schema people to cardwright_portal;
grant select, insert, update, delete on all tables in schema desk to cardwright_desk;

-- Names and addresses of people, for members of the same company.
grant select (id, name, email, email_verified, two_factor_enabled) on people.users to cardwright_posting;
grant select (secret_version) on people.two_factors, desk.two_factors to cardwright_posting;
-- The functions of the desk find operators by their sessions and end those.
grant select (id, disabled_at, two_factor_enabled), update (disabled_at, two_factor_enabled) on desk.users to cardwright_posting;
grant select (user_id, token, expires_at, stepped_up_at), delete on desk.sessions to cardwright_posting;
grant select (user_id), delete on desk.two_factors to cardwright_posting;

-- The people who act on companies.
create table operators (
  id           uuid primary key,
  name         text not null check (length(name) between 1 and 200),
  email        text not null check (length(email) between 3 and 320),
  created_at   timestamptz(3) not null,
  disabled_at  timestamptz(3),
  active_from  timestamptz(3) not null, -- from when they may act
  able_from    timestamptz(3) not null, -- from when they may propose and approve
  constraint one_operator_per_email unique (email)
);
grant select on operators to cardwright_admin;
grant select (id, name) on operators to cardwright_reader;
grant select, insert, update on operators to cardwright_posting;

create table companies (
  id                   uuid primary key,
  name                 text not null check (length(name) between 1 and 200),
  kind                 text not null check (kind in ('individual', 'corporate')),
  verification         text not null default 'pending' check (verification in ('pending', 'approved', 'rejected')),
  verification_reason  text not null default '',
  suspended_at         timestamptz(3),
  suspension_reason    text not null default '',
  -- Live activation: both are off until an operator switches them on.
  direct_invoices      boolean not null default false,
  live_services        boolean not null default false,
  -- Requests per second; null means the cell's default.
  reads_per_second       integer check (reads_per_second > 0),
  writes_per_second      integer check (writes_per_second > 0),
  statements_per_second  integer check (statements_per_second > 0),
  created_at           timestamptz(3) not null,
  opened_by            uuid references people.users -- null: an operator
);
create index companies_by_time on companies (created_at desc, id desc);
create index companies_by_opener on companies (opened_by) where opened_by is not null;
create index companies_by_words on companies using gin (to_tsvector('simple', name));
call protect_by_scope('companies', 'id = current_company()');
grant select on companies to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update on companies to cardwright_posting;

-- The table of the platform was created before companies.
alter table idempotency_keys add foreign key (company_id) references companies;

-- The key itself is shown once and never stored: only its keyed hash, with the version of the pepper that keyed it.
create table api_keys (
  id              uuid not null,
  company_id      uuid not null references companies,
  environment     environment not null,
  name            text not null check (length(name) <= 200),
  hash            bytea not null check (length(hash) = 32),
  pepper_version  smallint not null,
  hint            text not null check (length(hint) <= 8), -- the last characters, so that people can tell keys apart
  scopes          text[] not null,
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3),
  revoked_at      timestamptz(3),
  rotated_from    uuid,
  last_used_at    timestamptz(3),
  person_id       uuid references people.users, -- the session key of a member: found by person, and its hash is of no key
  created_by      uuid references people.users, -- the member who created it; null: an operator
  primary key (company_id, environment, id),
  constraint one_owner_per_key unique (hash),
  constraint known_scopes check (scopes <@ array['funding:write', 'cards:write', 'services:write', 'cards:read', 'holders:read',
    'operations:read', 'balance:read', 'holders:write', 'webhooks:read', 'webhooks:write']),
  constraint person_keys_do_not_end check (person_id is null or (expires_at is null and rotated_from is null))
);
create unique index one_person_key on api_keys (company_id, environment, person_id) where person_id is not null;
call protect_by_scope('api_keys');
grant select on api_keys to cardwright_worker, cardwright_admin;
grant select, insert, update on api_keys to cardwright_posting;

-- The members of companies and their roles. Written and read by functions only.
create table members (
  company_id  uuid not null references companies,
  user_id     uuid not null references people.users,
  role        text not null check (role in ('owner', 'finance', 'developer', 'viewer')),
  since       timestamptz(3) not null,
  primary key (company_id, user_id)
);
create index members_by_user on members (user_id, since);
call protect_by_scope('members', 'company_id = current_company()');
grant select, insert, delete, update (role) on members to cardwright_posting;

-- A member or an operator invites: a company that an operator created has nobody yet who could invite its first owner.
-- An invitation ends by being accepted, withdrawn or too old. An address has one at a time, and so do operators.
create table invitations (
  company_id   uuid not null references companies,
  id           uuid not null,
  email        text not null check (length(email) between 3 and 320 and email = lower(email)),
  role         text not null check (role in ('owner', 'finance', 'developer', 'viewer')),
  invited_by   uuid references people.users,
  created_at   timestamptz(3) not null,
  expires_at   timestamptz(3) not null,
  operator_id  uuid references operators,
  primary key (company_id, id),
  constraint one_invitation_per_id unique (id),
  constraint one_invitation_per_email unique (company_id, email),
  constraint invited_by_one check ((invited_by is null) <> (operator_id is null)),
  constraint operators_invite_owners check (operator_id is null or role = 'owner')
);
create unique index one_invitation_of_operators on invitations (company_id) where operator_id is not null;
call protect_by_scope('invitations', 'company_id = current_company()');
grant select, insert, delete on invitations to cardwright_posting;

-- How long a new operator waits before they may propose and approve. Only installation sets it.
create table operator_rules (
  id boolean primary key default true check (id),
  wait interval not null check (wait >= interval '0')
);
insert into operator_rules (wait) values ('24 hours');
grant select on operator_rules to cardwright_posting;

-- An operator is identified by a credential: a session of the desk or a personal token. The role of sign-in writes
-- sessions and tokens, and the role of the desk carries out actions, so that neither role alone can act as anybody.
-- Only the hash of a token is stored: it has 256 random bits, so guessing is hopeless.
create table desk.tokens (
  id uuid primary key,
  operator_id uuid not null references operators,
  name text not null check (length(name) between 1 and 200),
  hash bytea not null unique check (length(hash) = 32),
  actions text[], -- what it may do besides reading; null: everything that its operator may
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  stepped_up_at timestamptz(3), -- when it last presented a second-factor code
  noted_at timestamptz(3) -- when its use was last written to the audit log
);
create index tokens_by_operator on desk.tokens (operator_id, created_at desc);
grant select, update (stepped_up_at) on desk.tokens to cardwright_desk;
grant select, insert, update on desk.tokens to cardwright_posting;

-- The actions of operators. needs_code: a second-factor code, at most five minutes old. needs_two: nothing happens
-- before another operator approves. An action is carried out by the function of its name in the schema `actions`.
create schema actions;
grant usage on schema actions to cardwright_posting;
create table operator_actions (
  action text primary key,
  needs_code boolean not null default false,
  needs_two boolean not null default false
);
insert into operator_actions (action, needs_code, needs_two) values
  ('company.create', false, false),
  ('company.approved', true, false),
  ('company.rejected', false, false),
  ('company.suspend', true, false),
  ('company.resume', false, false),
  ('company.activate', true, true),
  ('company.deactivate', false, false),
  ('company.limits', true, true),
  ('company.invite_owner', true, true),
  ('key.create', false, false),
  ('key.create_live', true, true),
  ('key.rotate', false, false),
  ('key.rotate_live', true, true),
  ('key.revoke', false, false),
  ('product.set', true, true),
  ('product.price', true, true),
  ('pause.add', false, false),
  ('pause.remove', false, false),
  ('reconciliation.begin', false, false),
  ('work.release', false, false),
  ('jobs.redrive', false, false),
  ('notification.close', false, false),
  ('verification.open_document', false, false),
  ('webhook.change', false, false),
  ('secrets.rewrap', false, false),
  ('operator.add', true, true),
  ('operator.enable', true, true),
  ('operator.reset', true, true),
  ('operator.disable', true, false),
  ('operator.token', true, false),
  ('operator.revoke_token', false, false),
  ('review.decide', true, true);
grant select on operator_actions to cardwright_admin, cardwright_posting;

-- The entries of the audit log: one for each action of an operator or a member, in the same commit as the action.
create table audit_log (
  sequence     bigint generated always as identity primary key,
  at           timestamptz(3) not null,
  operator_id  uuid references operators,  -- null: a member, whom the details name, or the owner of the database
  action       text not null,
  company_id   uuid references companies,
  environment  environment,
  subject      text not null,              -- the id of the subject
  details      jsonb not null default '{}' -- what changed; never a key, a token or a secret
);
create index audit_log_by_company on audit_log (company_id, sequence desc);
create index audit_log_by_operator on audit_log (operator_id, sequence desc);
create index audit_log_by_action on audit_log (action, sequence desc);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy own_scope on audit_log to cardwright_api, cardwright_worker, cardwright_admin
  using (company_id = current_company())
  with check (company_id is null or company_id = current_company());
create policy posting on audit_log to cardwright_posting using (true) with check (true);
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
alter table audit_log enable always trigger audit_log_is_append_only;
grant select on audit_log to cardwright_admin;
grant select, insert on audit_log to cardwright_posting;

-- Entries become visible in the order of their numbers: a sealer that seals up to one has seen all before it. The
-- number is drawn under this lock, which is released after the commit. An entry is written at the end of its
-- transaction.
create function keep_entries_in_order() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('cardwright audit log', 0));
  return null;
end
$$;
create trigger entries_are_numbered_in_order before insert on audit_log
  for each statement execute function keep_entries_in_order();
alter table audit_log enable always trigger entries_are_numbered_in_order;

-- Emails to operators, one row for each recipient.
create table operator_mails (
  company_id uuid not null default '00000000-0000-0000-0000-000000000000', -- nobody's: work is shared out by companies
  environment environment not null default 'live' check (environment = 'live'),
  id uuid not null default new_id(),
  operator_id uuid not null references operators,
  kind text not null check (kind in ('proposed', 'decided', 'withdrawn', 'broken_glass')),
  details jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  next_at timestamptz(3) default clock_timestamp(),
  attempts integer not null default 0,
  lease_token uuid,
  last_error text not null default '',
  parked_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (company_id, id),
  constraint waits_or_is_over check ((next_at is null) = (finished_at is not null))
);
call protect_by_scope('operator_mails');
call make_work('operator_mail', 'operator_mails', 'w.finished_at is null');
create trigger wake_work after insert on operator_mails for each statement execute function wake_work('operator_mail');
grant select, insert, update on operator_mails to cardwright_posting;

-- The verification of a company. One row per company: it is filled in, submitted, decided, and after a rejection filled
-- in again.
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
call protect_by_scope('verifications', 'company_id = current_company()');
grant select on verifications to cardwright_admin;
grant select, insert, update on verifications to cardwright_posting;

-- A document in its slot. A replaced document is kept if a decision covered it, so that the decision can be reviewed.
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
call protect_by_scope('verification_documents', 'company_id = current_company()');
grant select on verification_documents to cardwright_admin;
grant select, insert, delete, update (removed_at) on verification_documents to cardwright_posting;

-- The bytes of a document, sealed for this company, slot and document: their key is not in the database. A separate
-- table, because they could be stored elsewhere; only operators read them.
create table verification_files (
  company_id   uuid not null,
  document_id  uuid not null,
  sealing_key  smallint not null,
  sealed       bytea not null,
  primary key (company_id, document_id)
);
alter table verification_files alter column sealed set storage external; -- sealed bytes do not compress
call protect_by_scope('verification_files', 'company_id = current_company()');
grant select on verification_files to cardwright_admin;
grant select, insert, delete, update (sealing_key, sealed) on verification_files to cardwright_posting;

-- Every upload of a document, also of a replaced one: removed documents still count. A company's rows are deleted when
-- their day is over.
create table verification_uploads (
  company_id   uuid not null references companies,
  id           uuid not null default new_id(),
  user_id      uuid not null references people.users,
  bytes        integer not null check (bytes > 0),
  uploaded_at  timestamptz(3) not null,
  primary key (company_id, id)
);
create index verification_uploads_of_company on verification_uploads (company_id, uploaded_at);
create index verification_uploads_of_person on verification_uploads (user_id, uploaded_at);
call protect_by_scope('verification_uploads', 'company_id = current_company()');
grant select, insert, delete on verification_uploads to cardwright_posting;

-- Every decision with its subject.
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
call protect_by_scope('verification_decisions', 'company_id = current_company()');
create trigger verification_decisions_are_append_only before update or delete or truncate on verification_decisions
  for each statement execute function refuse_change();
alter table verification_decisions enable always trigger verification_decisions_are_append_only;
grant select on verification_decisions to cardwright_admin;
grant select, insert on verification_decisions to cardwright_posting;

-- Emails to people, queued in the commit of their cause: one row for each recipient. One with an invitation goes to an
-- address that may have no account yet; it has the id of the invitation and does not outlive it. They belong to a
-- company; the environment is where their loop runs.
create table mails (
  company_id   uuid not null references companies,
  id           uuid not null default new_id(),
  user_id      uuid references people.users,
  kind         text not null check (kind in ('verification_approved', 'verification_rejected', 'owner_invited', 'member_invited')),
  details      jsonb not null,
  created_at   timestamptz(3) not null,
  next_at      timestamptz(3),
  attempts     integer not null default 0 check (attempts >= 0),
  lease_token  uuid,
  finished_at  timestamptz(3),
  outcome      text check (outcome in ('sent', 'given_up')),
  last_error   text not null default '' check (length(last_error) <= 500),
  environment  environment not null default 'live' check (environment = 'live'),
  primary key (company_id, id),
  constraint waits_or_is_over check ((next_at is null) = (finished_at is not null) and (finished_at is null) = (outcome is null)),
  constraint invited_or_known check ((kind = 'owner_invited') = (user_id is null))
);
call protect_by_scope('mails', 'company_id = current_company()');
call make_work('mail', 'mails', 'w.finished_at is null');
create trigger wake_work after insert on mails for each statement execute function wake_work('mail');
grant select, insert, update on mails to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
