// The statements of notifications. They have no scope: which company one is about is known only when it is processed.
import type { Db, Queryable, Tx } from '../db/db.ts';
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

/** Keeps a notification in a commit of its own. */
export async function storeNotification(
  db: Db,
  environment: Environment,
  eventId: string,
  { keyId, signature, body }: SignedNotification,
): Promise<Kept> {
  const [row] = await db.query<{ kept: Kept }>(
    sql`select store_notification(${environment}, ${eventId}, ${keyId}, ${signature}, ${body}) as kept`,
  );
  if (row === undefined) throw new Error('store_notification did not answer');
  return row.kept;
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

/**
 * Marks a notification as processed, in the commit of whatever it caused. False: another worker did so before, and what
 * was caused here must be undone.
 */
export async function markProcessed(
  tx: Tx,
  { environment, eventId, bodyDigest }: Pick<StoredNotification, 'environment' | 'eventId' | 'bodyDigest'>,
  outcome: string,
): Promise<boolean> {
  const [row] = await tx.query<{ marked: boolean }>(
    sql`select mark_notification(${environment}, ${eventId}, ${bodyDigest}, ${outcome}) as marked`,
  );
  return row?.marked ?? false;
}
