-- The roles of a cell. An administrator creates them once per cluster; the stack does it automatically. The file is
-- idempotent. The deployment sets the passwords separately.
do $$
begin
  -- Owns every schema and runs the migrations; no process logs in as it otherwise. NOINHERIT, so that being able to hand
  -- functions to cardwright_posting never lends it that role's row-level-security policies.
  if not exists (select from pg_roles where rolname = 'cardwright_owner') then
    create role cardwright_owner login noinherit;
  end if;
  -- Owns the SECURITY DEFINER functions: the only role that writes money. Nobody can log in as it.
  if not exists (select from pg_roles where rolname = 'cardwright_posting') then
    create role cardwright_posting nologin;
  end if;
  -- One login role per process, so that a stolen API process cannot mint money.
  if not exists (select from pg_roles where rolname = 'cardwright_api') then
    create role cardwright_api login;
  end if;
  if not exists (select from pg_roles where rolname = 'cardwright_worker') then
    create role cardwright_worker login;
  end if;
  if not exists (select from pg_roles where rolname = 'cardwright_admin') then
    create role cardwright_admin login;
  end if;
  -- The portal's process: the sign-in tables of members, and functions that check a member's permissions.
  if not exists (select from pg_roles where rolname = 'cardwright_portal') then
    create role cardwright_portal login;
  end if;
  -- The sign-in tables of operators. The desk acts as cardwright_admin, as the command line does.
  if not exists (select from pg_roles where rolname = 'cardwright_desk') then
    create role cardwright_desk login;
  end if;
  -- Reads the books for verification and for the status, without the desk. It writes nothing.
  if not exists (select from pg_roles where rolname = 'cardwright_reader') then
    create role cardwright_reader login;
  end if;
  -- The simulated issuer: a stranger that keeps its books in the same database. It has access to its own schema only.
  if not exists (select from pg_roles where rolname = 'issuer_sandbox') then
    create role issuer_sandbox login;
  end if;
end
$$;
-- CloudNativePG has created the role already, with INHERIT. Before the grant, which inherits as the role does then.
alter role cardwright_owner noinherit;
grant cardwright_posting to cardwright_owner;
-- A second safeguard beside its grants: its transactions may not write.
alter role cardwright_reader set default_transaction_read_only = on;
-- The issuer's plans are cached while its tables are empty and kept while they grow by thousands of rows a second: no
-- plan may scan a whole table because it was small once.
alter role issuer_sandbox set enable_seqscan = off;
