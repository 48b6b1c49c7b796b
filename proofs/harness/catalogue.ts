// Permissions and partitions as the database itself reports them: read from its catalogue, never from a list of names.

import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Db, Tx } from '@cardwright/server/platform/db/db.ts';
import { Sql, sql } from '@cardwright/server/platform/db/sql.ts';
import type pg from 'pg';
import type { Context } from './proof.ts';

/** The role that owns every SECURITY DEFINER function. */
const POSTING = 'cardwright_posting';

/** The oid of the superuser that initdb creates. */
const BOOTSTRAP_SUPERUSER = 10;

/** Our schemas: all except those of Postgres itself. */
const ours = sql`n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'`;

/** The schemas whose objects our migrations create. */
const written = sql`n.nspname in ('public', 'ledger', 'actions')`;

/**
 * A table whose rows belong to companies: its name, the column with the company, and whether a row has an
 * environment.
 */
export type CompanyTable = { name: string; key: string; has_environment: boolean };

/**
 * Every table with rows of companies: those with a `company_id`, and `companies` itself. A proposal of no company has
 * no environment either.
 */
export async function companyTables(db: Db): Promise<CompanyTable[]> {
  return db.query<CompanyTable>(sql`
    select format('%I.%I', n.nspname, c.relname) as name, a.attname as key,
           exists (select 1 from pg_attribute e
                    where e.attrelid = c.oid and e.attname = 'environment'
                      and (e.attnotnull or c.oid = 'public.proposals'::regclass)) as has_environment
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
                         and a.attname = case when c.oid = 'public.companies'::regclass then 'id' else 'company_id' end
     where ${ours} and c.relkind in ('r', 'p') and not c.relispartition
     order by 1`);
}

export type LoginRole = { name: string; owner: boolean };

/**
 * Every role that can log in and is not the cluster's administrator; `owner` is the one that migrates this database.
 */
export async function listLoginRoles(db: Db): Promise<LoginRole[]> {
  return db.query<LoginRole>(sql`
    select r.rolname as name, r.oid = d.datdba as owner
      from pg_roles r, pg_database d
     where r.rolcanlogin and r.oid <> ${BOOTSTRAP_SUPERUSER} and d.datname = current_database()
     order by 1`);
}

type Found = { what: string };

/** Each question finds what must not exist. A process is a login role that does not own the database. */
const questions: readonly { promise: string; find: Sql }[] = [
  {
    promise: 'a table of companies lacks row-level security or does not force it',
    find: sql`
      select c.oid::regclass::text as what
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where ${ours} and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
         and (c.oid = 'public.companies'::regclass
              or exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))`,
  },
  {
    promise: 'a role bypasses row-level security',
    find: sql`
      select r.rolname as what from pg_roles r where (r.rolsuper or r.rolbypassrls) and r.oid <> ${BOOTSTRAP_SUPERUSER}`,
  },
  {
    promise: 'a view does not run with the rights of its caller',
    find: sql`
      select c.oid::regclass::text as what
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where ${written}
         and (c.relkind = 'm'
              or c.relkind = 'v' and not exists (
                   select 1 from pg_options_to_table(c.reloptions) o
                    where o.option_name = 'security_invoker' and o.option_value::boolean))`,
  },
  {
    // Only the owner of a table can add and drop its parts. Neither function takes a name from its caller.
    promise: 'a SECURITY DEFINER function belongs to another role than the posting role',
    find: sql`
      select p.oid::regprocedure::text as what
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where ${ours} and p.prosecdef and p.proowner <> ${POSTING}::regrole
         and p.oid::regprocedure::text not in ('prepare_months()', 'drop_month(interval,interval)')`,
  },
  {
    promise: 'a SECURITY DEFINER function or a trigger finds names where its caller chooses',
    find: sql`
      select p.oid::regprocedure::text as what
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where ${written} and not coalesce(p.proconfig, '{}') @> array['search_path=pg_catalog, pg_temp']
         and (p.prorettype = 'trigger'::regtype
              or p.prosecdef and (p.prosqlbody is null or exists (
                   select 1 from pg_depend d
                    where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_proc'::regclass)))`,
  },
  {
    promise: 'everybody may execute a function',
    find: sql`
      select p.oid::regprocedure::text as what
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where ${ours}
         and exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g where g.grantee = 0)`,
  },
  {
    promise: 'everybody may use a schema or a table',
    find: sql`
      select n.nspname as what
        from pg_namespace n, aclexplode(n.nspacl) g
       where ${ours} and g.grantee = 0
       union all
      select c.oid::regclass::text
        from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) g
       where ${ours} and g.grantee = 0`,
  },
  {
    promise: 'a process may create something in the database or in a schema',
    find: sql`
      select r.rolname || ' ' || p.privilege || ' on ' || d.datname as what
        from pg_roles r, pg_database d, unnest(array['create', 'temporary']) as p (privilege)
       where d.datname = current_database() and r.rolcanlogin and r.oid not in (${BOOTSTRAP_SUPERUSER}, d.datdba)
         and has_database_privilege(r.oid, d.oid, p.privilege)
       union all
      select r.rolname || ' create in ' || n.nspname
        from pg_roles r, pg_database d, pg_namespace n
       where d.datname = current_database() and r.rolcanlogin and r.oid not in (${BOOTSTRAP_SUPERUSER}, d.datdba)
         and has_schema_privilege(r.oid, n.oid, 'create')`,
  },
  {
    promise: 'a process owns something',
    find: sql`
      select r.rolname || ' owns ' || pg_describe_object(s.classid, s.objid, 0) as what
        from pg_shdepend s
        join pg_roles r on r.oid = s.refobjid
        join pg_database d on d.datname = current_database() and s.dbid in (0, d.oid)
       where s.refclassid = 'pg_authid'::regclass and s.deptype = 'o' and r.rolcanlogin
         and r.oid not in (${BOOTSTRAP_SUPERUSER}, d.datdba)`,
  },
  {
    promise: 'a process is a member of another role',
    find: sql`
      select m.member::regrole::text || ' is ' || m.roleid::regrole::text as what
        from pg_auth_members m
        join pg_roles r on r.oid = m.member
        join pg_database d on d.datname = current_database()
       where r.rolcanlogin and r.oid not in (${BOOTSTRAP_SUPERUSER}, d.datdba)`,
  },
  {
    promise: 'a process may write a table of the ledger',
    find: sql`
      select r.rolname || ' ' || p.privilege || ' ' || c.oid::regclass::text as what
        from pg_roles r, pg_database d, unnest(array['insert', 'update', 'delete', 'truncate', 'trigger']) as p (privilege),
             pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'ledger' and c.relkind in ('r', 'p', 'v') and d.datname = current_database()
         and r.rolcanlogin and r.oid not in (${BOOTSTRAP_SUPERUSER}, d.datdba)
         and (has_table_privilege(r.oid, c.oid, p.privilege)
              or p.privilege in ('insert', 'update') and has_any_column_privilege(r.oid, c.oid, p.privilege))`,
  },
];

/** Asks the catalogue every question; every row found is a violation. Returns the number of questions. */
export async function askCatalogue(context: Context, db: Db): Promise<number> {
  for (const { promise, find } of questions) {
    for (const { what } of await db.query<Found>(find)) context.violation(promise, what);
  }
  return questions.length;
}

/** The SQLSTATE for missing privileges, by grant or by policy. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** Runs statements as another role in a scope and rolls them back. 'refused' when the database denied them. */
export async function asRole<Result>(
  db: Db,
  role: string,
  scope: Scope | undefined,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | 'refused'> {
  const takenBack = new Error('taken back');
  let result: Result | 'refused' = 'refused';
  const attempt = async (tx: Tx) => {
    await tx.query(sql`select set_config('role', ${role}, true)`);
    result = await work(tx);
    throw takenBack;
  };
  await (scope === undefined ? db.writeUnscoped(attempt) : db.write(scope, attempt)).catch((error: unknown) => {
    if (error !== takenBack && (error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
  });
  return result;
}

/**
 * The content of every table of companies. Leaves out when a key was last used, and members' session keys: the first
 * request of a member in a company creates one.
 */
export async function stateOf(db: Db): Promise<Map<string, string>> {
  const state = new Map<string, string>();
  for (const { name } of await companyTables(db)) {
    const [row] = await db.query<{ state: string | null }>(sql`
      select count(*) || ' ' || sum(hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0)) as state
        from ${new Sql([name], [])} t
       where to_jsonb(t) ->> 'person_id' is null`);
    state.set(name, row?.state ?? '');
  }
  return state;
}

/** A table and its partitions, quoted where needed. */
export async function partsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select $1::regclass::text as name
      union all select inhrelid::regclass::text from pg_inherits where inhparent = $1::regclass`,
    [table],
  );
  return rows.map(({ name }) => name);
}
