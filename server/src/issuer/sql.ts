// The statements of notifications. They have no scope: which company one is about is known only when it is processed.
import type { Queryable } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { Environment } from '../scope.ts';
import type { SignedNotification } from './signature.ts';

/** `known`: the same bytes again. `contradicts`: other bytes under an id that came before; kept beside the first. */
export type Kept = 'stored' | 'known' | 'contradicts';

/** A notification that nobody has processed yet. */
export type StoredNotification = SignedNotification & {
  environment: Environment;
  eventId: string;
  bodyDigest: Buffer;
  contradicts: boolean;
  receivedAt: Date;
};

/** A notification as it is to be kept. */
export type NewNotification = SignedNotification & { environment: Environment; eventId: string };

/** Keeps notifications in one commit and tells of each what became of it, in order. */
export async function storeNotifications(db: Queryable, batch: readonly NewNotification[]): Promise<Kept[]> {
  const [row] = await db.query<{ kept: Kept[] }>(sql`
    select store_notifications(${batch.map((each) => each.environment)}::environment[], ${batch.map((each) => each.eventId)}::text[],
                               ${batch.map((each) => each.keyId)}::text[], ${batch.map((each) => each.signature)}::text[],
                               ${batch.map((each) => each.body)}::bytea[]) as kept`);
  return row?.kept ?? [];
}

/** The oldest notifications that nobody has processed, for the worker. Two workers may be given the same one. */
export function listUnprocessed(db: Queryable, limit: number): Promise<StoredNotification[]> {
  return db.query<StoredNotification>(sql`
    select environment, event_id as "eventId", body_digest as "bodyDigest", contradicts, key_id as "keyId", signature, body,
           received_at as "receivedAt"
      from issuer_notifications
     where processed_at is null
     order by received_at, environment, event_id, body_digest
     limit ${limit}`);
}

/** Marks notifications as processed. One that another worker has marked meanwhile keeps what that one found. */
export async function markProcessed(
  db: Queryable,
  processed: readonly {
    notification: Pick<StoredNotification, 'environment' | 'eventId' | 'bodyDigest'>;
    outcome: string;
  }[],
): Promise<number> {
  const [row] = await db.query<{ marked: number }>(sql`
    select mark_notifications(${processed.map(({ notification }) => notification.environment)}::environment[],
                              ${processed.map(({ notification }) => notification.eventId)}::text[],
                              ${processed.map(({ notification }) => notification.bodyDigest)}::bytea[],
                              ${processed.map(({ outcome }) => outcome)}::text[]) as marked`);
  return row?.marked ?? 0;
}
