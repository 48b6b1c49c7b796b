// What each login role sees and can change in each table of companies: without a scope, and in another's scope.

import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { Sql, sql } from '@cardwright/server/platform/db/sql.ts';
import { asRole, type CompanyTable, companyTables, type LoginRole, listLoginRoles } from '../harness/catalogue.ts';
import type { Context } from '../harness/proof.ts';

const named = (name: string) => new Sql([name], []);

/** The rows of a table that belong to a scope. */
const belongs = (table: CompanyTable, scope: Scope): Sql =>
  table.has_environment
    ? sql`${named(table.key)} = ${scope.companyId} and environment = ${scope.environment}`
    : sql`${named(table.key)} = ${scope.companyId}`;

/** The columns that determine a row's scope, as an update sets them. */
const placed = (table: CompanyTable, scope: Scope): Sql =>
  table.has_environment
    ? sql`${named(table.key)} = ${scope.companyId}, environment = ${scope.environment}`
    : sql`${named(table.key)} = ${scope.companyId}`;

/** Tries every role on every table, without a scope and in each of these. Returns the number of cells. */
export async function attackRows(context: Context, db: Db, scopes: readonly Scope[]): Promise<number> {
  const tables = await companyTables(db);
  const roles = await listLoginRoles(db);
  for (const needed of [
    'cardwright_api',
    'cardwright_worker',
    'cardwright_admin',
    'cardwright_reader',
    'cardwright_owner',
  ]) {
    if (!roles.some((role) => role.name === needed)) context.violation('a login role is missing', needed);
  }
  let cells = 0;
  for (const table of tables) {
    for (const role of roles) {
      const hidden = await countSeen(db, role, table, undefined);
      if (hidden.seen > 0) context.violation('a role sees rows without a scope', { table, role, ...hidden });
      cells++;
      for (const scope of scopes) {
        await lookInScope(context, db, { table, role, scope });
        cells++;
      }
      const [mine, ...others] = scopes;
      if (mine === undefined) continue;
      for (const theirs of reached(table, mine, others)) {
        await writeAcross(context, db, { table, role, mine, theirs });
        cells++;
      }
    }
  }
  return cells;
}

/** Target scopes: another company's, and the same company's other environment where rows have one. */
function reached(table: CompanyTable, mine: Scope, others: readonly Scope[]): Scope[] {
  const company = others.find((scope) => scope.companyId !== mine.companyId);
  const environment = others.find((scope) => table.has_environment && scope.companyId === mine.companyId);
  return [company, environment].filter((scope) => scope !== undefined);
}

type Seen = { seen: number; own: number };

async function countSeen(db: Db, role: LoginRole, table: CompanyTable, scope: Scope | undefined): Promise<Seen> {
  const own = scope === undefined ? sql`false` : belongs(table, scope);
  const counted = await asRole(db, role.name, scope, async (tx) => {
    const [row] = await tx.query<{ seen: bigint; own: bigint }>(
      sql`select count(*) as seen, count(*) filter (where ${own}) as own from ${named(table.name)}`,
    );
    return row;
  });
  if (counted === 'refused' || counted === undefined) return { seen: 0, own: 0 };
  return { seen: Number(counted.seen), own: Number(counted.own) };
}

/** A role sees the rows of its scope and no others; a role that may read the table sees all of them. */
async function lookInScope(
  context: Context,
  db: Db,
  { table, role, scope }: { table: CompanyTable; role: LoginRole; scope: Scope },
): Promise<void> {
  const { seen, own } = await countSeen(db, role, table, scope);
  if (seen !== own) context.violation('a role sees rows of another scope', { table, role, seen, own });
  const [truth] = await db.query<{ rows: bigint; readable: boolean }>(sql`
    select (select count(*) from ${named(table.name)} where ${belongs(table, scope)}) as rows,
           has_any_column_privilege(${role.name}, ${table.name}, 'select') as readable`);
  const expected = truth !== undefined && truth.readable && !role.owner ? Number(truth.rows) : 0;
  if (own !== expected) context.violation('a role does not see its own rows', { table, role, own, expected });
}

/** The SQLSTATE of the append-only trigger, which fires before row-level security leaves no row to change. */
const APPEND_ONLY = 'CW002';

/**
 * In one scope, a role tries to add a row to another, to take rows from there, to move its own there and to delete.
 * The statements read nothing, because reads would apply the policies for SELECT; the administrator sees their effect
 * in the same transaction.
 */
async function writeAcross(
  context: Context,
  db: Db,
  { table, role, mine, theirs }: { table: CompanyTable; role: LoginRole; mine: Scope; theirs: Scope },
): Promise<void> {
  const name = named(table.name);
  const [target] = await db.query<{ row: unknown }>(
    sql`select to_jsonb(t) as row from ${name} t where ${belongs(table, theirs)} limit 1`,
  );
  if (target === undefined) return;
  const attacks: Record<string, Sql> = {
    add: sql`
      insert into ${name} overriding system value
      select * from jsonb_populate_record(null::${name}, ${JSON.stringify(target.row)}::jsonb)`,
    take: sql`update ${name} set ${placed(table, mine)}`,
    move: sql`update ${name} set ${placed(table, theirs)}`,
    delete: sql`delete from ${name}`,
  };
  const others = sql`
    select count(*) || ' ' || sum(hashtextextended(to_jsonb(t)::text, 0)) as state
      from ${name} t where (${belongs(table, mine)}) is not true`;
  const [before] = await db.query<{ state: string }>(others);
  for (const [attack, statement] of Object.entries(attacks)) {
    const outcome = await asRole(db, role.name, mine, async (tx) => {
      await tx.query(statement);
      await tx.query(sql`select set_config('role', 'none', true)`);
      const [after] = await tx.query<{ state: string }>(others);
      return after?.state === before?.state ? 'refused' : 'changed rows of another scope';
    }).catch((error: unknown) => ((error as { code?: string }).code === APPEND_ONLY ? 'refused' : String(error)));
    if (outcome !== 'refused')
      context.violation('a role reaches into another scope', { attack, table, role: role.name, outcome });
  }
}
