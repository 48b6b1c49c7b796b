// Simulated card payments. The request is one commit with its Idempotency-Key; the worker sends it to the simulated
// issuer, and the payment comes back like any other.

import { keptReference, signedAmount } from '../cards/transactions/payment.ts';
import { findTransaction, type TransactionStatus, type TransactionType } from '../cards/transactions/sql.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Config } from '../foundation/config.ts';
import { fromId, NOBODY, newUuid, toId } from '../foundation/ids.ts';
import type { Usd } from '../foundation/money/usd.ts';
import { refuse } from '../foundation/refusals/refusals.ts';
import type { Scope } from '../foundation/scope.ts';
import { waitFor } from '../foundation/waiting.ts';
import { refuseForKey } from '../identity/keys/refuse.ts';
import { openBatcher } from '../platform/db/batcher.ts';
import type { Db } from '../platform/db/db.ts';
import { type Answer, type Keyed, replayAnswer, toClaim } from '../platform/idempotency/claim.ts';
import type { Claim } from '../platform/idempotency/sql.ts';
import { findSimulated, type NewSimulation, type Simulated, simulatePayments } from './sql.ts';

/** A client's request, checked for its form. The card's id is as the client wrote it. */
export type WishedPayment = {
  cardId: string;
  type: TransactionType;
  /** Without one, the simulated issuer decides. */
  status?: TransactionStatus;
  /** Positive; its sign follows from the type. */
  amount: Usd;
  merchant: string;
  country: string;
  description: string;
};

type Wish = Keyed & { keyId: string; payment: WishedPayment };

/** The response with the payment, and whether it can be read already. */
export type SimulationAnswer = Answer & { transactionId: string; hasArrived: boolean };

type Waiting = { request: NewSimulation; claim: Claim; keyId: string };

/**
 * Simulates card payments, each once per Idempotency-Key. It waits a few seconds for the payment to come back from the
 * issuer. With a status, the response has the same bytes whether it did or not. Without one the issuer decides, so the
 * response shows the payment as it is: pending until the decision is here.
 */
export function paymentSimulation({ db, clock, issuers }: { db: Db; clock: Clock; issuers: Config['issuers'] }) {
  const batcher = openBatcher<Waiting, Simulated>({
    name: 'simulate',
    run: (batch) => simulatePayments(db, batch),
    ownerOf: ({ claim }) => `${claim.company_id} ${claim.environment}`,
    identityOf: ({ claim }) => `${claim.company_id} ${claim.environment} ${claim.key}`,
  });
  return async (scope: Scope, wish: Wish): Promise<SimulationAnswer> => {
    const at = clock.now();
    const id = newUuid(at);
    // The database writes the body: only it knows the company's time.
    const claim = toClaim(scope, wish, { status: 201, body: '', resourceId: toId('transaction', id), at });
    const made = await batcher({ request: toRequest(id, wish.payment), claim, keyId: wish.keyId }).catch(refuseForKey);
    if (made.refused !== undefined) return refuse(made.refused);
    const answer =
      made.body === undefined
        ? await replayAnswer(db, scope, claim)
        : { status: 201, body: made.body, replayed: false };
    const { id: transactionId } = JSON.parse(answer.body) as { id: string };
    const hasArrived = issuers.sandbox !== undefined && (await arrives(db, scope, transactionId));
    const isDecided = hasArrived && wish.payment.status === undefined;
    const body = isDecided ? await readPayment(db, scope, transactionId) : answer.body;
    return { ...answer, body, transactionId, hasArrived };
  };
}

function toRequest(id: string, { cardId: shownCard, type, amount, ...payment }: WishedPayment): NewSimulation {
  const shownId = toId('transaction', id);
  const cardId = fromId('card', shownCard) ?? NOBODY; // a malformed id becomes one that is unknown
  return {
    status: null,
    ...payment,
    id,
    shown_id: shownId,
    card_id: cardId,
    shown_card: toId('card', cardId),
    reference: keptReference(shownId),
    type,
    amount: signedAmount(type, amount).toString(),
  };
}

/** A payment that has arrived, as it is now. */
async function readPayment(db: Db, scope: Scope, transactionId: string): Promise<string> {
  const id = fromId('transaction', transactionId) ?? NOBODY;
  const text = await db.read(scope, (tx) => findTransaction(tx, scope, id));
  if (text === undefined) throw new Error('a payment is gone');
  return text;
}

/** Whether the payment came back within a few seconds. One that the issuer refuses for good is our mistake. */
async function arrives(db: Db, scope: Scope, transactionId: string): Promise<boolean> {
  const id = fromId('transaction', transactionId) ?? NOBODY;
  const seen = await waitFor(() => db.read(scope, (tx) => findSimulated(tx, scope, id)));
  if (seen === 'refused') throw new Error(`the simulated issuer refused the payment ${transactionId}`);
  return seen === 'arrived';
}
