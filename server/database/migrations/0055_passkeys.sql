-- migrate:up
set lock_timeout = '5s';

-- Passkeys of companies' people. Only public keys: reading this table does not give access.
create table people.passkeys (
  id             uuid primary key,
  user_id        uuid not null references people.users on delete cascade,
  credential_id  bytea not null check (length(credential_id) between 1 and 1023), -- the longest of WebAuthn
  public_key     bytea not null check (length(public_key) between 1 and 2000), -- COSE; RSA of 4,096 bits has 530
  counter        bigint not null check (counter between 0 and 4294967295), -- 0: the authenticator does not count
  transports     text[] not null check (cardinality(transports) <= 10),
  name           text not null check (length(name) between 1 and 100),
  created_at     timestamptz(3) not null,
  last_used_at   timestamptz(3),
  constraint one_passkey_per_credential unique (credential_id)
);
create index passkeys_by_user on people.passkeys (user_id, created_at, id);
grant select, insert, delete, update (counter, last_used_at) on people.passkeys to cardwright_portal;

-- Whether a person has two-factor authentication: an authenticator app or a passkey. Nobody can write anything else into
-- the column, the sign-in library included.
create function people.derive_second_factor() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.two_factor_enabled :=
    exists (select from people.two_factors f where f.user_id = new.id and f.verified)
    or exists (select from people.passkeys p where p.user_id = new.id);
  return new;
end
$$;
create trigger derive_second_factor before insert or update of two_factor_enabled on people.users
  for each row execute function people.derive_second_factor();

-- Derives the column again after a change. The update locks the user before the trigger reads, so that of two concurrent
-- changes the second sees the first.
create function people.note_second_factor() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update people.users u set two_factor_enabled = false -- few rows: one user
   where u.id = coalesce(new.user_id, old.user_id);
  return null;
end
$$;
create trigger note_second_factor after insert or delete or update of verified on people.two_factors
  for each row execute function people.note_second_factor();
create trigger note_second_factor after insert or delete on people.passkeys
  for each row execute function people.note_second_factor();

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
