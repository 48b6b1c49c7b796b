// The statements on wrapped keys. The database returns and stores them, never what they open.

import type { Environment } from '../../foundation/scope.ts';
import type { DocumentSlot } from '../../identity/verifications/requirements.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** The position of a row in the order of all; a document has no environment. */
export type Position = { companyId: string; environment: Environment | null; id: string };

type Wrapped = { company_id: string; id: string; sealing_key: number; wrapped: Buffer };
export type WrappedWebhookKey = Wrapped & { environment: Environment; is_next: boolean };
export type WrappedDocumentKey = Wrapped & { slot: DocumentSlot };

/** Where a page begins and how many rows it has. */
export type WrappedPage = { besides: number; after: Position | undefined; limit: number };

/** The keys of webhook secrets that another version wrapped. */
export async function listWrappedWebhookKeys(
  db: Queryable,
  { besides, after, limit }: WrappedPage,
): Promise<WrappedWebhookKey[]> {
  return db.query<WrappedWebhookKey>(sql`
    select * from list_wrapped_webhook_keys(${besides}, ${after?.companyId ?? null}, ${after?.environment ?? null},
                                            ${after?.id ?? null}, ${limit})`);
}

/** The keys of documents that another version wrapped. */
export async function listWrappedDocumentKeys(
  db: Queryable,
  { besides, after, limit }: WrappedPage,
): Promise<WrappedDocumentKey[]> {
  return db.query<WrappedDocumentKey>(sql`
    select * from list_wrapped_document_keys(${besides}, ${after?.companyId ?? null}, ${after?.id ?? null}, ${limit})`);
}

export const keyVersionKinds = [
  'api_key',
  'webhook_secret',
  'document',
  'second_factor',
  'operator_second_factor',
] as const;

export type KeyVersion = {
  kind: (typeof keyVersionKinds)[number];
  version: number;
  needed_by: bigint;
};

/** The number of rows that need each version of each setting. */
export async function countKeyVersions(db: Queryable, at: Date): Promise<KeyVersion[]> {
  return db.query<KeyVersion>(sql`select * from count_key_versions(${at})`);
}
