// The breaks of a reconciliation, across companies.

import type { Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import { type BreakRow, listBreaks, listBrokenBooks } from './sql.ts';

/** More breaks than anybody reads on one screen. The database has all breaks of a run. */
const MOST_BREAKS = 200;

/** The breaks of a run, each read in its own scope, up to the limit. */
export async function readBreaks(db: Db, runId: string): Promise<{ scope: Scope; row: BreakRow }[]> {
  const found: { scope: Scope; row: BreakRow }[] = [];
  let after: Scope | undefined;
  for (;;) {
    const page = await listBrokenBooks(db, runId, { limit: MOST_BREAKS, ...(after === undefined ? {} : { after }) });
    for (const { breaks: _, ...scope } of page) {
      const rows = await db.read(scope, (tx) => listBreaks(tx, scope, runId, MOST_BREAKS - found.length));
      found.push(...rows.map((row) => ({ scope, row })));
      if (found.length >= MOST_BREAKS) return found;
    }
    const last = page.at(-1);
    if (page.length < MOST_BREAKS || last === undefined) return found;
    after = { companyId: last.companyId, environment: last.environment };
  }
}
