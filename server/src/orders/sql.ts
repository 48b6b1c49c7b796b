// The statements of ordering.
import type { Queryable, Tx } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { Claim } from '../idempotency/sql.ts';
import type { Usd } from '../money/usd.ts';
import type { OperationType } from '../operations/sql.ts';
import type { RefusalCode } from '../refusals.ts';
import type { Environment } from '../scope.ts';

/** A request for an operation as the database takes it, in JSON: uuids, and cents as text. */
export type NewOperation = {
  company_id: string;
  environment: Environment;
  id: string;
  shown_id: string;
  type: OperationType;
  product_id: string | null;
  amount: string;
  expected_total: string | null;
  holder_id: string | null;
  card_id: string | null;
  name: string;
  recipient: string;
  scenario: string;
};

/** What became of a request: the bytes of its answer, or why it had no effect; neither when its key is known. */
export type Accepted = { body?: string; refused?: RefusalCode; total?: string; known?: true };

/** What a request would cost, and every reason to refuse it, in the order in which they are told. */
export type Weighed = {
  fixed_fee: Usd;
  fee: Usd;
  total: Usd;
  reasons: RefusalCode[];
  counts: boolean;
  used: number;
  available: Usd;
};

/** Accepts requests in one commit, each by its own merits, and answers each in order. */
export async function acceptOperations(
  tx: Tx,
  batch: readonly { request: NewOperation; claim: Claim; keyId: string }[],
): Promise<Accepted[]> {
  const [row] = await tx.query<{ answers: Accepted[] }>(sql`
    select accept_operations(${JSON.stringify(batch.map(({ request }) => request))}::jsonb,
                             ${JSON.stringify(batch.map(({ claim }) => claim))}::jsonb, ${batch.map(({ keyId }) => keyId)}::uuid[]) as answers`);
  return row?.answers ?? [];
}

/** Weighs one request and changes nothing. */
export async function weighOperation(db: Queryable, request: Omit<NewOperation, 'id' | 'shown_id'>): Promise<Weighed> {
  const [row] = await db.query<Weighed>(sql`
    select fixed_fee, fee, total, reasons, counts, used, available from weigh_operations(${JSON.stringify([request])}::jsonb)`);
  if (row === undefined) throw new Error('a request was not weighed');
  return row;
}

/** How many operations of an environment wait to be sent, counted no further than a limit. */
export async function countQueued(db: Queryable, environment: Environment, atMost: number): Promise<number> {
  const [row] = await db.query<{ queued: number }>(sql`select count_queued(${environment}, ${atMost}) as queued`);
  return row?.queued ?? 0;
}
