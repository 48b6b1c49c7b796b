// What a client orders in the sandbox: cardholders, cards, payments, invoices.
import { randomUUID } from 'node:crypto';
import type { Client, ScenarioOptions, Schemas } from '@cardwright/sdk';
import { UsageProblem } from './problem.ts';

type Operation = Schemas['Operation'];
export type Scenario = NonNullable<ScenarioOptions['sandboxScenario']>;

/** More than any price of the sandbox, and its fee. */
const AMOUNT = '25.00';
const FUNDS = '100.00';

/** An outcome that is unknown is asked for over a minute before people decide. */
const WAIT_SECONDS = 30;

/** Between two looks at something that is under way. */
export const POLL_MS = 300;

/** A cardholder, whom the issuer confirms in a moment. */
export const newHolder = (client: Client): Promise<Schemas['Holder']> =>
  client.holders.create({ name: 'Ada Lovelace', email: `ada.${randomUUID()}@example.com`, kind: 'individual' });

/** A cardholder that the issuer has confirmed: one of the company, or a new one. */
export async function activeHolder(client: Client): Promise<string> {
  for await (const { id } of client.holders.list({ status: 'active', limit: 1 })) return id;
  const { id } = await newHolder(client);
  for (;;) {
    const { status } = await client.holders.get(id);
    if (status === 'active') return id;
    if (status !== 'pending') throw new UsageProblem(`The new cardholder is ${status}.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Issues a card, and waits for the outcome. */
export async function issue(client: Client, sandboxScenario?: Scenario): Promise<Operation> {
  const { data: products } = await client.products.list();
  const product = products.find(({ status, pricing }) => status === 'active' && pricing.issue !== undefined);
  if (product === undefined) throw new UsageProblem('There is no product to issue.');
  const holderId = await activeHolder(client);
  await client.sandbox.creditFunds({ amount: FUNDS });
  const order = { type: 'issue' as const, productId: product.id, amount: AMOUNT, holderId };
  const { id } = await client.operations.create(order, sandboxScenario === undefined ? {} : { sandboxScenario });
  return await client.operations.get(id, { wait: WAIT_SECONDS });
}

/** A card that can be paid with. */
export async function newCard(client: Client): Promise<string> {
  const { status, cardId } = await issue(client);
  if (status !== 'completed' || cardId === '') throw new UsageProblem(`The issue is ${status}.`);
  return cardId;
}

/** A payment. */
export const pay = (client: Client, cardId: string): Promise<Schemas['Transaction']> =>
  client.sandbox.simulateTransaction({ cardId, type: 'purchase', amount: '1.00', merchant: 'Bookshop', country: 'DE' });

/** An invoice, one at a time. */
export const invoice = (client: Client): Promise<Schemas['FundingInvoice']> =>
  client.invoices.create({ amount: '100.00' });
