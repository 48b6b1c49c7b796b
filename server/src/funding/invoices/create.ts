// Creates an invoice once per Idempotency-Key. The response waits a moment for the issuer's address.
import type { Clock } from '../../foundation/clock.ts';
import { derivedUuid, fromId, toId } from '../../foundation/ids.ts';
import { formatUsd, type Usd, usd } from '../../foundation/money/usd.ts';
import { type RefusalCode, refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import { waitFor } from '../../foundation/waiting.ts';
import { refuseForKey } from '../../identity/keys/refuse.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Answer, findFirst, type Keyed, toClaim } from '../../platform/idempotency/claim.ts';
import type { Claim } from '../../platform/idempotency/sql.ts';
import { createInvoice, fixAnswer, type ShownInvoice, showInvoice } from './sql.ts';

/** A healthy issuer answers within this time; a client that waits longer would rather poll. */
const WAIT_MS = 4_000;

type Deps = { db: Db; clock: Clock; leastInvoiceDollars: number };

type Asked = Keyed & { keyId: string; amount: Usd; scenario: string };

/** Creates an invoice. A repeated key waits for the same invoice and gets its first response. */
export async function requestInvoice(deps: Deps, scope: Scope, asked: Asked): Promise<Answer> {
  const at = deps.clock.now();
  const id = derivedUuid('invoice', scope, asked.key);
  // The body is not known before the issuer has answered. It is then stored with the invoice.
  const claim = toClaim(scope, asked, { status: 201, body: '', resourceId: toId('invoice', id), at });
  const { keyId, amount, scenario } = asked;
  const invoice = { claim, keyId, minimum: minimumOf(deps), id, amount, scenario };
  const created = await createInvoice(deps.db, invoice).catch(refuseForKey);
  if (created.refused === 'idempotency_conflict') refuse(created.refused, { resourceId: toId('invoice', id) });
  if (created.refused !== undefined) refuse(created.refused, detailsOf(deps, created.refused, created.unresolved));
  const idempotent = created.known === true ? await knownInvoice(deps.db, scope, claim) : { id, replayed: false };
  const row = await whenCreated(deps.db, scope, idempotent.id);
  const body = row.answer ?? row.text;
  // Nothing is fixed before there is something to tell.
  const isFixed = row.answer !== null || row.status === 'creating';
  const answer = isFixed ? body : await fixAnswer(deps.db, scope, { keyId, id: row.id, body });
  return { status: 201, body: answer, replayed: idempotent.replayed };
}

async function knownInvoice(db: Db, scope: Scope, claim: Claim) {
  const first = await db.readConfirmed(scope, (tx) => findFirst(tx, scope, claim));
  const id = fromId('invoice', first.resource_id);
  if (id === undefined) throw new Error('an idempotency key of an invoice names none');
  return { id, replayed: true };
}

/** The invoice as soon as the issuer has answered, or as it is when the time to wait is over. */
async function whenCreated(db: Db, scope: Scope, id: string): Promise<ShownInvoice> {
  const read = async () => {
    const row = await db.read(scope, (tx) => showInvoice(tx, scope, id));
    if (row === undefined) throw new Error('an invoice that was created is not there');
    return row;
  };
  const answered = await waitFor(async () => {
    const row = await read();
    return row.status === 'creating' ? undefined : row;
  }, WAIT_MS);
  return answered ?? read();
}

const minimumOf = ({ leastInvoiceDollars }: Deps): Usd => usd(BigInt(leastInvoiceDollars) * 100n);

function detailsOf(deps: Deps, code: RefusalCode, unresolved: string | undefined) {
  if (code === 'amount_below_minimum')
    return {
      message: `An invoice is for at least ${formatUsd(minimumOf(deps))} USD.`,
      numbers: { minimum: formatUsd(minimumOf(deps)) },
    };
  return unresolved === undefined ? {} : { resourceId: toId('invoice', unresolved) };
}
