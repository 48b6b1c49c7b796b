// Carries out the next rows of an import. Any tab may call it again at any time: a row has one key and one total.
import { toId } from '../../foundation/ids.ts';
import { formatUsd, usd } from '../../foundation/money/usd.ts';
import { Refusal, type RefusalCode, refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Acceptance, type OrderedOperation, refusalsOfOrder } from '../accept/accept.ts';
import { keyOfRow } from './confirm.ts';
import { findImport, type ImportRow, listWaiting, noteRows, type StoredRow } from './sql.ts';

/** Orders of one request. They share a commit; a larger batch would keep other companies waiting. */
const ROWS_AT_ONCE = 20;

/** Refusals of an order itself. Any other concerns the person, the company or this moment, so the row keeps waiting. */
const refusalsOfRow: readonly RefusalCode[] = [...refusalsOfOrder, 'idempotency_conflict'];

/** Orders the next rows, in the order of the file. Fails with the first error that concerns no single row. */
export async function runImport(
  { db, accept }: { db: Db; accept: Acceptance },
  scope: Scope,
  { id, keyId }: { id: string; keyId: string },
): Promise<void> {
  const { found, rows } = await db.read(scope, async (tx) => ({
    found: (await findImport(tx, scope, id)) ?? refuse('import_not_found'),
    rows: await listWaiting(tx, scope, id, ROWS_AT_ONCE),
  }));
  const settled = await Promise.allSettled(rows.map((row) => acceptRow(accept, scope, { found, row, keyId })));
  const outcomes = rows.flatMap(({ number }, index) => {
    const refusal = refusalOf(settled[index]);
    return refusal === undefined ? [] : [{ number, refusal }];
  });
  if (outcomes.length > 0) await noteRows(db, scope, keyId, { id, outcomes });
  const failed = settled.find((each) => each.status === 'rejected' && refusalOf(each) === undefined);
  if (failed?.status === 'rejected') throw failed.reason;
}

/** Orders a row as POST /operations does, with the total that was confirmed. */
function acceptRow(
  accept: Acceptance,
  scope: Scope,
  { found, row, keyId }: { found: ImportRow; row: StoredRow; keyId: string },
) {
  const { operation, body } = orderOf(found, row);
  const key = keyOfRow(found.id, row.number);
  return accept(scope, { key, method: 'POST', path: '/api/v1/operations', body, keyId, operation });
}

/** The order of a row, and the body with which the API would have got it. */
function orderOf(found: ImportRow, { holder_id, card_id, name, amount, fee }: StoredRow) {
  const expectedTotal = usd(amount + fee);
  const named =
    found.type === 'topup'
      ? { type: found.type, cardId: toId('card', card_id ?? '') }
      : {
          type: found.type,
          productId: toId('product', found.product_id ?? ''),
          holderId: toId('holder', holder_id ?? ''),
          ...(name === '' ? {} : { name }),
        };
  const operation: OrderedOperation = { ...named, amount, expectedTotal };
  return { operation, body: { ...named, amount: formatUsd(amount), expectedTotal: formatUsd(expectedTotal) } };
}

/** The refusal of a row, empty if it was accepted; undefined if its outcome is not known, or not its own. */
function refusalOf(settled: PromiseSettledResult<unknown> | undefined): string | undefined {
  if (settled?.status === 'fulfilled') return '';
  const error: unknown = settled?.reason;
  return error instanceof Refusal && refusalsOfRow.includes(error.code) ? error.code : undefined;
}
