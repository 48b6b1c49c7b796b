// Clients that order cards at several API processes, and their companies.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Kind } from '@cardwright/server/identity/companies/sql.ts';
import { type Answer, type Ask, type Client, codeOf } from '../harness/ask.ts';
import { newCompany, newKey, type Tools } from '../harness/companies.ts';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';

/** Time limit for setting up a company, on a busy machine. */
const PATIENCE_MS = 60_000;

/** Retry delay for a busy service. */
const BUSY_MS = 200;

export type Ordering = {
  scope: Scope;
  key: string;
  holderId: string;
  cardId: string;
  products: { card: string; service: string };
};

export type Order = {
  key: string;
  body: { type: 'issue' | 'topup' | 'service' } & Record<string, string>;
  /** The issuer's behaviour for this order; by default it succeeds. */
  scenario?: 'rejected' | 'error_before_effect';
};

/** A client's answer: the operation it created, or that the quota is used up. */
export type Told = { accepted: { id: string; createdAt: string } } | 'quota_exceeded';

/** A company with money, a holder known to the issuer, and a card. */
export async function openOrdering(context: Context, tools: Tools, client: Client, kind: Kind): Promise<Ordering> {
  const companyId = await newCompany(tools, `Quota ${kind}`, kind);
  const scope = { companyId, environment: 'sandbox' as const };
  const key = await newKey(tools, scope);
  const post = async (path: string, body: object) => {
    const answer = await client.ask({ method: 'POST', path, key, headers: { 'idempotency-key': path }, body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return JSON.parse(answer.text) as { id: string };
  };
  await post('/api/v1/sandbox/funding', { amount: '1000000000.00' });
  const holder = await post('/api/v1/holders', { name: 'Ada', email: 'ada@example.com', kind: 'individual' });
  await becomes(client, key, `/api/v1/holders/${holder.id}`, ({ status }) => status === 'active');
  const products = await readProducts(client, key);
  const ordering = { scope, key, holderId: holder.id, cardId: '', products };
  const issued = await post('/api/v1/operations', issueOf(ordering).body);
  const { result } = await becomes(client, key, `/api/v1/operations/${issued.id}`, (it) => it.status === 'completed');
  if (result?.cardId === undefined) context.violation('a card was issued and has no id', issued);
  return { ...ordering, cardId: result?.cardId ?? '' };
}

type Read = { status: string; result?: { cardId?: string } };

async function becomes(client: Client, key: string, path: string, fits: (read: Read) => boolean): Promise<Read> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const { text } = await client.ask({ method: 'GET', path, key });
    const read = JSON.parse(text) as Read;
    if (fits(read)) return read;
    if (performance.now() > until) throw new Error(`${path} did not become what it should: ${text}`);
    await sleep(50);
  }
}

async function readProducts(client: Client, key: string): Promise<Ordering['products']> {
  const { text } = await client.ask({ method: 'GET', path: '/api/v1/products', key });
  const { data } = JSON.parse(text) as { data: { id: string; kind: string }[] };
  const idOf = (kind: string) => data.find((product) => product.kind === kind)?.id ?? '';
  return { card: idOf('card'), service: idOf('service') };
}

/** An order for a card. */
export const issueOf = ({ products, holderId }: Ordering, key = '', scenario?: Order['scenario']): Order => ({
  key,
  body: { type: 'issue', productId: products.card, holderId, amount: '10.00', expectedTotal: '13.02' },
  ...(scenario === undefined ? {} : { scenario }),
});

/** An order that uses no place: a top-up of an existing card, or a service. Some of them fail. */
export function otherOf({ products, cardId }: Ordering, key: string, random: Random): Order {
  const topup = { type: 'topup', cardId, amount: '10.00', expectedTotal: '10.02' } as const;
  const service = { type: 'service', productId: products.service, amount: '1.00', recipient: 'ada' } as const;
  return { key, body: random.pick([topup, service]), ...(random.oneIn(2) ? { scenario: 'rejected' as const } : {}) };
}

/** Sends an order to any of the processes until one accepts it. */
export async function place(
  context: Context,
  clients: readonly Client[],
  { ordering, order, random }: { ordering: Ordering; order: Order; random: Random },
): Promise<Told | undefined> {
  const { key, body, scenario } = order;
  const headers = { 'idempotency-key': key, ...(scenario === undefined ? {} : { 'sandbox-scenario': scenario }) };
  const asked: Ask = { method: 'POST', path: '/api/v1/operations', key: ordering.key, headers, body };
  let answer: Answer;
  do {
    answer = await random.pick(clients).ask(asked);
    if (answer.status === 503) await sleep(BUSY_MS);
  } while (answer.status === 503);
  if (answer.status === 201) return { accepted: JSON.parse(answer.text) as { id: string; createdAt: string } };
  if (answer.status === 400 && codeOf(answer) === 'quota_exceeded') return 'quota_exceeded';
  context.violation('an order got an unexpected answer', { order, status: answer.status, text: answer.text });
  return undefined;
}
