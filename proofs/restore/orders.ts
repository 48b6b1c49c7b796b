// Companies that order without a pause, before the loss.
import { randomUUID } from 'node:crypto';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { UNDER_WAY } from './again.ts';
import { type Buyer, type Intent, send, take } from './intents.ts';
import { findProducts, type Life, newIntent, openBuyer } from './life.ts';

const COMPANIES = 3;
const CLIENTS_OF_A_COMPANY = 2;

export type Orders = {
  buyers: readonly Buyer[];
  /** What was asked, answered or not. */
  intents: Intent[];
  /** Orders for so long. */
  load(ms: number): Promise<void>;
  /** Each company creates an invoice. */
  invoice(): Promise<void>;
  /** Sends requests and does not wait for their answers. */
  leaveUnderWay(): void;
};

/** Opens companies that can order. */
export async function openOrders(context: Context, random: Random, life: Life): Promise<Orders> {
  const { stack } = life;
  const products = await findProducts(life.db);
  const buyers = await Promise.all(Array.from({ length: COMPANIES }, () => openBuyer(life, products)));
  const intents: Intent[] = [];
  const ask = async (intent: Intent): Promise<void> => {
    intents.push(intent);
    take(context, intent, await send(stack, intent));
  };
  return {
    buyers,
    intents,
    async load(ms) {
      const end = performance.now() + ms;
      const order = async (buyer: Buyer) => {
        while (performance.now() < end) await ask(newIntent(buyer, products, random));
      };
      await Promise.all(buyers.flatMap((buyer) => Array.from({ length: CLIENTS_OF_A_COMPANY }, () => order(buyer))));
    },
    async invoice() {
      for (const buyer of buyers)
        await ask({ buyer, path: '/api/v1/card-account/invoices', body: { amount: '100' }, key: randomUUID() });
    },
    leaveUnderWay() {
      for (let index = 0; index < UNDER_WAY; index++) void ask(newIntent(random.pick(buyers), products, random));
    },
  };
}
