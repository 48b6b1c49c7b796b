// Notifications of an issuer about orders: verified again, then they count as a read that said so.
import type { Config } from '../config.ts';
import { crashPoint } from '../crash-points.ts';
import { fromId, NOBODY, toId } from '../ids.ts';
import { readFound } from '../issuer/answers.ts';
import { parseJson } from '../issuer/json.ts';
import { maskCardNumbers } from '../issuer/mask.ts';
import { verifyNotification } from '../issuer/signature.ts';
import { listUnprocessed, markProcessed, type StoredNotification } from '../issuer/sql.ts';
import type { Environment } from '../scope.ts';
import type { Runner } from './claim.ts';
import { newsOf } from './news.ts';
import type { Settle } from './settle.ts';
import { findOrdered, findReview, type Ordered, openCase } from './sql.ts';

/** Notifications that one look takes up at most. */
const NOTIFICATIONS_AT_ONCE = 100;

/** What a notification says, once it is verified. */
type Said = { type: string; data: { reference?: unknown } };

/** Processes what issuers have told us. Two workers may do so at once: what is settled stays settled. */
export async function processNotifications(
  runner: Runner,
  { settle, issuers, onError }: { settle: Settle; issuers: Config['issuers']; onError: (error: unknown) => void },
): Promise<void> {
  const notifications = await listUnprocessed(runner.db, NOTIFICATIONS_AT_ONCE);
  if (notifications.length === 0) return;
  const read = notifications.map((notification) => {
    const said = readVerified(issuers, notification);
    const operationId = said === undefined ? undefined : operationIdIn(said);
    return { notification, said, named: { environment: notification.environment, operationId: operationId ?? NOBODY } };
  });
  const ordered = await findOrdered(
    runner.db,
    read.map(({ named }) => named),
  );
  const found = new Map(ordered.map((each) => [keyOf(each), each]));
  const outcomes = await Promise.all(
    read.map(({ notification, said, named }) =>
      // One that fails is left for the next look, and does not keep the others.
      processOne(runner, settle, { notification, said, operation: found.get(keyOf(named)) }).catch(onError),
    ),
  );
  crashPoint('after-notice');
  const processed = read.flatMap(({ notification }, index) => {
    const outcome = outcomes[index];
    return typeof outcome === 'string' ? [{ notification, outcome }] : [];
  });
  await markProcessed(runner.db, processed);
  if (notifications.length === NOTIFICATIONS_AT_ONCE && processed.length > 0) {
    await processNotifications(runner, { settle, issuers, onError });
  }
}

const keyOf = ({ environment, operationId }: { environment: Environment; operationId: string }) =>
  `${environment} ${operationId}`;

/** Verified once more, by us: whoever can write the table is not the issuer. */
function readVerified(issuers: Config['issuers'], notification: StoredNotification): Said | undefined {
  const keys = issuers[notification.environment]?.notificationKeys;
  if (keys === undefined || !verifyNotification(keys, notification, 'stored')) return undefined;
  return parseJson(notification.body) as Said;
}

const isAboutOrder = ({ type }: Said) => type === 'order.done' || type === 'order.rejected';

/** The operation that an issuer names by the reference under which we ordered it. */
const operationIdIn = (said: Said): string | undefined =>
  isAboutOrder(said) && typeof said.data.reference === 'string' ? fromId('operation', said.data.reference) : undefined;

async function processOne(
  runner: Runner,
  settle: Settle,
  {
    notification,
    said,
    operation,
  }: { notification: StoredNotification; said: Said | undefined; operation: Ordered | undefined },
): Promise<string> {
  if (said === undefined) return 'unverified';
  // Other bytes under an event that was told before: a case for people, never a reason to move money.
  if (notification.contradicts) {
    const detail = `Another ${said.type} came under the id ${maskCardNumbers(notification.eventId)} of an earlier one.`;
    if (operation !== undefined) await openCase(runner.db, operation, { kind: 'changed_notification', detail });
    return 'contradicts an earlier one';
  }
  if (!isAboutOrder(said)) return 'not about an order';
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
