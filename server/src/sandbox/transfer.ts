// Simulated transfers: the worker sends each to the simulated issuer, and it comes back as for any invoice.
import type { Clock } from '../foundation/clock.ts';
import { fromId, newUuid } from '../foundation/ids.ts';
import type { Usdt } from '../foundation/money/usdt.ts';
import { refuse } from '../foundation/refusals/refusals.ts';
import type { Scope } from '../foundation/scope.ts';
import { waitFor } from '../foundation/waiting.ts';
import { findInvoice, showInvoice } from '../funding/invoices/sql.ts';
import { refuseForKey } from '../identity/keys/refuse.ts';
import type { Db } from '../platform/db/db.ts';
import { simulateTransfer } from './sql.ts';

type Wish = { keyId: string; invoiceId: string; amount?: Usdt; occurredAt?: Date };

/**
 * Simulates a transfer for an invoice; without an amount, exactly the one that completes it. It waits a few seconds for
 * the transfer to arrive, and returns the invoice as it is then.
 */
export async function transferToInvoice(
  { db, clock }: { db: Db; clock: Clock },
  scope: Scope,
  { keyId, invoiceId: shownId, amount, occurredAt }: Wish,
): Promise<string> {
  const invoiceId = fromId('invoice', shownId) ?? refuse('invoice_not_found');
  const id = newUuid(clock.now());
  const wish = {
    keyId,
    id,
    invoiceId,
    ...(amount === undefined ? {} : { amount }),
    ...(occurredAt === undefined ? {} : { occurredAt }),
  };
  const refused = await simulateTransfer(db, scope, wish).catch(refuseForKey);
  if (refused !== undefined) refuse(refused);
  await waitFor(async () => {
    const row = await db.read(scope, (tx) => findInvoice(tx, scope, invoiceId));
    const isSeen =
      amount === undefined
        ? row?.status !== 'pending'
        : row?.transfers.some(({ transfer_id }) => transfer_id === `tx_${id}`) === true;
    return isSeen ? true : undefined;
  });
  const shown = await db.read(scope, (tx) => showInvoice(tx, scope, invoiceId));
  return (shown ?? refuse('invoice_not_found')).text;
}
