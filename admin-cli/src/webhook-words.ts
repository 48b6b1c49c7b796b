// Output of webhook endpoints and deliveries.

import type { Environment } from '@cardwright/server/foundation/scope.ts';
import type { Delivery, Webhook } from '@cardwright/server/surfaces/desk/webhook-routes.ts';
import type { Static } from 'typebox';
import { facts, moment, type Shown, table } from './output.ts';

type Webhook = Static<typeof Webhook>;

/** The endpoints of a company in an environment. */
export function showWebhooks(data: readonly Webhook[], environment: Environment): Shown {
  const lines = data.map((webhook) => [
    webhook.id,
    stateOf(webhook),
    webhook.events.join(','),
    webhook.url,
    webhook.description,
    moment(webhook.createdAt),
  ]);
  return {
    json: { data },
    text:
      lines.length === 0
        ? `This company has no ${environment} endpoints. Register one: cardwright-admin webhook create --help`
        : table(['id', 'status', 'events', 'url', 'description', 'created'], lines),
  };
}

/** One endpoint as it is now. */
export const showWebhook = (webhook: Webhook): Shown => ({
  json: webhook,
  text: facts([
    ['id', webhook.id],
    ['url', webhook.url],
    ['events', webhook.events.join(',')],
    ['description', webhook.description],
    ['status', stateOf(webhook)],
    ['second secret', webhook.rotation === undefined ? 'none' : `from ${moment(webhook.rotation.until)}`],
    ['created', moment(webhook.createdAt)],
  ]),
});

/** Deliveries to an endpoint, newest first, with the result of the last attempt. */
export function showDeliveries(json: { data: readonly Static<typeof Delivery>[] }): Shown {
  const lines = json.data.map(({ eventId, eventType, status, attempts, nextAttemptAt }) => {
    const last = attempts.at(-1);
    return [
      eventId,
      eventType,
      status,
      String(attempts.length),
      last === undefined ? '' : `${moment(last.at)}: ${last.status ?? last.error}`,
      moment(nextAttemptAt),
    ];
  });
  return {
    json,
    text:
      lines.length === 0
        ? 'No deliveries yet.'
        : table(['event', 'type', 'status', 'attempts', 'last attempt', 'next attempt'], lines),
  };
}

function stateOf({ status, disabled, failing, failures }: Webhook): string {
  if (status === 'disabled') return `disabled ${moment(disabled?.at ?? null)} (${disabled?.reason ?? ''})`;
  return failing === undefined ? 'enabled' : `failing since ${moment(failing.since)}, ${failures} in a row`;
}
