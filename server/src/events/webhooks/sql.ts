// The statements of webhook endpoints: reading them, and the one function that changes them.

import type { RefusalCode } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { type PageRequest, readPage } from '../../platform/db/lists.ts';
import { name, type Sql, sql } from '../../platform/db/sql.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'canceled'] as const;

export type WebhookRow = {
  id: string;
  url: string;
  events: string[];
  description: string;
  status: 'enabled' | 'disabled' | 'deleted';
  disabled_reason: '' | 'client' | 'operator' | 'gone' | 'failing';
  disabled_at: Date | null;
  /** When the new secret replaces the old one automatically. */
  next_from: Date | null;
  failures: number;
  failing_since: Date | null;
  noticed_at: Date | null;
  created_at: Date;
};

const columns =
  'id, url, events, description, status, disabled_reason, disabled_at, next_from, failures, failing_since, ' +
  'noticed_at, created_at';

/** Every endpoint of a company in an environment, newest first: there are few. */
export async function listWebhooks(tx: Tx, scope: Scope): Promise<WebhookRow[]> {
  return tx.query<WebhookRow>(sql`
    select ${name(columns)} from webhook_endpoints where ${inScope(scope)} and status <> 'deleted' order by created_at desc, id desc`);
}

/** One endpoint. */
export async function findWebhook(tx: Tx, scope: Scope, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx.query<WebhookRow>(sql`
    select ${name(columns)} from webhook_endpoints where ${inScope(scope)} and id = ${id} and status <> 'deleted'`);
  return row;
}

export type AttemptRow = {
  delivery_id: string;
  number: number;
  at: Date;
  duration_ms: number;
  outcome: 'delivered' | 'failed';
  status: number | null;
  detail: string;
  answer: string;
};

export type DeliveryRow = {
  id: string;
  sequence: bigint;
  event_id: string;
  event_type: string;
  replay: string;
  status: (typeof deliveryStatuses)[number];
  next_at: Date | null;
  created_at: Date;
};

/** A page of the deliveries to an endpoint with their attempts, newest first. */
export async function listDeliveries(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
  filter: { webhookId: string; status?: string | undefined },
): Promise<(DeliveryRow & { attempts: AttemptRow[] })[]> {
  const list = {
    table: 'webhook_deliveries',
    time: 'created_at',
    columns: 'id, sequence, event_id, event_type, replay, status, next_at, created_at',
  };
  const rows = await readPage<DeliveryRow>(tx, scope, list, page, {
    exact: [{ column: 'endpoint_id', value: filter.webhookId }],
    oneOf: [{ column: 'status', wanted: filter.status, values: deliveryStatuses }],
  });
  const attempts = await tx.query<AttemptRow>(
    attemptsOf(
      scope,
      rows.map(({ id }) => id),
    ),
  );
  const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
  return rows.map((row) => ({ ...row, attempts: byDelivery.get(row.id) ?? [] }));
}

/**
 * SQL: the attempts of some deliveries. A plan that is made once for all ids cannot tell from an array which months to
 * look into; it can from the first and the last id.
 */
export function attemptsOf(scope: Scope, deliveryIds: readonly string[]): Sql {
  const ids = deliveryIds.toSorted();
  return sql`
    select a.delivery_id, a.number, a.at, a.duration_ms, a.outcome, a.status, a.detail, a.answer
      from webhook_attempts a
     where ${inScope(scope, 'a')} and a.delivery_id = any(${ids}::uuid[])
       and a.delivery_id between ${ids.at(0) ?? null} and ${ids.at(-1) ?? null}
     order by a.delivery_id, a.number`;
}

/** Actions on endpoints. */
export type Action = 'create' | 'change' | 'delete' | 'rotate' | 'confirm' | 'test' | 'replay';

/** The result: the endpoint as response bytes, a count, or an event; or why nothing changed. */
export type Changed = {
  webhook?: string;
  count?: number;
  eventId?: string;
  refused?: RefusalCode;
  /** The rest of the replay budget, and the seconds until this replay would fit. */
  left?: number;
  seconds?: number;
};

/** Changes endpoints for an API key. The same commit checks the key again. */
export async function changeByKey(
  db: Queryable,
  scope: Scope,
  keyId: string,
  { action, given }: { action: Action; given: object },
): Promise<Changed> {
  const [row] = await db.query<{ changed: Changed }>(sql`
    select change_webhooks_by_key(${scope.companyId}, ${scope.environment}, ${keyId}, ${action}, ${JSON.stringify(given)}::jsonb) as changed`);
  return changedIn(row);
}

function changedIn(row: { changed: Changed } | undefined): Changed {
  if (row === undefined) throw new Error('an endpoint was neither changed nor refused');
  return row.changed;
}
