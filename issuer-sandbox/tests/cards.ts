// Cards of the simulated issuer, and orders on them.
import { randomUUID } from 'node:crypto';
import type { TestIssuer } from './issuer.ts';

type Answer = Awaited<ReturnType<TestIssuer['ask']>>;

/** Issues a card with 50.00, and returns its token. */
export async function newCard(world: TestIssuer, { account = 'acme' }: { account?: string } = {}): Promise<string> {
  const holder = await world.ask('/v1/holders', {
    body: { reference: `h_${randomUUID()}`, name: 'Ada', email: 'ada@example.com', kind: 'individual' },
    account,
  });
  const { body } = await world.ask('/v1/orders', {
    body: {
      reference: `op_${randomUUID()}`,
      kind: 'issue',
      product: 'prod_card',
      amount: '50.00',
      currency: 'USD',
      holder: holder.body['token'],
      name: 'Travel',
    },
    account,
  });
  return (body['card'] as { token: string }).token;
}

/** Sends an order on a card. */
export const orderOn = (world: TestIssuer, card: string, kind: string, more: object = {}): Promise<Answer> =>
  world.ask('/v1/orders', {
    body: {
      reference: `op_${randomUUID()}`,
      kind,
      product: 'prod_card',
      amount: kind === 'topup' ? '10.00' : '0.00',
      currency: 'USD',
      card,
      ...more,
    },
  });

/** Makes a payment with a card. Without a status, the issuer decides. */
export const pay = (world: TestIssuer, card: string, amount: string, more: object = {}): Promise<Answer> =>
  world.ask(`/sandbox/cards/${card}/transactions`, {
    body: { type: 'purchase', amount, merchant: 'Cafe', country: 'DE', reference: `pay_${randomUUID()}`, ...more },
  });
