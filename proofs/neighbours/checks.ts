// The state after the run: operators see every parked row, and no row fails endlessly.

import { readFacts } from '@cardwright/server/oversight/status/facts.ts';
import { Sql, sql } from '@cardwright/server/platform/db/sql.ts';
import type { World } from './world.ts';

/** A database error that is not the server's fault lies in the row: the row fails once and is then parked. */
const MOST_FAILURES = 3;

type Left = { kind: string; environment: string; parked: bigint; failing: bigint };

/** Compares the parked rows of every table with the facts and the metrics. Returns the number of parked rows. */
export async function checkParked(world: World): Promise<number> {
  const { context, tools } = world;
  const left = await countLeft(world);
  const { work } = await readFacts(tools.db);
  const shown = await readMetrics(world);
  for (const { kind, environment, parked, failing } of left) {
    const fact = work.find((row) => row.kind === kind && row.environment === environment)?.parked ?? 0n;
    const metric = shown.get(`${kind} ${environment}`) ?? 0n;
    if (fact !== parked || metric !== parked)
      context.violation('a parked row is not reported', { kind, environment, parked, fact, metric });
    if (failing > 0n) context.violation('a row fails again and again', { kind, environment, failing });
  }
  return left.reduce((sum, { parked }) => sum + Number(parked), 0);
}

/** The rows themselves, read without the functions that count them. */
async function countLeft({ db }: World): Promise<Left[]> {
  const kinds = await db.query<{ kind: string; source: string; condition: string }>(
    sql`select kind, source, condition from work_kinds order by kind`,
  );
  const counts = kinds.map(({ kind, source, condition }) =>
    db.query<Left>(sql`
      select ${kind}::text as kind, w.environment, count(*) filter (where w.parked_at is not null) as parked,
             count(*) filter (where w.parked_at is null and w.attempts > ${MOST_FAILURES}
                                and w.last_error like 'database error%') as failing
        from ${new Sql([source], [])} w
       where ${new Sql([condition], [])}
       group by w.environment`),
  );
  return (await Promise.all(counts)).flat();
}

/** The parked rows in a worker's metrics, by kind and environment. */
async function readMetrics({ context }: World): Promise<Map<string, bigint>> {
  const url = context.stack.processes.find(({ role }) => role === 'worker')?.metricsUrl ?? '';
  const text = await (await fetch(url)).text();
  const lines = text.matchAll(/^cardwright_work_parked\{kind="(\w+)",environment="(\w+)"\} (\d+)$/gm);
  return new Map([...lines].map(([, kind, environment, parked]) => [`${kind} ${environment}`, BigInt(parked ?? 0)]));
}
