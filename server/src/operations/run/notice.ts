// Issuer notifications about orders: each counts as a read with the same content.

import { fromId, NOBODY, toId } from '../../foundation/ids.ts';
import { maskCardNumbers } from '../../foundation/mask.ts';
import type { Environment } from '../../foundation/scope.ts';
import type { Said } from '../../issuer/about.ts';
import { readFound } from '../../issuer/answers.ts';
import { orderOutcomeIn } from '../../issuer/outcome.ts';
import { type Notice, ofAnotherAccount, processed, type Topic, unplaced, type Verdict } from '../../issuer/process.ts';
import { openBatcher } from '../../platform/db/batcher.ts';
import type { Runner } from './claim.ts';
import type { Settle } from './settle.ts';
import { findOrdered, findReview, type Ordered, openCase } from './sql.ts';
import { expectedOf, updateOf } from './update.ts';

type Named = { environment: Environment; operationId: string; notification: string };

/** Handles notifications about orders. A settled operation stays settled. */
export function orderTopic(runner: Runner, { settle }: { settle: Settle }): Topic {
  const find = openBatcher<Named, Ordered | undefined>({
    run: async (batch) => {
      const found = new Map((await findOrdered(runner.db, batch)).map((each) => [keyOf(each), each]));
      return batch.map((named) => found.get(keyOf(named)));
    },
    ownerOf: ({ operationId }) => operationId,
    identityOf: ({ notification }) => notification,
  });
  return async (notice) => {
    const { notification, said } = notice;
    if (!isAboutOrder(said)) return unplaced('its type is not known');
    const operationId = operationIdIn(said) ?? NOBODY;
    const operation = await find({ environment: notification.environment, operationId, notification: notification.id });
    if (operation === undefined) return unplaced('names no operation');
    return (
      ofAnotherAccount(notice, operation) ?? processed(await process(runner, settle, notice, operation), operation)
    );
  };
}

const keyOf = ({ environment, operationId }: Omit<Named, 'notification'>) => `${environment} ${operationId}`;

const isAboutOrder = ({ type }: Said) => type === 'order.done' || type === 'order.rejected';

/** The operation that an issuer names by the reference of our order. */
const operationIdIn = ({ data: { reference } }: Said): string | undefined =>
  typeof reference === 'string' ? fromId('operation', reference) : undefined;

async function process(
  runner: Runner,
  settle: Settle,
  { notification, said }: Notice,
  operation: Ordered,
): Promise<Verdict['outcome']> {
  const { operationId } = operation;
  // Other bytes under a known event id: a case for operators, never a reason to move money.
  if (notification.contradicts) {
    const detail = `Another ${said.type} came under the id ${maskCardNumbers(notification.eventId)} of an earlier one.`;
    const subject = { kind: 'operation', id: operationId } as const;
    await openCase(runner.db, operation, subject, { kind: 'changed_notification', detail });
    return 'contradicts an earlier one';
  }
  const how = { how: 'notification' as const };
  // A type that contradicts its data is evidence for operators, and moves nothing.
  const outcome = orderOutcomeIn(said);
  if (outcome === undefined) {
    const learned = { kind: 'unknown' as const, reason: 'the type of a notification is not what its data say' };
    return settle(updateOf(runner.clock, operation, learned, how));
  }
  // Most notifications repeat the response; one that arrives after it is noted where it is stored.
  if (operation.status === (outcome === 'done' ? 'completed' : 'failed')) return 'noted';
  const known = await runner.db.read(operation, (tx) => findReview(tx, operation, operationId));
  if (known === undefined) throw new Error('an operation is gone');
  const answer = { kind: 'answered' as const, status: 200, body: Buffer.from(JSON.stringify(said.data)) };
  const found = readFound(answer, toId('operation', operationId), expectedOf(known));
  return settle(updateOf(runner.clock, operation, found, { ...how, cardId: known.card_id }));
}
