-- migrate:up
set lock_timeout = '5s';

-- Where people sign in: companies' people in one schema, operators in another, each reached by the role of one process. What customers
-- reach never holds a right to the operators' tables. Everything here belongs to the library that signs people in, except `attempts`.
create schema people;
create schema desk;
grant usage on schema people to cardwright_portal;
grant usage on schema desk to cardwright_desk;
grant usage on schema public to cardwright_portal; -- its functions are there; none of its tables is granted

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
        image               text check (image is null), -- the library has a column for it; nobody may put anything there
        two_factor_enabled  boolean not null default false,
        disabled_at         timestamptz(3),
        created_at          timestamptz(3) not null,
        updated_at          timestamptz(3) not null,
        constraint one_user_per_email unique (email)
      );
      -- The token is in the cookie, beside a signature that is not here: reading this table lets nobody in.
      create table %1$I.sessions (
        id             uuid primary key,
        user_id        uuid not null references %1$I.users on delete cascade,
        token          text not null,
        expires_at     timestamptz(3) not null,
        ip_address     text,
        user_agent     text,
        stepped_up_at  timestamptz(3), -- when the session last gave a code of the second factor
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
        constraint one_second_factor_per_user unique (user_id)
      );
      -- What was tried, by whom or from where, as a digest: addresses that strangers typed in are not kept.
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

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
