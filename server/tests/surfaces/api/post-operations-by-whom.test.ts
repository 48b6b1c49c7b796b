// No worker runs here: an operation that is accepted stays queued, and nothing is sent to anybody.
import { generateKeyPairSync } from 'node:crypto';
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { setCapability, suspendCompany, verifyCompany } from '@cardwright/server/identity/companies/manage.ts';
import { revokeKey } from '@cardwright/server/identity/keys/manage.ts';
import { agree } from '@cardwright/stack/operators.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../client.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { effectsOf, ordersOf, path, refused } from './orders.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const { issue, service, topup } = ordersOf(() => world.products);

describe(`POST ${path}, by whom`, () => {
  test('401 without a key, 403 for a company that is not verified', async () => {
    expect(await world.ask(path, { method: 'POST', json: service() })).toMatchObject({ status: 401 });
    const company = await world.company({ verification: 'pending' });
    expect(await company.post(path, service())).toMatchObject(refused(403, 'verification_required'));
  });

  test('cards:write opens issue and topup, services:write opens service, and no other permission does', async () => {
    const company = await world.company({ available: '1000.00' });
    const cards = [issue(await company.insertHolder()), topup(await company.insertCard())];
    for (const [permission, orders] of [['cards:write', cards] as const, ['services:write', [service()]] as const]) {
      const alone = await company.client({ scopes: [permission] });
      const others = await company.client({ scopes: keyScopes.filter((scope) => scope !== permission) });
      for (const order of orders) {
        expect(await alone.post(path, order)).toMatchObject({ status: 201 });
        const answer = await others.post<ErrorBody>(path, order);
        expect(answer).toMatchObject(refused(403, 'scope_missing'));
        expect(answer.body.message).toContain(permission);
      }
    }
  });

  type Change = (company: Company, keyId: string) => Promise<unknown>;
  test.each<[string, ReturnType<typeof refused>, Change]>([
    [
      'suspended company',
      refused(403, 'company_suspended'),
      (c) => suspendCompany(world.tools, c.scope.companyId, 'x'),
    ],
    ['revoked key', refused(401, 'key_invalid'), (c, keyId) => revokeKey(world.tools, c.scope, keyId)],
    [
      'company that lost its verification',
      refused(403, 'verification_required'),
      (c) => verifyCompany(world.tools, c.scope.companyId, { verification: 'rejected', reason: 'x' }),
    ],
    [
      'key that lost its permission',
      refused(403, 'scope_missing'),
      (_c, keyId) => world.admin.query(`update api_keys set scopes = '{cards:write}' where id = $1`, [keyId]),
    ],
  ])('refused at once for a %s, even while a server still trusts the key', async (_what, expected, change) => {
    const company = await world.company({ available: '100.00' });
    const client = await company.client();
    expect(await client.get('/api/v1/balance')).toMatchObject({ status: 200 });
    await change(company, client.keyId);
    expect(await client.post(path, service())).toMatchObject(expected);
    expect(await effectsOf(world, company)).toEqual({ operations: 0, holds: 0, due: 0 });
  });

  test('403 live_unavailable for every kind in live, as long as no live issuer is connected', async () => {
    const company = await world.company();
    const live = await company.client({ environment: 'live' });
    for (const order of [issue('x'), topup('x'), service()])
      expect(await live.post(path, order)).toMatchObject(refused(403, 'live_unavailable'));
  });
});

describe(`POST ${path} with a live issuer`, () => {
  let connected: World;
  beforeAll(async () => {
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    connected = await startWorld({
      env: {
        CARDWRIGHT_ISSUER_LIVE_URL: 'https://issuer.invalid',
        CARDWRIGHT_ISSUER_LIVE_KEY: `k9:${'0'.repeat(64)}`,
        CARDWRIGHT_ISSUER_LIVE_PUBLIC_KEY: `l1:${Buffer.from(x, 'base64url').toString('base64')}`,
      },
    });
  });
  afterAll(() => connected?.stop());

  test('403 for a service until live_services is on; what follows is weighed as in the sandbox', async () => {
    const company = await connected.company();
    const live = await company.client({ environment: 'live' });
    const order = service({ productId: connected.products.service });
    expect(await live.post(path, order)).toMatchObject(refused(403, 'capability_disabled'));
    const on = { capability: 'live_services', enabled: true, reason: 'a test' } as const;
    await agree(connected.tools, await setCapability(connected.tools, company.scope.companyId, on));
    expect(await live.post(path, order)).toMatchObject(refused(400, 'insufficient_funds'));
  });

  test('404 for a holder and a card of the sandbox, and 400 for a scenario', async () => {
    const company = await connected.company({ available: '100.00' });
    const live = await company.client({ environment: 'live' });
    const productId = connected.products.card;
    const [holderId, cardId] = [await company.insertHolder(), await company.insertCard()];
    expect(await live.post(path, issue(holderId, { productId }))).toMatchObject(refused(404, 'holder_not_found'));
    expect(await live.post(path, topup(cardId))).toMatchObject(refused(404, 'card_not_found'));
    const headers = { 'sandbox-scenario': 'rejected' };
    expect(await live.post(path, topup(cardId), { headers })).toMatchObject(refused(400, 'scenario_invalid'));
  });
});
