// The same Idempotency-Keys after the database was lost: the same ids, and no second effect at the issuer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loseEverythingOf } from '../../lost-rows.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { becomes, traces } from './on-its-way.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true, workers: 1, tampered: true });
});
afterAll(() => world?.stop());

const { issue, sendsOf, topup } = traces(() => world);

/** A holder, a card, a top-up and an invoice, under keys that the client has stored. */
async function createAll(company: Company) {
  await company.fund('500.00');
  const created = async (path: string, body: object, idempotencyKey: string): Promise<string> => {
    const answer = await company.post<{ id: string }>(path, body, { key: idempotencyKey });
    expect(answer, path).toMatchObject({ status: 201 });
    return answer.body.id;
  };
  const person = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
  const holder = await created('/api/v1/holders', person, 'hire-1');
  await until(
    async () => (await company.get(`/api/v1/holders/${holder}`)).body['status'],
    (status) => status === 'active',
  );
  const first = issue(holder, { amount: '100.00', expectedTotal: '103.20' });
  const issued = await becomes(company, await created('/api/v1/operations', first, 'order-1'), 'completed');
  const card = issued.result.cardId ?? '';
  const second = topup(card, { amount: '10.00', expectedTotal: '10.02' });
  const toppedUp = await becomes(company, await created('/api/v1/operations', second, 'order-2'), 'completed');
  const invoice = await created('/api/v1/card-account/invoices', { amount: '100' }, 'deposit-1');
  const { body } = await company.get<{ payAmount: string; address: string }>(
    `/api/v1/card-account/invoices/${invoice}`,
  );
  return {
    ids: { holder, card, issued: issued.id, toppedUp: toppedUp.id, invoice },
    receipts: [issued.result.receipt, toppedUp.result.receipt],
    payable: [body.address, body.payAmount],
  };
}

test('the same keys create the same ids, and the issuer answers what it did the first time', async () => {
  const company = await world.company();
  const before = await createAll(company);
  await loseEverythingOf(world, company);
  expect((await company.get(`/api/v1/operations/${before.ids.issued}`)).status).toBe(404);

  const after = await createAll(company);
  expect(after).toEqual(before);
  const { rows } = await world.admin.query(
    'select count(*)::integer as cards from issuer_sandbox.cards where account = $1',
    [company.id],
  );
  expect(rows).toEqual([{ cards: 1 }]);
  expect(await sendsOf(before.ids.issued)).toBe(2); // one from each life of the database, under one reference
});
