// Accepts an operation: price, quota, hold and the row that is its own job are one commit, or nothing happened.
import type { OrderType } from '../../cards/products/kinds.ts';
import type { Clock } from '../../foundation/clock.ts';
import { crashPoint } from '../../foundation/crash-points.ts';
import { derivedUuid, fromId, NOBODY, toId } from '../../foundation/ids.ts';
import { formatUsd, type Usd, usd } from '../../foundation/money/usd.ts';
import { type RefusalCode, type RefusalDetails, refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import { refuseForKey } from '../../identity/keys/refuse.ts';
import { openBatcher } from '../../platform/db/batcher.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Witnesses } from '../../platform/fence/witnesses.ts';
import { type Answer, type Keyed, orReadBack, replayAnswer, toClaim } from '../../platform/idempotency/claim.ts';
import type { Claim } from '../../platform/idempotency/sql.ts';
import { traceparentNow } from '../../platform/trace/trace.ts';
import { openBacklog } from './backlog.ts';
import { type Accepted, acceptOperations, type NewOperation } from './sql.ts';

/** A client's request, checked for its form. Ids are as the client wrote them. */
export type OrderedOperation = {
  type: OrderType;
  productId?: string;
  amount: Usd;
  expectedTotal?: Usd;
  holderId?: string;
  cardId?: string;
  name?: string;
  recipient?: string;
  metadata?: Readonly<Record<string, string>>;
};

/** Refusals of an order for what it names, its price and its money. Any other concerns the caller or the moment. */
export const refusalsOfOrder = [
  'amount_below_minimum',
  'amount_above_maximum',
  'product_not_found',
  'product_unavailable',
  'holder_not_found',
  'holder_pending',
  'holder_not_active',
  'card_not_found',
  'card_not_active',
  'card_busy',
  'card_closed',
  'quote_changed',
  'quota_exceeded',
  'insufficient_funds',
] as const satisfies readonly RefusalCode[];

type Ordered = Keyed & { keyId: string; operation: OrderedOperation; scenario?: string };

/** The request as the database checks it. A malformed id becomes one that is unknown. */
export function toWeighed(scope: Scope, operation: OrderedOperation): Omit<NewOperation, 'id' | 'shown_id'> {
  const idOf = (named: 'product' | 'holder' | 'card', text: string | undefined) =>
    text === undefined ? null : (fromId(named, text) ?? NOBODY);
  return {
    company_id: scope.companyId,
    environment: scope.environment,
    type: operation.type,
    product_id: idOf('product', operation.productId),
    amount: String(operation.amount),
    expected_total: operation.expectedTotal === undefined ? null : String(operation.expectedTotal),
    holder_id: operation.type === 'issue' ? idOf('holder', operation.holderId) : null,
    card_id: operation.type === 'topup' ? idOf('card', operation.cardId) : null,
    name: operation.type === 'issue' ? (operation.name ?? '') : '',
    recipient: operation.type === 'service' ? (operation.recipient ?? '') : '',
    metadata: JSON.stringify(operation.metadata ?? {}),
    scenario: '',
  };
}

type Waiting = { request: NewOperation; claim: Claim; keyId: string };

/** Accepts operations. Requests that wait for the database share a commit. One per process, as any batcher. */
export function operationAcceptance(deps: {
  db: Db;
  clock: Clock;
  mostQueued: number;
  witnesses: Pick<Witnesses, 'add'>;
}) {
  const { db, clock } = deps;
  const backlog = openBacklog(deps);
  const batcher = openBatcher<Waiting, Accepted>({
    name: 'accept',
    run: async (batch) => {
      crashPoint('before-accept');
      const answered = await db.writeUnscoped(async (tx) => {
        const answers = await acceptOperations(tx, batch);
        crashPoint('before-accept-commit');
        return answers;
      });
      for (const [index, { request }] of batch.entries()) {
        const { company_id: companyId, environment, id } = request;
        if (answered[index]?.body === undefined) continue;
        backlog.grew(environment);
        deps.witnesses.add({ companyId, environment, id, wasSettled: false });
      }
      crashPoint('after-accept');
      return answered;
    },
    ownerOf: ({ claim }) => `${claim.company_id} ${claim.environment}`,
    identityOf: ({ claim }) => `${claim.company_id} ${claim.environment} ${claim.key}`,
  });
  return async (scope: Scope, ordered: Ordered): Promise<Answer> => {
    if (await backlog.isFullFor(scope)) refuse('overloaded');
    const at = clock.now();
    const id = derivedUuid('operation', scope, ordered.key);
    const shownId = toId('operation', id);
    // The database writes the body: only it knows the price and the company's time.
    const claim = toClaim(scope, ordered, { status: 201, body: '', resourceId: shownId, at });
    const request = {
      ...toWeighed(scope, ordered.operation),
      id,
      shown_id: shownId,
      scenario: ordered.scenario ?? '',
      ...traceparentNow(),
    };
    return orReadBack(db, scope, claim, async () => {
      const answer = await batcher({ request, claim, keyId: ordered.keyId }).catch(refuseForKey);
      if (answer.body !== undefined) return { status: 201, body: answer.body, replayed: false };
      if (answer.refused === undefined) return replayAnswer(db, scope, claim);
      // The id belongs to an order that only the issuer has, or that asks for something else.
      if (answer.refused === 'idempotency_conflict') return refuse(answer.refused, { resourceId: shownId });
      return refuse(answer.refused, detailsOf(answer.refused, answer));
    });
  };
}

/** Accepts one order under its Idempotency-Key, or refuses it. */
export type Acceptance = ReturnType<typeof operationAcceptance>;

/** The amounts that a client needs to correct the request. */
function detailsOf(code: RefusalCode, { total, available, minimum, maximum }: Accepted): RefusalDetails {
  const shown = (cents = '0') => formatUsd(usd(BigInt(cents)));
  if (code === 'quote_changed') return { currentTotal: shown(total) };
  if (code === 'insufficient_funds') return { numbers: { available: shown(available), required: shown(total) } };
  if (code === 'amount_below_minimum') return { numbers: { minimum: shown(minimum) } };
  return code === 'amount_above_maximum' ? { numbers: { maximum: shown(maximum) } } : {};
}
