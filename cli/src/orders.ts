// Orders in the sandbox: cardholders, cards, payments and invoices.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ScenarioOptions, Schemas } from '@cardwright/sdk';
import { UsageProblem } from './problem.ts';

type Operation = Schemas['Operation'];
export type Scenario = NonNullable<ScenarioOptions['sandboxScenario']>;

/** The funds cover the amount, the price and the fees. */
const AMOUNT = '25.00';
const FUNDS = '100.00';

/** The longest wait that one request of the API allows. */
const WAIT_SECONDS = 30;

/** Poll interval for pending objects. */
export const POLL_MS = 300;

/** Creates a cardholder. The issuer confirms it within seconds. */
export const newHolder = (client: Client): Promise<Schemas['Holder']> =>
  client.holders.create({ name: 'Ada Lovelace', email: `ada.${randomUUID()}@example.com`, kind: 'individual' });

/** An active cardholder: an existing one, or a new one. */
export async function activeHolder(client: Client): Promise<string> {
  for await (const { id } of client.holders.list({ status: 'active', limit: 1 })) return id;
  const { id } = await newHolder(client);
  for (;;) {
    const { status } = await client.holders.get(id);
    if (status === 'active') return id;
    if (status !== 'pending')
      throw new UsageProblem(`The issuer did not confirm the new cardholder: its status is ${status}.`);
    await sleep(POLL_MS);
  }
}

/** Issues a card, and waits for the outcome. */
export async function issue(client: Client, sandboxScenario?: Scenario): Promise<Operation> {
  const { data: products } = await client.products.list();
  const product = products.find(({ status, pricing }) => status === 'active' && pricing.issue !== undefined);
  if (product === undefined) throw new UsageProblem('No active product can be issued.');
  const holderId = await activeHolder(client);
  await client.sandbox.creditFunds({ amount: FUNDS });
  const order = { type: 'issue' as const, productId: product.id, amount: AMOUNT, holderId };
  const { id } = await client.operations.create(order, sandboxScenario === undefined ? {} : { sandboxScenario });
  return await client.operations.get(id, { wait: WAIT_SECONDS });
}

/** Issues a card that can be paid with. */
export async function newCard(client: Client): Promise<string> {
  const { status, cardId } = await issue(client);
  if (status !== 'completed' || cardId === '')
    throw new UsageProblem(`The card was not issued: the operation is ${status}.`);
  return cardId;
}

/** Simulates a payment. */
export const pay = (client: Client, cardId: string): Promise<Schemas['Transaction']> =>
  client.sandbox.simulateTransaction({ cardId, type: 'purchase', amount: '1.00', merchant: 'Bookshop', country: 'DE' });

/** Creates an invoice. */
export const invoice = (client: Client): Promise<Schemas['FundingInvoice']> =>
  client.invoices.create({ amount: '100.00' });
