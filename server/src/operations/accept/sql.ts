// The statements of ordering.

import type { OrderType } from '../../cards/products/kinds.ts';
import type { Usd } from '../../foundation/money/usd.ts';
import type { RefusalCode } from '../../foundation/refusals/refusals.ts';
import type { Environment, Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Claim } from '../../platform/idempotency/sql.ts';
import { operationTypes } from '../read/sql.ts';

/** A request for an operation as the database takes it, in JSON: uuids, and cents as text. */
export type NewOperation = {
  company_id: string;
  environment: Environment;
  id: string;
  shown_id: string;
  type: OrderType;
  product_id: string | null;
  amount: string;
  expected_total: string | null;
  holder_id: string | null;
  card_id: string | null;
  name: string;
  recipient: string;
  /** The client's metadata as JSON text, because jsonb would sort its keys. */
  metadata: string;
  scenario: string;
  /** Of a traced request. */
  traceparent?: string;
};

/** The result of a request: the bytes of its response, or why it had no effect; neither when its key is known. */
export type Accepted = {
  body?: string;
  refused?: RefusalCode;
  known?: true;
} & Partial<Record<'total' | 'available' | 'minimum' | 'maximum', string>>;

/** The cost of a request, and every reason to refuse it, in the order in which they are reported. */
export type Weighed = {
  fixed_fee: Usd;
  fee: Usd;
  total: Usd;
  reasons: RefusalCode[];
  counts: boolean;
  used: number;
  available: Usd;
};

/** Accepts requests in one commit, each independently, and returns the results in order. */
export async function acceptOperations(
  tx: Tx,
  batch: readonly { request: NewOperation; claim: Claim; keyId: string }[],
): Promise<Accepted[]> {
  const [row] = await tx.query<{ answers: Accepted[] }>(sql`
    select accept_operations(${JSON.stringify(batch.map(({ request }) => request))}::jsonb,
                             ${JSON.stringify(batch.map(({ claim }) => claim))}::jsonb, ${batch.map(({ keyId }) => keyId)}::uuid[]) as answers`);
  return row?.answers ?? [];
}

/** Checks requests, each regardless of the others, in order. Changes nothing. */
export async function weighOperations(
  db: Queryable,
  requests: readonly Omit<NewOperation, 'id' | 'shown_id'>[],
): Promise<Weighed[]> {
  const rows = await db.query<Weighed>(sql`
    select fixed_fee, fee, total, reasons, counts, used, available
      from weigh_operations(${JSON.stringify(requests)}::jsonb)
     order by at_position`);
  if (rows.length !== requests.length) throw new Error('a request was not weighed');
  return rows;
}

/** The number of operations of an environment that are queued or being sent, counted up to a limit. */
export async function countQueued(db: Queryable, environment: Environment, atMost: number): Promise<number> {
  const [row] = await db.query<{ queued: number }>(sql`select count_queued(${environment}, ${atMost}) as queued`);
  return row?.queued ?? 0;
}

/** The number of queued operations of a company, counted up to a limit. */
export async function countOwnQueued(tx: Tx, scope: Scope, atMost: number): Promise<number> {
  const [row] = await tx.query<{ queued: number }>(sql`
    select count(*)::integer as queued
      from (select from operations
             where ${inScope(scope)} and type = any (${operationTypes}) and status = 'queued'
             limit ${atMost}) as waiting`);
  return row?.queued ?? 0;
}
