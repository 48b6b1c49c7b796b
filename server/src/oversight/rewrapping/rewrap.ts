// Wraps the keys of sealed secrets and documents under the current version, so that older versions can be retired.

import { nameOf as nameOfSecret } from '../../events/webhooks/seal.ts';
import type { SealingKeys } from '../../foundation/config.ts';
import type { Environment } from '../../foundation/scope.ts';
import { rewrap, type SealedBytes } from '../../foundation/sealing.ts';
import { type Actor, administer } from '../../identity/operators/act.ts';
import { nameOf as nameOfDocument } from '../../identity/verifications/documents.ts';
import type { Db, Queryable } from '../../platform/db/db.ts';
import {
  listWrappedDocumentKeys,
  listWrappedWebhookKeys,
  type Position,
  type WrappedDocumentKey,
  type WrappedPage,
  type WrappedWebhookKey,
} from './sql.ts';

/** Rows per commit. The database rewrites a document of up to 5 MiB for each. */
const BATCH_ROWS = 50;

type Kind<Row> = {
  setting: string;
  list(db: Queryable, page: WrappedPage): Promise<Row[]>;
  nameOf(row: Row): string;
  /** The fields that identify the row, beside its company and its id. */
  keyOf(row: Row): object;
};

const webhookSecrets: Kind<WrappedWebhookKey> = {
  setting: 'CARDWRIGHT_WEBHOOK_KEYS',
  list: listWrappedWebhookKeys,
  nameOf: ({ company_id, environment, id }) =>
    nameOfSecret({ scope: { companyId: company_id, environment }, webhookId: id }),
  keyOf: ({ environment, is_next }) => ({ environment, is_next }),
};

const documents: Kind<WrappedDocumentKey> = {
  setting: 'CARDWRIGHT_DOCUMENT_KEYS',
  list: listWrappedDocumentKeys,
  nameOf: ({ company_id, id, slot }) => nameOfDocument({ companyId: company_id, documentId: id, slot }),
  keyOf: () => ({}),
};

type Tools = { db: Db; actor: Actor };

/** `skipped`: the row changed meanwhile, or no configured version opens it. `next`: the start of the next page. */
export type RewrapResult = { rewrapped: number; skipped: number; next: Position | null };

/** Rewraps the keys of a page of webhook secrets. If interrupted, it starts again with the rest. */
export const rewrapWebhookSecrets = (tools: Tools, keys: SealingKeys, after: Position | undefined) =>
  rewrapPage(tools, keys, { kind: webhookSecrets, after });

/** The same for documents. */
export const rewrapDocuments = (tools: Tools, keys: SealingKeys, after: Position | undefined) =>
  rewrapPage(tools, keys, { kind: documents, after });

type Row = { company_id: string; environment?: Environment; id: string; sealing_key: number; wrapped: Buffer };

async function rewrapPage<One extends Row>(
  tools: Tools,
  keys: SealingKeys,
  { kind, after }: { kind: Kind<One>; after: Position | undefined },
): Promise<RewrapResult> {
  const rows = await kind.list(tools.db, { besides: keys.current, after, limit: BATCH_ROWS });
  const done = rows.length === 0 ? 0 : await rewrapBatch({ ...tools, keys, kind, rows });
  const last = rows.at(-1);
  const next = last && { companyId: last.company_id, environment: last.environment ?? null, id: last.id };
  return { rewrapped: done, skipped: rows.length - done, next: next ?? null };
}

async function rewrapBatch<One extends Row>(batch: {
  db: Db;
  actor: Actor;
  keys: SealingKeys;
  kind: Kind<One>;
  rows: readonly One[];
}): Promise<number> {
  const { db, actor, keys, kind } = batch;
  const rows = batch.rows.flatMap((row) => {
    const to = rewrapped(keys, kind, row);
    const names = { company_id: row.company_id, id: row.id, ...kind.keyOf(row) };
    const from = row.wrapped.toString('hex');
    return to === undefined
      ? []
      : [{ ...names, from_wrapped: from, to_version: to.sealingKey, to_wrapped: to.sealed.toString('hex') }];
  });
  const given = { setting: kind.setting, version: keys.current, rows };
  const answer = await administer<{ rewrapped: number }>(db, actor, { action: 'secrets.rewrap', given });
  return 'result' in answer ? answer.result.rewrapped : 0;
}

/** Undefined when the row does not open: one bad row must not keep a version from being retired for the others. */
function rewrapped<One extends Row>(keys: SealingKeys, kind: Kind<One>, row: One): SealedBytes | undefined {
  try {
    const wrapped = { sealingKey: row.sealing_key, sealed: row.wrapped };
    return rewrap(keys, kind.nameOf(row), wrapped, kind.setting);
  } catch {
    return undefined;
  }
}
