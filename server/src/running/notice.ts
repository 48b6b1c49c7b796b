// Notifications of an issuer about orders: verified again, then they count as a read that said so.
import type { Config } from '../config.ts';
import { fromId } from '../ids.ts';
import { readFound } from '../issuer/answers.ts';
import { parseJson } from '../issuer/json.ts';
import { verifyNotification } from '../issuer/signature.ts';
import { listUnprocessed, markProcessed, type StoredNotification } from '../issuer/sql.ts';
import type { Runner } from './claim.ts';
import { newsOf } from './news.ts';
import type { Settle } from './settle.ts';
import { findOwner, findReview } from './sql.ts';

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
  // Other bytes under an event that was told before: evidence for people, never a reason to move money.
  if (notification.contradicts) return 'contradicts an earlier one';
  const said = parseJson(body) as { type: string; data: { reference?: unknown } };
  if (said.type !== 'order.done' && said.type !== 'order.rejected') return 'not about an order';
  const reference = typeof said.data.reference === 'string' ? said.data.reference : '';
  const operationId = fromId('operation', reference);
  const owner = operationId === undefined ? undefined : await findOwner(runner.db, environment, operationId);
  if (operationId === undefined || owner === undefined) return 'names no operation';
  const operation = { companyId: owner, environment, operationId };
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
