// What a company needs to order: money, a cardholder, cards to top up, and a price. Past the proxy.
import { setTimeout as sleep } from 'node:timers/promises';
import { AMOUNT, type Shop } from './orders.ts';

/** More than a run spends. */
const FUNDS = '9000000.00';

/** Cards that are topped up. */
const CARDS = 4;

/** Time limit for setting up a company, on a busy machine. */
const PATIENCE_MS = 60_000;
const POLL_EVERY_MS = 50;

type Found = { id: string; status: string; total: string; result: { cardId?: string } };

/** Sets up a company. */
export async function openShop(baseUrl: string, apiKey: string): Promise<Shop> {
  let keys = 0;
  const ask = async <Body>(path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': `shop-${++keys}` }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
    return (await response.json()) as Body;
  };
  const becomes = async (path: string, status: string): Promise<Found> => {
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(POLL_EVERY_MS)) {
      const found = await ask<Found>(path);
      if (found.status === status) return found;
    }
    throw new Error(`${path} does not become ${status}`);
  };
  const { data } = await ask<{ data: { id: string; kind: string }[] }>('/products');
  const productId = data.find(({ kind }) => kind === 'card')?.id ?? '';
  await ask('/sandbox/funding', { amount: FUNDS });
  const person = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
  const { id: holderId } = await ask<Found>('/holders', person);
  await becomes(`/holders/${holderId}`, 'active');
  const order = { type: 'issue', productId, holderId, amount: AMOUNT };
  const { total } = await ask<Found>('/operations/preview', order);
  const cardIds = await Promise.all(
    Array.from({ length: CARDS }, async () => {
      const { id } = await ask<Found>('/operations', order);
      const { result } = await becomes(`/operations/${id}`, 'completed');
      return result.cardId ?? '';
    }),
  );
  return { productId, holderId, cardIds, total };
}
