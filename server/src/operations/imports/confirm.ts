// Confirms an import: stores exactly the rows that the person saw. Orders nothing yet.
import type { Clock } from '../../foundation/clock.ts';
import type { Config } from '../../foundation/config.ts';
import { derivedUuid, fromId, toId } from '../../foundation/ids.ts';
import { formatUsd, type Usd } from '../../foundation/money/usd.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import { refuseForKey } from '../../identity/keys/refuse.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Answer, type Keyed, orReadBack, replayAnswer, toClaim } from '../../platform/idempotency/claim.ts';
import { findIdempotencyKey } from '../../platform/idempotency/sql.ts';
import { type GivenFile, type PreviewedRow, previewImport } from './preview.ts';
import { insertImport, type NewRow } from './sql.ts';

/**
 * The Idempotency-Key of a row. The import's id is part of it: no run orders a row twice, and an identical file that is
 * confirmed next month is another import.
 */
export const keyOfRow = (importId: string, number: number): string => `${toId('import', importId)}-${number}`;

/** Stores an import once per Idempotency-Key. Refuses if its rows or prices are not those that were shown. */
export async function confirmImport(
  deps: { db: Db; clock: Clock; issuers: Config['issuers'] },
  scope: Scope,
  request: Keyed & { keyId: string; given: GivenFile; shown: { digest: string; total: Usd } },
): Promise<Answer> {
  const { db, clock } = deps;
  const { given, shown } = request;
  const id = derivedUuid('import', scope, request.key);
  const shownId = toId('import', id);
  const body = JSON.stringify({ id: shownId });
  const claim = toClaim(scope, request, { status: 201, body, resourceId: shownId, at: clock.now() });
  return orReadBack(db, scope, claim, async () => {
    // Before the check: the orders of a confirmed import have changed the balance.
    if ((await db.read(scope, (tx) => findIdempotencyKey(tx, scope, request.key))) !== undefined)
      return replayAnswer(db, scope, claim);
    const { allowed } = await previewImport(deps, scope, given);
    if (allowed.digest !== shown.digest || allowed.total !== shown.total)
      refuse('quote_changed', { currentTotal: formatUsd(allowed.total) });
    const stored = await insertImport(db, {
      claim,
      keyId: request.keyId,
      id,
      type: given.type,
      productId: given.type === 'issue' ? (fromId('product', given.productId ?? '') ?? null) : null,
      rows: allowed.rows.map((row) => toNewRow(scope, id, row)),
    }).catch(refuseForKey);
    if (stored.known) return replayAnswer(db, scope, claim);
    return { status: 201, body, replayed: false };
  });
}

function toNewRow(scope: Scope, importId: string, { given, holder, card, amount, fee }: PreviewedRow): NewRow {
  return {
    number: given.number,
    operation_id: derivedUuid('operation', scope, keyOfRow(importId, given.number)),
    // A top-up names its card alone: a cardholder in the file only helped to find it.
    holder_id: card === undefined ? (holder?.id ?? null) : null,
    card_id: card?.id ?? null,
    name: given.name,
    amount: String(amount),
    fee: String(fee),
  };
}
