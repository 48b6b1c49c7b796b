import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { create, type Invoice, PATH, read } from '../../funding/invoices/on-its-way.ts';
import { entriesOf } from '../../operations/run/on-its-way.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker');
});
afterAll(() => world?.stop());

const complete = (id: string) => `/api/v1/sandbox/invoices/${id}/complete`;
const transfers = (id: string) => `/api/v1/sandbox/invoices/${id}/transfers`;

describe('POST /api/v1/sandbox/invoices/{id}/complete', () => {
  test('200 answers the completed invoice, credited once however often it is asked for', async () => {
    const company = await world.company();
    const { id } = await create(company, '101');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => company.ask<Invoice>(complete(id), { method: 'POST' })),
    );
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { id, status: 'completed' } });
    expect(await company.ask(complete(id), { method: 'POST' })).toMatchObject({ status: 200 });
    expect(await entriesOf(company, id)).toEqual(['deposit 101.00', 'deposit_fee -1.52']);
    expect((await read(company, id)).observedTransfers).toHaveLength(1);
  });

  test('200 for an empty body with a JSON content type, 400 for any other body', async () => {
    const company = await world.company();
    const { id } = await create(company);
    const headers = { 'content-type': 'application/json' };
    expect(await company.ask(complete(id), { method: 'POST', raw: '{"x":1}', headers })).toMatchObject({ status: 400 });
    expect(await company.ask(complete(id), { method: 'POST', raw: '', headers })).toMatchObject({ status: 200 });
  });

  test('400 for one that cannot be paid', async () => {
    const company = await world.company();
    const { id } = await create(company, '100', 'rejected');
    expect(await company.ask(complete(id), { method: 'POST' })).toMatchObject({
      status: 400,
      body: { code: 'invoice_not_payable' },
    });
  });

  test('404 for another company’s invoice and for none at all, 403 with a live key', async () => {
    const [company, other] = [await world.company(), await world.company()];
    const { id } = await create(company);
    const missing = { status: 404, body: { code: 'invoice_not_found' } };
    expect(await other.ask(complete(id), { method: 'POST' })).toMatchObject(missing);
    expect(await company.ask(complete('inv_unknown'), { method: 'POST' })).toMatchObject(missing);
    const live = await company.client({ environment: 'live' });
    expect(await live.ask(complete(id), { method: 'POST' })).toMatchObject({
      status: 403,
      body: { code: 'sandbox_only' },
    });
  });
});

describe('POST /api/v1/sandbox/invoices/{id}/transfers', () => {
  test('200 with what arrived: too little goes to review', async () => {
    const company = await world.company();
    const { id } = await create(company);
    const answer = await company.ask<Invoice>(transfers(id), { method: 'POST', json: { amount: '99.5' } });
    expect(answer).toMatchObject({
      status: 200,
      body: { id, status: 'manual_review', observedTransfers: [{ amount: '99.500000' }] },
    });
  });

  test('200 for one that happened at another time: late is kept and not credited', async () => {
    const company = await world.company();
    const { id, payAmount, expiresAt } = await create(company);
    const json = { amount: payAmount, occurredAt: expiresAt };
    const answer = await company.ask<Invoice>(transfers(id), { method: 'POST', json });
    expect(answer).toMatchObject({ status: 200, body: { observedTransfers: [{ amount: payAmount }] } });
    expect(answer.body.status).not.toBe('completed');
    expect(await company.balance()).toEqual({ available: '0.00', held: '0.00' });
  });

  test.each([{}, { amount: '0' }, { amount: '-1' }, { amount: '1.0000001' }, { amount: '1', x: 1 }])(
    '400 for %j',
    async (json) => {
      const company = await world.company();
      const { id } = await create(company);
      expect(await company.ask(transfers(id), { method: 'POST', json })).toMatchObject({ status: 400 });
    },
  );

  test('404 for another company’s invoice, 403 without funding:write', async () => {
    const [company, other] = [await world.company(), await world.company()];
    const { id } = await create(company);
    const json = { amount: '1' };
    expect(await other.ask(transfers(id), { method: 'POST', json })).toMatchObject({ status: 404 });
    const reader = await company.client({ scopes: ['balance:read'] });
    expect(await reader.ask(transfers(id), { method: 'POST', json })).toMatchObject({ status: 403 });
    expect(await reader.get(`${PATH}/${id}`)).toMatchObject({ status: 200 });
  });
});
