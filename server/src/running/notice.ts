// Notifications of an issuer about orders: each counts as a read that said so.
import { fromId, NOBODY, toId } from '../ids.ts';
import { readFound } from '../issuer/answers.ts';
import { maskCardNumbers } from '../issuer/mask.ts';
import type { Notice, Said, Topic } from '../issuer/process.ts';
import type { Environment } from '../scope.ts';
import type { Runner } from './claim.ts';
import { newsOf } from './news.ts';
import type { Settle } from './settle.ts';
import { findOrdered, findReview, type Ordered, openCase } from './sql.ts';

/** What becomes of notifications about orders. What is settled stays settled. */
export function orderTopic(
  runner: Runner,
  { settle, onError }: { settle: Settle; onError: (error: unknown) => void },
): Topic {
  return async (notices) => {
    const named = notices.map(({ notification, said }) => ({
      environment: notification.environment,
      operationId: operationIdIn(said) ?? NOBODY,
    }));
    const ordered = await findOrdered(runner.db, named);
    const found = new Map(ordered.map((each) => [keyOf(each), each]));
    return Promise.all(
      notices.map((notice, index) => {
        const of = named[index];
        const operation = of === undefined ? undefined : found.get(keyOf(of));
        // One that fails is left for the next look, and does not keep the others.
        return process(runner, settle, notice, operation).catch((error: unknown) => {
          onError(error);
          return undefined;
        });
      }),
    );
  };
}

const keyOf = ({ environment, operationId }: { environment: Environment; operationId: string }) =>
  `${environment} ${operationId}`;

const isAboutOrder = ({ type }: Said) => type === 'order.done' || type === 'order.rejected';

/** The operation that an issuer names by the reference under which we ordered it. */
const operationIdIn = (said: Said): string | undefined =>
  isAboutOrder(said) && typeof said.data['reference'] === 'string'
    ? fromId('operation', said.data['reference'])
    : undefined;

async function process(
  runner: Runner,
  settle: Settle,
  { notification, said }: Notice,
  operation: Ordered | undefined,
): Promise<string> {
  // Other bytes under an event that was told before: a case for people, never a reason to move money.
  if (notification.contradicts) {
    const detail = `Another ${said.type} came under the id ${maskCardNumbers(notification.eventId)} of an earlier one.`;
    if (operation !== undefined) {
      const subject = { kind: 'operation', id: operation.operationId } as const;
      await openCase(runner.db, operation, subject, { kind: 'changed_notification', detail });
    }
    return 'contradicts an earlier one';
  }
  if (!isAboutOrder(said)) return 'of no interest';
  if (operation === undefined) return 'names no operation';
  // Most say what the answer has said: that is no news.
  if (operation.status === (said.type === 'order.done' ? 'completed' : 'failed')) return 'noted';
  const { operationId } = operation;
  const known = await runner.db.read(operation, (tx) => findReview(tx, operation, operationId));
  if (known === undefined) return 'names no operation';
  const answer = { kind: 'answered' as const, status: 200, body: Buffer.from(JSON.stringify(said.data)) };
  const found = readFound(answer, toId('operation', operationId), {
    kind: known.type,
    amount: known.amount,
    ...(known.type === 'topup' && known.card_token !== null ? { cardToken: known.card_token } : {}),
  });
  return settle(newsOf(runner.clock, operation, found, { how: 'notification', cardId: known.card_id }));
}
