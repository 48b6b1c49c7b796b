// Calls of the issuer by the product's own client, as a measure of what one costs.
import { randomUUID } from 'node:crypto';
import { readConfig } from '@cardwright/server/config.ts';
import { toId } from '@cardwright/server/ids.ts';
import { type Issuer, openIssuer } from '@cardwright/server/issuer/client.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import { AMOUNT, type OperationWorld } from './operation-world.ts';

/** The stack's issuer, reached as the worker reaches it. */
export function issuerOf(stack: Stack): Issuer {
  const settings = readConfig({
    CARDWRIGHT_DATABASE_URL: stack.databaseUrl,
    CARDWRIGHT_PEPPERS: stack.secrets.peppers,
    ...stack.issuer?.serverSettings,
  }).issuers.sandbox;
  if (settings === undefined) throw new Error('the stack has no issuer');
  return openIssuer(settings);
}

/** One order that is nobody's operation. */
export async function callIssuer(issuer: Issuer, world: OperationWorld): Promise<void> {
  const outcome = await issuer.submit({
    account: toId('company', world.orderers[0]?.companyId ?? ''),
    reference: `probe_${randomUUID()}`,
    kind: 'service',
    product: toId('product', world.productId),
    amount: AMOUNT,
    recipient: 'probe',
  });
  if (outcome.kind !== 'done') throw new Error(`the issuer did not do as it was told: ${JSON.stringify(outcome)}`);
}
