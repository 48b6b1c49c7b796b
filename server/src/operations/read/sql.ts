// The statements of operations.

import type { Usd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { type PageRequest, readPage } from '../../platform/db/lists.ts';
import { name, sql } from '../../platform/db/sql.ts';

/** Operations to send, as a kind of background work. */
export const OPERATION_WORK = 'operation';

export const operationTypes = ['issue', 'topup', 'service'] as const;
export const operationStatuses = ['queued', 'processing', 'completed', 'failed', 'manual_review'] as const;

export type OperationType = (typeof operationTypes)[number];

export type OperationRow = {
  id: string;
  type: OperationType;
  status: (typeof operationStatuses)[number];
  amount: Usd;
  fee: Usd;
  card_id: string | null;
  receipt: string;
  failure_code: string;
  failure_message: string;
  review_reason: string;
  review_opened_at: Date | null;
  review_checked_at: Date | null;
  review_next_at: Date | null;
  created_at: Date;
};

export type OperationFilter = { type?: string; status?: string };

const columns = `id, type, status, amount, fee, card_id, receipt, failure_code, failure_message, review_reason, review_opened_at,
  review_checked_at, review_next_at, created_at`;

/** A page of operations, newest first. */
export async function listOperations(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
  filter: OperationFilter,
): Promise<OperationRow[]> {
  return readPage<OperationRow>(tx, scope, { table: 'operations', time: 'created_at', columns }, page, {
    oneOf: [
      { column: 'type', wanted: filter.type, values: operationTypes },
      { column: 'status', wanted: filter.status, values: operationStatuses },
    ],
  });
}

/** One operation of this company and environment. */
export async function findOperation(tx: Tx, scope: Scope, id: string): Promise<OperationRow | undefined> {
  const [row] = await tx.query<OperationRow>(sql`
    select ${name(columns)} from operations
     where ${inScope(scope)} and id = ${id}`);
  return row;
}
