// Notifications of an issuer about orders: verified again, then they count as a read that said so.
import type { Config } from '../config.ts';
import { crashPoint } from '../crash-points.ts';
import { fromId } from '../ids.ts';
import { readFound } from '../issuer/answers.ts';
import { parseJson } from '../issuer/json.ts';
import { maskCardNumbers } from '../issuer/mask.ts';
import { verifyNotification } from '../issuer/signature.ts';
import { listUnprocessed, markProcessed, type StoredNotification } from '../issuer/sql.ts';
import type { Environment } from '../scope.ts';
import type { Runner } from './claim.ts';
import { newsOf } from './news.ts';
import type { Settle } from './settle.ts';
import { findOwner, findReview, openCase } from './sql.ts';

/** Notifications that one look takes up at most. */
const NOTIFICATIONS_AT_ONCE = 100;

/** Processes what issuers have told us. Two workers may do so at once: what is settled stays settled. */
export async function processNotifications(
  runner: Runner,
  settle: Settle,
  issuers: Config['issuers'],
): Promise<number> {
  const notifications = await listUnprocessed(runner.db, NOTIFICATIONS_AT_ONCE);
  await Promise.all(
    notifications.map(async (notification) => {
      const outcome = await processOne(runner, settle, issuers, notification);
      crashPoint('after-notice');
      await runner.db.writeUnscoped((tx) => markProcessed(tx, notification, outcome));
    }),
  );
  return notifications.length;
}

async function processOne(
  runner: Runner,
  settle: Settle,
  issuers: Config['issuers'],
  notification: StoredNotification,
): Promise<string> {
  const { environment, body } = notification;
  const keys = issuers[environment]?.notificationKeys;
  // Verified once more, by us: whoever can write the table is not the issuer.
  if (keys === undefined || !verifyNotification(keys, notification, 'stored')) return 'unverified';
  const said = parseJson(body) as { type: string; data: { reference?: unknown } };
  const isAboutOrder = said.type === 'order.done' || said.type === 'order.rejected';
  const reference = typeof said.data.reference === 'string' ? said.data.reference : '';
  const operation = isAboutOrder ? await findOrdered(runner, environment, reference) : undefined;
  // Other bytes under an event that was told before: a case for people, never a reason to move money.
  if (notification.contradicts) {
    const detail = `Another ${said.type} came under the id ${maskCardNumbers(notification.eventId)} of an earlier one.`;
    if (operation !== undefined) await openCase(runner.db, operation, { kind: 'changed_notification', detail });
    return 'contradicts an earlier one';
  }
  if (!isAboutOrder) return 'not about an order';
  if (operation === undefined) return 'names no operation';
  const { operationId } = operation;
  const known = await runner.db.read(operation, (tx) => findReview(tx, operation, operationId));
  if (known === undefined) return 'names no operation';
  const answer = { kind: 'answered' as const, status: 200, body: Buffer.from(JSON.stringify(said.data)) };
  const found = readFound(answer, reference, {
    kind: known.type,
    amount: known.amount,
    ...(known.type === 'topup' && known.card_token !== null ? { cardToken: known.card_token } : {}),
  });
  return settle(newsOf(runner.clock, operation, found, { how: 'notification', cardId: known.card_id }));
}

/** The operation that an issuer names by the reference under which we ordered it. */
async function findOrdered(
  { db }: Runner,
  environment: Environment,
  reference: string,
): Promise<{ companyId: string; environment: Environment; operationId: string } | undefined> {
  const operationId = fromId('operation', reference);
  const companyId = operationId === undefined ? undefined : await findOwner(db, environment, operationId);
  return operationId === undefined || companyId === undefined ? undefined : { companyId, environment, operationId };
}
