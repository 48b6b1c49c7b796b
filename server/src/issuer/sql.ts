// The statements of notifications. Only functions touch the table: a notification may be about no company that we know.

import type { Environment } from '../foundation/scope.ts';
import type { Queryable } from '../platform/db/db.ts';
import { sql } from '../platform/db/sql.ts';
import type { Claim, ClaimRequest, Work } from '../platform/work/sql.ts';
import type { SignedNotification } from './signature.ts';

/** `known`: the same bytes again. `contradicts`: other bytes under a known id; stored beside the first. */
export type Kept = 'stored' | 'known' | 'contradicts';

/** A leased notification. Its company is the nil UUID until it is known. */
export type StoredNotification = Work & SignedNotification & { eventId: string; contradicts: boolean };

/** What a notification says of an operation. If its outcome is recorded already, no worker has to process it. */
export type Confirmation = {
  outcome: 'done' | 'rejected';
  /** The account that it names, if any. */
  account: string | undefined;
  /** For people: its type and reference. */
  about: string;
  /** For people. */
  amount: string;
};

/** A notification to store. */
export type NewNotification = SignedNotification & {
  environment: Environment;
  eventId: string;
  /** The operation or invoice that it names, if its reference is well-formed. */
  subject: string | undefined;
  /** The issuer's token of the card that it names, if any. */
  cardToken: string | undefined;
  confirmation: Confirmation | undefined;
};

/** Stores notifications in one commit and returns the result of each, in order. */
export async function storeNotifications(db: Queryable, batch: readonly NewNotification[]): Promise<Kept[]> {
  const [row] = await db.query<{ kept: Kept[] }>(sql`
    select store_notifications(${batch.map((each) => each.environment)}::environment[], ${batch.map((each) => each.eventId)}::text[],
                               ${batch.map((each) => each.keyId)}::text[], ${batch.map((each) => each.signature)}::text[],
                               ${batch.map((each) => each.body)}::bytea[], ${batch.map((each) => each.subject ?? null)}::uuid[],
                               ${batch.map((each) => each.cardToken ?? null)}::text[],
                               ${batch.map(({ confirmation }) => confirmation?.outcome ?? '')}::text[],
                               ${batch.map(({ confirmation }) => confirmation?.account ?? '')}::text[],
                               ${batch.map(({ confirmation }) => confirmation?.about ?? '')}::text[],
                               ${batch.map(({ confirmation }) => confirmation?.amount ?? '')}::text[]) as kept`);
  return row?.kept ?? [];
}

/** Leases due notifications, fairly over companies. */
export async function takeNotifications(
  db: Queryable,
  { environment, token, ...request }: ClaimRequest,
): Promise<Claim<StoredNotification>> {
  const rows = await db.query<Omit<StoredNotification, 'environment' | 'token'> & { walkedTo: string | null }>(sql`
    select company_id as "companyId", id, attempts, walked_to as "walkedTo", event_id as "eventId", contradicts, key_id as "keyId",
           signature, body
      from take_notifications(${environment}, ${token}, ${request.leaseSeconds}, ${request.atMost}, ${request.perCompany},
                              ${request.exceptCompanies}::uuid[], ${request.walkFrom})`);
  const work = rows.map((row) => ({ ...row, environment, token }));
  return { work, walkedTo: rows[0]?.walkedTo ?? undefined };
}

/** The outcome of a notification, as the database takes it. */
export type Marked = Pick<Work, 'companyId' | 'id' | 'token'> & {
  status: 'processed' | 'unplaced' | 'rejected';
  outcome: string;
  /** For people: its type and reference. */
  about: string;
  /** For people. */
  amount: string;
  /** The company that it turned out to belong to. */
  owner?: string;
  /** For an unplaced one: when it is retried. */
  afterSeconds?: number;
};

/** Records the outcome of leased notifications. One whose lease has ended stays unchanged. */
export async function markNotifications(
  db: Queryable,
  environment: Environment,
  marked: readonly Marked[],
): Promise<void> {
  await db.query(sql`select mark_notifications(${environment}, ${JSON.stringify(marked)}::jsonb)`);
}

/** An unplaced notification, as operators see it. */
export type Unplaced = {
  id: string;
  environment: Environment;
  /** The issuer's id of the notification. */
  event: string;
  /** Its type and reference. */
  about: string;
  amount: string;
  reason: string;
  receivedAt: Date;
  attempts: number;
  nextAt: Date | null;
};

/** The unplaced notifications, oldest first. */
export async function readUnplaced(db: Queryable, atMost: number): Promise<Unplaced[]> {
  return db.query<Unplaced>(sql`
    select id, environment, event_id as event, about, amount, reason, received_at as "receivedAt", attempts, next_at as "nextAt"
      from list_unplaced(${atMost})`);
}
