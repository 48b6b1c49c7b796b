// Notifications on their way to whoever they are about: verified once more, handed over in batches, and marked.
import type { Config } from '../config.ts';
import { crashPoint } from '../crash-points.ts';
import type { Db } from '../db/db.ts';
import { parseJson } from './json.ts';
import { verifyNotification } from './signature.ts';
import { listUnprocessed, markProcessed, type StoredNotification } from './sql.ts';

/** Notifications that one look takes up at most. */
const NOTIFICATIONS_AT_ONCE = 100;

/** What a verified notification says; its envelope was looked at when it came, its data is still to be. */
export type Said = { type: string; data: Record<string, unknown> };

export type Notice = { notification: StoredNotification; said: Said };

/**
 * Whoever a kind of notification is about. It answers what became of each, in order; one without an answer is left for
 * the next look. Two workers may be given the same ones at once.
 */
export type Topic = (notices: readonly Notice[]) => Promise<(string | undefined)[]>;

type Processing = {
  issuers: Config['issuers'];
  /** By the first word of a notification's type. */
  topics: Readonly<Record<string, Topic>>;
  onError: (error: unknown) => void;
};

/** Processes what issuers have told us, until nothing is left that can be. */
export async function processNotifications(db: Db, processing: Processing): Promise<void> {
  for (;;) {
    const notifications = await listUnprocessed(db, NOTIFICATIONS_AT_ONCE);
    if (notifications.length === 0) return;
    const outcomes = await processAll(notifications, processing);
    crashPoint('after-notice');
    await markProcessed(db, outcomes);
    if (notifications.length < NOTIFICATIONS_AT_ONCE || outcomes.length === 0) return;
  }
}

type Processed = { notification: StoredNotification; outcome: string };

async function processAll(
  notifications: readonly StoredNotification[],
  { issuers, topics, onError }: Processing,
): Promise<Processed[]> {
  const read = notifications.map((notification) => ({ notification, said: readVerified(issuers, notification) }));
  const unverified = read.flatMap(({ notification, said }) =>
    said === undefined ? [{ notification, outcome: 'unverified' }] : [],
  );
  const verified = read.flatMap(({ notification, said }) => (said === undefined ? [] : [{ notification, said }]));
  const byTopic = Map.groupBy(verified, ({ said }) => said.type.split('.')[0] ?? '');
  const processed = await Promise.all(
    [...byTopic].map(async ([name, notices]): Promise<Processed[]> => {
      const topic = Object.hasOwn(topics, name) ? topics[name] : undefined;
      if (topic === undefined) return notices.map(({ notification }) => ({ notification, outcome: 'of no interest' }));
      try {
        const outcomes = await topic(notices);
        return notices.flatMap(({ notification }, index) => {
          const outcome = outcomes[index];
          return outcome === undefined ? [] : [{ notification, outcome }];
        });
      } catch (error) {
        onError(error); // these are left for the next look, and do not keep the others
        return [];
      }
    }),
  );
  return [...unverified, ...processed.flat()];
}

/** Verified once more, by us: whoever can write the table is not the issuer. */
function readVerified(issuers: Config['issuers'], notification: StoredNotification): Said | undefined {
  const keys = issuers[notification.environment]?.notificationKeys;
  if (keys === undefined || !verifyNotification(keys, notification, 'stored')) return undefined;
  return parseJson(notification.body) as Said;
}
