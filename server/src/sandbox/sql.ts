// The statement of sandbox funding.
import type { Queryable } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { Claim } from '../idempotency/sql.ts';
import type { Usd } from '../money/usd.ts';

export type NewFunding = { claim: Claim; keyId: string; amount: Usd };

/** Credits them all in one commit. Answers for each whether it was new; one whose key is known already was not. */
export async function fundSandboxes(db: Queryable, fundings: readonly NewFunding[]): Promise<boolean[]> {
  const [row] = await db.query<{ credited: boolean[] }>(sql`
    select fund_sandbox(${JSON.stringify(fundings.map(({ claim }) => claim))}::jsonb,
                        ${fundings.map(({ keyId }) => keyId)}::uuid[], ${fundings.map(({ amount }) => amount)}::bigint[]) as credited`);
  return row?.credited ?? [];
}
