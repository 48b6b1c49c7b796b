// Endpoints and deliveries as operators read them.
import { toId } from '../ids.ts';
import type { Scope } from '../scope.ts';
import { toDelivery, toWebhook } from '../webhooks/show.ts';
import { findWebhook, listDeliveries, listWebhooks, type WebhookRow } from '../webhooks/sql.ts';
import { facts, moment, type Shown, table } from './output.ts';
import { Problem } from './problem.ts';
import type { Session } from './session.ts';

/** Every endpoint of a company in an environment. */
export async function showWebhooks({ db, clock }: Session, scope: Scope): Promise<Shown> {
  const rows = await db.read(scope, (tx) => listWebhooks(tx, scope));
  const lines = rows.map((row) => [
    toId('webhook', row.id),
    stateOf(row),
    row.events.join(','),
    row.url,
    row.description,
    moment(row.created_at),
  ]);
  return {
    json: { data: rows.map((row) => toWebhook(row, clock.now())) },
    text:
      lines.length === 0
        ? `This company has no ${scope.environment} endpoints. Register one: npm run admin -- webhook create --help`
        : table(['id', 'state', 'events', 'url', 'description', 'created'], lines),
  };
}

/** One endpoint as it is now. */
export async function showWebhook({ db, clock }: Session, scope: Scope, id: string): Promise<Shown> {
  const row = await getWebhook(db, scope, id);
  const text = facts([
    ['id', toId('webhook', row.id)],
    ['url', row.url],
    ['events', row.events.join(',')],
    ['description', row.description],
    ['state', stateOf(row)],
    [
      'second secret',
      row.next_from === null || row.next_from <= clock.now() ? 'none' : `from ${moment(row.next_from)}`,
    ],
    ['created', moment(row.created_at)],
  ]);
  return { json: toWebhook(row, clock.now()), text };
}

/** What was sent to an endpoint, newest first, with how the last attempt ended. */
export async function showDeliveries(
  { db }: Session,
  scope: Scope,
  { webhookId, status, limit }: { webhookId: string; status?: string; limit: number },
): Promise<Shown> {
  await getWebhook(db, scope, webhookId);
  const rows = await db.read(scope, (tx) => listDeliveries(tx, scope, { limit }, { webhookId, status }));
  const lines = rows.map((row) => {
    const last = row.attempts.at(-1);
    return [
      toId('event', row.event_id),
      row.event_type,
      row.status,
      String(row.attempts.length),
      last === undefined ? '' : `${moment(last.at)}: ${last.status ?? last.detail}`,
      moment(row.next_at),
    ];
  });
  return {
    json: { data: rows.map(toDelivery) },
    text:
      lines.length === 0
        ? 'Nothing was sent.'
        : table(['event', 'type', 'state', 'attempts', 'last attempt', 'next attempt'], lines),
  };
}

async function getWebhook(db: Session['db'], scope: Scope, id: string): Promise<WebhookRow> {
  const row = await db.read(scope, (tx) => findWebhook(tx, scope, id));
  if (row !== undefined) return row;
  const shownId = toId('webhook', id);
  throw new Problem(
    `There is no ${scope.environment} endpoint ${shownId}: see \`webhook list\`, or try the other --environment.`,
  );
}

function stateOf(row: WebhookRow): string {
  if (row.status !== 'enabled') return `disabled ${moment(row.disabled_at)} (${row.disabled_reason})`;
  return row.failing_since === null
    ? 'enabled'
    : `failing since ${moment(row.failing_since)}, ${row.failures} in a row`;
}
