// The statements of operations.

import type { Usd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { type PageRequest, readShownPage, type Shown } from '../../platform/db/lists.ts';
import { sql } from '../../platform/db/sql.ts';

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

const TEXT = sql`operation_text(p.whole, shown_id('op', p.id), shown_id('card', (p.whole).card_id))`;

/** A page of operations, newest first. */
export async function listOperations(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
  filter: OperationFilter,
): Promise<Shown[]> {
  return readShownPage(tx, scope, { table: 'operations', time: 'created_at', text: TEXT }, page, {
    oneOf: [
      { column: 'type', wanted: filter.type, values: operationTypes },
      { column: 'status', wanted: filter.status, values: operationStatuses },
    ],
  });
}

/** One operation of this company and environment. */
export async function findOperation(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<{ text: string; status: OperationRow['status'] } | undefined> {
  const [row] = await tx.query<{ text: string; status: OperationRow['status'] }>(sql`
    select p.status, ${TEXT} as text
      from (select o as whole, o.id, o.status from operations o where ${inScope(scope, 'o')} and o.id = ${id}) p`);
  return row;
}
