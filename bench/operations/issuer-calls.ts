// Calls to the issuer by the product's own client, as a measure of what one costs.
import { randomUUID } from 'node:crypto';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { readConfig } from '@cardwright/server/foundation/config.ts';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { type Issuer, openIssuer } from '@cardwright/server/issuer/client.ts';
import { startDeadline } from '@cardwright/server/issuer/deadline.ts';
import { neverStopped } from '@cardwright/server/platform/work/stop.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import { AMOUNT, type OperationWorld } from './world.ts';

/** The stack's issuer, called as the worker calls it. */
export function issuerOf(stack: Stack): Issuer {
  const settings = readConfig({
    CARDWRIGHT_DATABASE_URL: stack.databaseUrl,
    CARDWRIGHT_PEPPERS: stack.secrets.peppers,
    CARDWRIGHT_WEBHOOK_KEYS: stack.secrets.webhookKeys,
    ...stack.issuer?.serverSettings,
  }).issuers.sandbox;
  if (settings === undefined) throw new Error('the stack has no issuer');
  return openIssuer(settings, neverStopped);
}

/** One order that belongs to no operation. */
export async function callIssuer(issuer: Issuer, world: OperationWorld): Promise<void> {
  const outcome = await issuer.submit(
    {
      account: toId('company', world.orderers[0]?.companyId ?? ''),
      reference: `probe_${randomUUID()}`,
      kind: 'service',
      product: toId('product', world.productId),
      amount: AMOUNT,
      recipient: 'probe',
    },
    startDeadline(systemClock),
  );
  if (outcome.kind !== 'done') throw new Error(`the issuer did not complete the order: ${JSON.stringify(outcome)}`);
}
