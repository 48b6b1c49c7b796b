// A card of a company in the sandbox, issued through the API, and payments with it.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { SignedIn } from '../../server/tests/identity/people/person.ts';
import { until } from '../../server/tests/until.ts';
import type { World } from '../../server/tests/world.ts';
import { creditSandbox } from './people.ts';

/** A request to the sandbox of a company, with a key of its own. */
export const inSandbox = (company: string, headers: Record<string, string> = {}) => ({
  company,
  environment: 'sandbox' as const,
  headers: { 'idempotency-key': randomUUID(), ...headers },
});

/** Sends a request of a person through the portal, which must succeed. */
export async function sends<Body>(person: SignedIn, company: string, path: string, body: object, scenario?: string) {
  const headers: Record<string, string> = scenario === undefined ? {} : { 'sandbox-scenario': scenario };
  const answer = await person.post<Body>(path, body, inSandbox(company, headers));
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

const statusOf = async (person: SignedIn, company: string, path: string) =>
  (await person.get<{ status: string }>(path, inSandbox(company))).body.status;

/** A card with 100.00 and metadata, issued through the API; returns its id. Another one needs another email. */
export async function newCard(
  { products }: World,
  person: SignedIn,
  company: string,
  { email = 'ada@example.com' } = {},
): Promise<string> {
  await creditSandbox(person, company, '300.00');
  const ada = { name: 'Ada Lovelace', email, kind: 'individual' };
  const { id: holderId } = await sends<{ id: string }>(person, company, '/api/v1/holders', ada);
  await until(
    () => statusOf(person, company, `/api/v1/holders/${holderId}`),
    (status) => status === 'active',
  );
  const { card: productId } = products;
  const metadata = { department: 'sales' };
  const order = { type: 'issue', productId, holderId, amount: '100.00', name: 'Travel', metadata };
  const { id } = await sends<{ id: string }>(person, company, '/api/v1/operations', order);
  await until(
    () => statusOf(person, company, `/api/v1/operations/${id}`),
    (status) => status === 'completed',
  );
  const { body } = await person.get<{ cardId: string }>(`/api/v1/operations/${id}`, inSandbox(company));
  await person.ask(`/api/v1/cards/${body.cardId}`, { method: 'PATCH', json: { metadata }, ...inSandbox(company) });
  return body.cardId;
}

/** A purchase with a card. */
export const buys = (person: SignedIn, company: string, cardId: string, amount: string) =>
  sends(person, company, '/api/v1/sandbox/transactions', {
    cardId,
    type: 'purchase',
    amount,
    merchant: 'Bookshop',
    country: 'DE',
  });
