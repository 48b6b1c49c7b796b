import { randomUUID } from 'node:crypto';
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { revokeKey } from '@cardwright/server/identity/keys/manage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectTold } from '../../cards/transactions/told.ts';
import { becomes, newHolder, order, traces } from '../../operations/run/on-its-way.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { absent, refused } from './orders.ts';

const path = '/api/v1/sandbox/transactions';

let world: World;
let company: Company;
let cardId: string;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker');
  company = await world.company({ available: '2000.00' });
  cardId = await issued(company);
});
afterAll(() => world?.stop());

const { issue } = traces(() => world);

/** A card with 50.00 that the issuer knows. */
async function issued(owner: Company): Promise<string> {
  const id = await order(owner, issue(await newHolder(owner)));
  return (await becomes(owner, id, 'completed')).result.cardId ?? '';
}

const wish = (more: object = {}) => ({
  cardId,
  type: 'purchase',
  amount: '12.34',
  merchant: 'Bookshop',
  country: 'DE',
  ...more,
});

const balanceOf = async (owner: Company, id: string) =>
  (await owner.get<{ balance: string }>(`/api/v1/cards/${id}`)).body.balance;

const wishesOf = async ({ scope }: Company) => {
  const text = 'select state from simulated_payments where company_id = $1';
  return (await world.admin.query<{ state: string }>(text, [scope.companyId])).rows.map(({ state }) => state);
};

/** A refused request must not have made a wish, nor used up its key. */
async function expectNothingHappened(owner: Company, key: string): Promise<void> {
  expect(await wishesOf(owner)).toEqual([]);
  expect(await owner.get(`/api/v1/idempotency-keys/${key}`)).toMatchObject({ status: 404 });
}

describe(`POST ${path}`, () => {
  test('201 answers the payment as it is read then, and the balance of the card has moved with it', async () => {
    const owner = await world.company({ available: '100.00' });
    const card = await issued(owner);
    const answer = await owner.post<{ id: string }>(path, wish({ cardId: card, description: 'Two books' }));
    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^txn_/),
        cardId: card,
        reference: expect.stringMatching(/./),
        type: 'purchase',
        status: 'settled',
        amount: '-12.34',
        currency: 'USD',
        merchant: 'Bookshop',
        country: 'DE',
        description: 'Two books',
        occurredAt: expect.stringMatching(/Z$/),
      },
    });
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(answer.headers.get('location')).toBe(`/api/v1/transactions/${answer.body.id}`);
    expect((await owner.get(`/api/v1/transactions/${answer.body.id}`)).text).toBe(answer.text);
    expect(await balanceOf(owner, card)).toBe('37.66');
    await expectTold(world, owner, ['transaction.created', 'card.updated']);
    const { rows } = await world.admin.query('select balance_cents from issuer_sandbox.cards where account = $1', [
      owner.id,
    ]);
    expect(rows).toEqual([{ balance_cents: 3766n }]);
  });

  test.each([
    ['purchase', '-1.00', '49.00'],
    ['withdrawal', '-1.00', '49.00'],
    ['fee', '-1.00', '49.00'],
    ['refund', '1.00', '51.00'],
    ['reversal', '1.00', '51.00'],
  ])('201 for a %s, whose sign follows from its type', async (type, amount, balance) => {
    const owner = await world.company({ available: '100.00' });
    const card = await issued(owner);
    const answer = await owner.post(path, wish({ cardId: card, type, amount: '1' }));
    expect(answer).toMatchObject({ status: 201, body: { type, amount, description: '' } });
    expect(await balanceOf(owner, card)).toBe(balance);
  });

  test.each([
    ['pending', '48.00'],
    ['settled', '48.00'],
    ['declined', '50.00'],
    ['reversed', '50.00'],
  ])('201 for a payment that is %s', async (status, balance) => {
    const owner = await world.company({ available: '100.00' });
    const card = await issued(owner);
    expect(await owner.post(path, wish({ cardId: card, amount: '2.00', status }))).toMatchObject({
      status: 201,
      body: { status },
    });
    expect(await balanceOf(owner, card)).toBe(balance);
  });

  test('201 beyond the funds: declined by the issuer, and overdrawn when it is settled all the same', async () => {
    const owner = await world.company({ available: '100.00' });
    const card = await issued(owner);
    expect(await owner.post(path, wish({ cardId: card, amount: '50.01' }))).toMatchObject({
      status: 201,
      body: { status: 'declined', declineReason: 'insufficient_balance' },
    });
    await owner.post(path, wish({ cardId: card, amount: '50.01', status: 'settled' }));
    expect((await owner.get(`/api/v1/cards/${card}`)).body).toMatchObject({ balance: '0.00', overdrawn: '0.01' });
  });

  test('201 in the time of the sandbox, and with words of any language', async () => {
    const owner = await world.company({ available: '100.00' });
    const card = await issued(owner);
    await owner.post('/api/v1/sandbox/clock/advance', { seconds: 86_400 * 40 });
    const merchant = '"Bücher" \\ 書店 📚';
    const answer = await owner.post<{ id: string; occurredAt: string }>(path, wish({ cardId: card, merchant }));
    expect(answer).toMatchObject({ status: 201, body: { merchant } });
    expect(answer.headers.get('retry-after')).toBeNull();
    expect((await owner.get(`/api/v1/transactions/${answer.body.id}`)).text).toBe(answer.text);
    const days = (Date.parse(answer.body.occurredAt) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(40, 1);
  });

  test.each<[string, object, string]>([
    ['no card', { cardId: undefined }, 'request_invalid'],
    ['a type that is none', { type: 'chargeback' }, 'request_invalid'],
    ['a status that is none', { status: 'done' }, 'request_invalid'],
    ['a negative amount', { amount: '-1.00' }, 'request_invalid'],
    ['an amount of nothing', { amount: '0.00' }, 'amount_invalid'],
    ['an amount beyond every card', { amount: '1000000000.01' }, 'amount_invalid'],
    ['no merchant', { merchant: undefined }, 'request_invalid'],
    ['an empty merchant', { merchant: '' }, 'request_invalid'],
    ['a merchant with a line break', { merchant: 'Book\nshop' }, 'request_invalid'],
    ['a merchant with half a character', { merchant: 'Book\ud83d' }, 'request_invalid'],
    ['a merchant without end', { merchant: 'x'.repeat(121) }, 'request_invalid'],
    ['a country that is none', { country: 'Germany' }, 'request_invalid'],
    ['no country', { country: undefined }, 'request_invalid'],
    ['an unknown field', { reference: 'mine' }, 'request_invalid'],
    ['a card number as a merchant', { merchant: 'Shop 4242424242424242' }, 'card_number_refused'],
    ['a card number in the description', { description: '4242424242424242' }, 'card_number_refused'],
  ])('400 for %s', async (_what, wrong, code) => {
    const owner = await world.company();
    const key = randomUUID();
    expect(await owner.post(path, wish(wrong), { key })).toMatchObject(refused(400, code));
    await expectNothingHappened(owner, key);
  });

  test('400 without an Idempotency-Key, and for a query parameter', async () => {
    expect(await company.post(path, wish(), { key: null })).toMatchObject(refused(400, 'idempotency_key_invalid'));
    expect(await company.post(`${path}?status=pending`, wish())).toMatchObject(refused(400, 'request_invalid'));
  });

  test('201 without a status: a repeated key shows the payment as it is', async () => {
    const owner = await world.company({ available: '100.00' });
    const [card, key] = [await issued(owner), randomUUID()];
    const first = await owner.post<{ id: string }>(path, wish({ cardId: card }), { key });
    expect(first).toMatchObject({ status: 201, body: { status: 'settled', declineReason: '' } });
    const again = await owner.post(path, wish({ cardId: card }), { key });
    expect(again.text).toBe((await owner.get(`/api/v1/transactions/${first.body.id}`)).text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('400 card_not_active for a card that the issuer does not know', async () => {
    const owner = await world.company();
    const unknown = await owner.insertCard({ issuerToken: '' });
    expect(await owner.post(path, wish({ cardId: unknown }))).toMatchObject(refused(400, 'card_not_active'));
  });

  test('404 for a card that there is not, of another company, or of whatever form', async () => {
    const other = await world.company();
    const key = randomUUID();
    for (const id of [absent('card'), cardId, cardId.replace('card_', 'txn_'), 'x', '']) {
      const answer = await other.post(path, wish({ cardId: id }), { key });
      expect(answer).toMatchObject(refused(404, 'card_not_found'));
    }
    await expectNothingHappened(other, key);
  });

  test('413 for a body that is too large, 415 for another media type', async () => {
    const owner = await world.company();
    const headers = { 'idempotency-key': randomUUID() };
    const large = { method: 'POST', headers, raw: 'x'.repeat(64 * 1024 + 1) };
    expect(await owner.ask(path, large)).toMatchObject(refused(413, 'body_too_large'));
    const xml = { method: 'POST', headers: { ...headers, 'content-type': 'application/xml' }, raw: '<x/>' };
    expect(await owner.ask(path, xml)).toMatchObject(refused(415, 'media_type_unsupported'));
  });
});

describe(`POST ${path}, again`, () => {
  test('the same key and request answer the same bytes, and the payment happens once', async () => {
    const owner = await world.company({ available: '100.00' });
    const card = await issued(owner);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.post(path, wish({ cardId: card, amount: '1.00' }), { key })),
    );
    answers.push(await owner.post(path, wish({ cardId: card, amount: '1.00' }), { key }));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    for (const { headers } of answers) expect(headers.get('location')).toMatch(/^\/api\/v1\/transactions\/txn_/);
    expect(await balanceOf(owner, card)).toBe('49.00');
    expect(await wishesOf(owner)).toHaveLength(1);
  });

  test('409 for the same key with another request names the payment and the fields, before the card is looked for', async () => {
    const key = randomUUID();
    const first = await company.post<{ id: string }>(path, wish({ amount: '1.00' }), { key });
    const conflict = { resourceId: first.body.id, differs: ['amount', 'cardId'], retry: 'new_key' };
    const again = await company.post(path, wish({ amount: '1.01', cardId: absent('card') }), { key });
    expect(again).toMatchObject(refused(409, 'idempotency_conflict', conflict));
  });

  test('the key tells what became of it', async () => {
    const key = randomUUID();
    const { body } = await company.post<{ id: string }>(path, wish({ amount: '1.00' }), { key });
    expect((await company.get(`/api/v1/idempotency-keys/${key}`)).body).toMatchObject({
      method: 'POST',
      path,
      status: 201,
      resourceId: body.id,
    });
  });

  test('many at once share commits, and each becomes a payment', async () => {
    const owner = await world.company({ available: '100.00' });
    const card = await issued(owner);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => owner.post(path, wish({ cardId: card, amount: '1.00' }))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await balanceOf(owner, card)).toBe('20.00');
    const commits =
      'select count(distinct xmin::text)::integer as commits from idempotency_keys where company_id = $1 and path = $2';
    expect((await world.admin.query(commits, [owner.scope.companyId, path])).rows[0].commits).toBeLessThan(30);
  });
});

describe(`POST ${path}, by whom`, () => {
  test('401 without a key, and at once for a revoked one, even while a server still trusts it', async () => {
    expect(await world.ask(path, { method: 'POST', json: wish() })).toMatchObject({ status: 401 });
    const owner = await world.company();
    const client = await owner.client();
    const card = await owner.insertCard();
    expect(await client.get('/api/v1/balance')).toMatchObject({ status: 200 });
    await revokeKey(world.tools, owner.scope, client.keyId);
    const key = randomUUID();
    expect(await client.post(path, wish({ cardId: card }), { key })).toMatchObject(refused(401, 'key_invalid'));
    await expectNothingHappened(owner, key);
  });

  test('403 for a key with every permission but cards:write', async () => {
    const others = await company.client({ scopes: keyScopes.filter((scope) => scope !== 'cards:write') });
    expect(await others.post(path, wish())).toMatchObject(refused(403, 'scope_missing'));
    const alone = await company.client({ scopes: ['cards:write'] });
    expect(await alone.post(path, wish({ amount: '0.01' }))).toMatchObject({ status: 201 });
  });

  test('403 for a live key, and for a company that is not verified', async () => {
    const live = await company.client({ environment: 'live' });
    expect(await live.post(path, wish())).toMatchObject(refused(403, 'sandbox_only'));
    const unverified = await world.company({ verification: 'rejected' });
    expect(await unverified.post(path, wish())).toMatchObject(refused(403, 'verification_required'));
  });
});
