// One Idempotency-Key on two endpoints at the same moment: one request wins, the other finds its key.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, clientOf } from '../../client.ts';
import { ordersOf } from '../../surfaces/api/orders.ts';
import { type Company, startWorld, type World } from '../../world.ts';

/** Races of each pair, each in a company of its own: it may have one unresolved invoice. */
const ROUNDS = 10;

type Request = { path: string; json: object };
type Prepared = { company: Company; elsewhere: Client; holderId: string; cardId: string };

let world: World;
beforeAll(async () => {
  world = await startWorld({ api: 2 });
});
afterAll(() => world.stop());

const { issue } = ordersOf(() => world.products);

/** A request to each endpoint that takes a key, by its path. */
const requests: Record<string, (prepared: Prepared) => object> = {
  '/api/v1/holders': () => ({ name: 'Ada', email: 'ada@example.com', kind: 'individual' }),
  '/api/v1/operations': ({ holderId }) => issue(holderId),
  '/api/v1/sandbox/funding': () => ({ amount: '5.00' }),
  '/api/v1/card-account/invoices': () => ({ amount: '20.00' }),
  '/api/v1/sandbox/transactions': ({ cardId }) => ({
    cardId,
    type: 'purchase',
    amount: '1.00',
    merchant: 'Books',
    country: 'DE',
  }),
  '/api/v1/cards/{id}/freeze': () => ({}),
};
/** Accepted by the same function as a freeze. */
const alike = ['unfreeze', 'close', 'limits'].map((action) => `/api/v1/cards/{id}/${action}`);
const paths = Object.keys(requests);
const pairs = paths.flatMap((one, index) => paths.slice(index + 1).map((other) => [one, other] as const));

/** A company with funds and a card, asking at both API processes. */
async function prepare(): Promise<Prepared> {
  const company = await world.company({ available: '500.00' });
  const elsewhere = clientOf(world.stack.baseUrls[1] ?? '', company.key);
  const holderId = await company.insertHolder();
  return { company, elsewhere, holderId, cardId: await company.insertCard({ holderId }) };
}

const requestOf = (prepared: Prepared, path: string): Request => ({
  path: path.replace('{id}', prepared.cardId),
  json: requests[path]?.(prepared) ?? {},
});

/** Sends both at the same moment, each to a process of its own. */
async function race({ company, elsewhere }: Prepared, one: Request, other: Request) {
  const key = randomUUID();
  const answers = await Promise.all([
    company.post(one.path, one.json, { key }),
    elsewhere.post(other.path, other.json, { key }),
  ]);
  return { key, answers };
}

test('every endpoint that takes a key is in the table', async () => {
  type Operation = { parameters?: { name: string; in: string }[] };
  const { body } = await world.ask<{ paths: Record<string, Record<string, Operation>> }>('/openapi.json');
  const keyed = Object.entries(body.paths)
    .filter(([, methods]) =>
      Object.values(methods).some(({ parameters = [] }) => parameters.some(({ name }) => name === 'Idempotency-Key')),
    )
    .map(([path]) => path);
  expect(keyed.toSorted()).toEqual([...paths, ...alike].toSorted());
});

describe('two requests with one key at the same moment', () => {
  test.each(pairs)('%s and %s: one effect, and 409 names it to the other', async (one, other) => {
    const rounds = Array.from({ length: ROUNDS }, async (_, round) => {
      const prepared = await prepare();
      const [first, second] = round % 2 === 0 ? [one, other] : [other, one];
      const { key, answers } = await race(prepared, requestOf(prepared, first), requestOf(prepared, second));
      const known = await prepared.company.get(`/api/v1/idempotency-keys/${key}`);
      return { answers, known };
    });
    for (const { answers, known } of await Promise.all(rounds)) {
      const lost = answers.filter(({ status }) => status === 409);
      expect(answers.map(({ status, text }) => `${status} ${text}`).join('\n')).toMatch(
        /^20[01] [^]*\n409 |^409 [^]*\n20[01] /,
      );
      expect(lost[0]).toMatchObject({
        body: { code: 'idempotency_conflict', differs: ['path'], resourceId: known.body['resourceId'] },
      });
    }
  });

  test.each(paths)('%s twice with the same request: one effect, and the same answer', async (path) => {
    const prepared = await prepare();
    const { answers } = await race(prepared, requestOf(prepared, path), requestOf(prepared, path));
    expect(answers[0]?.text).toBe(answers[1]?.text);
    const replays = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replays).toHaveLength(1);
  });
});
