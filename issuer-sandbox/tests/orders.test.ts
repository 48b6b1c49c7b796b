// Orders as Cardwright sends them: signed, answered once, and never forgotten.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestIssuer, type TestIssuer } from './issuer.ts';

let world: TestIssuer;
let holder = '';
beforeAll(async () => {
  world = await startTestIssuer();
  const { body } = await world.ask('/v1/holders', {
    body: { reference: 'holder_1', name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' },
  });
  holder = String(body['token']);
});
afterAll(() => world.stop());

const issue = (reference = `op_${randomUUID()}`) => ({
  reference,
  kind: 'issue',
  product: 'prod_card',
  amount: '50.00',
  currency: 'USD',
  holder,
});
const topup = (card: string, amount = '10.00') => ({
  reference: `op_${randomUUID()}`,
  kind: 'topup',
  product: 'prod_card',
  amount,
  currency: 'USD',
  card,
});

describe('a signature', () => {
  test('of the right key, time, method, path and body is taken', async () => {
    expect(await world.ask('/v1/orders', { body: issue() })).toMatchObject({ status: 200 });
  });

  test.each([
    ['another key', { 'Issuer-Key': 'k9' }],
    ['another signature', { 'Issuer-Signature': `v1=${'0'.repeat(64)}` }],
    ['no signature', { 'Issuer-Signature': '' }],
    ['a time six minutes ago', { 'Issuer-Timestamp': String(Math.floor(Date.now() / 1_000) - 360) }],
    ['a time in six minutes', { 'Issuer-Timestamp': String(Math.floor(Date.now() / 1_000) + 360) }],
  ])('with %s is 401 and has no effect', async (_what, headers) => {
    const body = issue();
    expect(await world.ask('/v1/orders', { body, headers })).toMatchObject({
      status: 401,
      body: { code: 'signature_invalid' },
    });
    expect(await world.ask(`/v1/orders/${body.reference}`)).toMatchObject({ status: 404, body: { status: 'absent' } });
  });

  test('covers the query and the calls of the sandbox', async () => {
    const headers = { 'Issuer-Signature': `v1=${'0'.repeat(64)}` };
    expect((await world.ask('/sandbox/requests?limit=1', { headers })).status).toBe(401);
    expect((await world.ask('/sandbox/requests?limit=1')).status).toBe(200);
  });

  test('is asked for before anything else is looked at', async () => {
    const headers = { 'Issuer-Signature': 'v1=wrong' };
    expect((await world.ask('/v1/orders', { body: 'no JSON', headers })).status).toBe(401);
    expect((await world.ask('/v1/orders', { body: 'no JSON' })).status).toBe(400);
  });
});

describe('an order', () => {
  test('to issue a card answers its token and last four digits, and nothing longer', async () => {
    const body = issue();
    const answer = await world.ask('/v1/orders', { body });
    expect(answer.body).toEqual({
      reference: body.reference,
      status: 'done',
      kind: 'issue',
      amount: '50.00',
      currency: 'USD',
      receipt: expect.stringMatching(/^R-[0-9A-F]{12}$/) as string,
      card: { token: expect.stringMatching(/^ict_/) as string, last4: expect.stringMatching(/^\d{4}$/) as string },
      balance: '50.00',
    });
    const read = await world.ask(`/v1/orders/${body.reference}`);
    expect(read.text).toBe(answer.text);
    const { token, last4 } = answer.body['card'] as { token: string; last4: string };
    expect(await world.ask(`/v1/cards/${token}`)).toMatchObject({
      status: 200,
      body: { token, last4, status: 'active', balance: '50.00' },
    });
  });

  test('to top up adds to the card, each once', async () => {
    const { body } = await world.ask('/v1/orders', { body: issue() });
    const { token } = body['card'] as { token: string };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.ask('/v1/orders', { body: topup(token, '1.25') })),
    );
    expect(new Set(answers.map((answer) => answer.body['status']))).toEqual(new Set(['done']));
    expect((await world.ask(`/v1/cards/${token}`)).body['balance']).toBe('75.00');
  });

  test('for a service has a receipt and no card', async () => {
    const body = { ...issue(), kind: 'service', holder: undefined, recipient: 'printer@example.com' };
    const answer = await world.ask('/v1/orders', { body });
    expect(answer.body).toMatchObject({ status: 'done', kind: 'service' });
    expect(answer.body).not.toHaveProperty('card');
  });

  test('about a card or holder of nobody, or of another account, is rejected', async () => {
    const { body } = await world.ask('/v1/orders', { body: issue() });
    const { token } = body['card'] as { token: string };
    const rejected = (code: string) => ({ status: 200, body: { status: 'rejected', rejection: { code } } });
    expect(await world.ask('/v1/orders', { body: topup('ict_nobody') })).toMatchObject(rejected('card_unknown'));
    expect(await world.ask('/v1/orders', { body: topup(token), account: 'other' })).toMatchObject(
      rejected('card_unknown'),
    );
    expect(await world.ask('/v1/orders', { body: issue(), account: 'other' })).toMatchObject(
      rejected('holder_unknown'),
    );
    expect((await world.ask(`/v1/cards/${token}`)).body['balance']).toBe('50.00');
  });

  test.each([
    ['no holder', { holder: undefined }],
    ['an amount with one decimal', { amount: '10.0' }],
    ['no money', { amount: '0.00' }],
    ['another currency', { currency: 'EUR' }],
    ['an unknown field', { number: '4111111111111111' }],
    ['an unknown kind', { kind: 'gift' }],
  ])('with %s is 400', async (_what, change) => {
    expect((await world.ask('/v1/orders', { body: { ...issue(), ...change } })).status).toBe(400);
  });

  test('without an account is 400', async () => {
    expect((await world.ask('/v1/orders', { body: issue(), headers: { 'Issuer-Account': '' } })).status).toBe(400);
  });
});

describe('the same reference again', () => {
  test('with the same content is the first answer, and the effect happened once', async () => {
    const { body } = await world.ask('/v1/orders', { body: issue() });
    const { token } = body['card'] as { token: string };
    const order = topup(token);
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.ask('/v1/orders', { body: order })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await world.ask(`/v1/cards/${token}`)).body['balance']).toBe('60.00');
    const { body: counts } = await world.ask(`/sandbox/requests/counts?reference=${order.reference}`);
    expect(counts).toEqual({
      requests: 5,
      references: 1,
      most: 5,
      data: [{ reference: order.reference, path: '/v1/orders', received: 5 }],
    });
    const { body: record } = await world.ask(`/sandbox/requests?reference=${order.reference}`);
    const duplicates = (record['data'] as { duplicate: boolean }[]).map(({ duplicate }) => duplicate);
    expect(duplicates).toEqual([false, true, true, true, true]);
  });

  test('with other content is 409', async () => {
    const body = issue();
    const first = await world.ask('/v1/orders', { body });
    expect(await world.ask('/v1/orders', { body: { ...body, amount: '51.00' } })).toMatchObject({
      status: 409,
      body: { code: 'reference_conflict' },
    });
    expect((await world.ask(`/v1/orders/${body.reference}`)).text).toBe(first.text);
  });

  test('of another account is another order', async () => {
    const body = { ...issue(), kind: 'service', holder: undefined, recipient: 'a@example.com' };
    const answers = [
      await world.ask('/v1/orders', { body }),
      await world.ask('/v1/orders', { body, account: 'other' }),
    ];
    expect(answers.map((answer) => answer.body['status'])).toEqual(['done', 'done']);
    expect(answers[0]?.body['receipt']).not.toBe(answers[1]?.body['receipt']);
  });
});

test('a holder is registered once and found by its reference', async () => {
  const body = { reference: 'holder_2', name: 'Grace Hopper', email: 'grace@example.com', kind: 'corporate' };
  const first = await world.ask('/v1/holders', { body });
  expect(first).toMatchObject({ status: 200, body: { reference: 'holder_2', status: 'active' } });
  expect((await world.ask('/v1/holders', { body })).text).toBe(first.text);
  expect((await world.ask('/v1/holders', { body: { ...body, name: 'Someone' } })).status).toBe(409);
  expect((await world.ask('/v1/holders/holder_2')).text).toBe(first.text);
  expect((await world.ask('/v1/holders/holder_3')).status).toBe(404);
});

test('kill -9 and a new start forget nothing, at the same addresses', async () => {
  const body = issue();
  const first = await world.ask('/v1/orders', { body });
  process.kill(world.issuer.process.pid, 'SIGKILL');
  const { said } = await world.issuer.restart();
  expect(said).toEqual({ url: world.issuer.url, addresses: world.issuer.addresses });
  expect((await world.ask(`/v1/orders/${body.reference}`)).text).toBe(first.text);
  expect((await world.ask('/v1/orders', { body })).text).toBe(first.text);
});

test('the role of the issuer reaches its own schema and nothing else', async () => {
  const client = new pg.Client(world.stack.urlOf('issuer_sandbox'));
  await client.connect();
  const reachable = await client.query<{ name: string }>(
    `select n.nspname as name from pg_namespace n
      where n.nspname not like 'pg_%' and n.nspname <> 'information_schema' and has_schema_privilege(n.oid, 'usage')`,
  );
  expect(reachable.rows).toEqual([{ name: 'issuer_sandbox' }]);
  await expect(client.query('select 1 from public.companies')).rejects.toThrow(/permission denied/);
  await expect(client.query('delete from issuer_sandbox.requests')).rejects.toThrow(/permission denied/);
  await expect(client.query('update issuer_sandbox.orders set answer = answer')).rejects.toThrow(/permission denied/);
  await client.end();
});
