// The plans of statements, as the API runs them, with what each read.
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { type Db, INDEX_PLANS } from '@cardwright/server/platform/db/db.ts';
import { type Sql, toQuery } from '@cardwright/server/platform/db/sql.ts';
import pg from 'pg';
import type { World } from './world.ts';

/** A database whose reads are captured. */
export function watch(db: Db): { db: Db; captured: Sql[] } {
  const captured: Sql[] = [];
  const watched: Db = {
    ...db,
    read: (scope, work) =>
      db.read(scope, (tx) =>
        work({
          ...tx,
          query: (statement) => {
            captured.push(statement);
            return tx.query(statement);
          },
        }),
      ),
  };
  return { db: watched, captured };
}

export type Plan = { text: string; ms: number; blocks: number };

/** Runs statements again as the API runs them, and answers what each did. */
export async function explain(world: World, scope: Scope, statements: readonly Sql[]): Promise<Plan[]> {
  const client = new pg.Client({ connectionString: world.stack.urlOf('cardwright_api'), options: INDEX_PLANS });
  await client.connect();
  await client.query(
    `select set_config('cardwright.company', $1, false), set_config('cardwright.environment', $2, false)`,
    [scope.companyId, scope.environment],
  );
  const plans: Plan[] = [];
  for (const statement of statements) {
    const { text, values } = toQuery(statement);
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Record<string, number>; 'Execution Time': number }[] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    );
    const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
    const blocks = (plan?.Plan['Shared Hit Blocks'] ?? 0) + (plan?.Plan['Shared Read Blocks'] ?? 0);
    plans.push({ text: JSON.stringify(plan), ms: plan?.['Execution Time'] ?? 0, blocks });
  }
  await client.end();
  return plans;
}
