// One request with several things wrong is refused for the first of them. Each test has everything wrong from its own
// step on, so a step that moved would answer something else.
import { randomUUID } from 'node:crypto';
import { suspendCompany } from '@cardwright/server/identity/companies/manage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../client.ts';
import { startWorld, type World } from '../../world.ts';

const path = '/api/v1/sandbox/funding';
const tooLarge = JSON.stringify({ amount: 'x'.repeat(70_000) });

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { CARDWRIGHT_WRITES_PER_SECOND: '1', CARDWRIGHT_READS_PER_SECOND: '1000000' } });
});
afterAll(() => world.stop());

/** Uses up the two writes that a company has at once. */
async function exhaust(client: Client): Promise<void> {
  for (let write = 0; write < 2; write++) await client.post(path, {}, { key: null });
}

const everythingWrong = { method: 'POST', raw: tooLarge, headers: { 'content-type': 'text/plain' } };

describe('the order of refusals', () => {
  test('1. an invalid key is 401, before anything else', async () => {
    expect(await world.ask(path, { ...everythingWrong, key: 'nonsense' })).toMatchObject({ status: 401 });
  });

  test('2. a company that is not verified is 403, before suspension and limits', async () => {
    const company = await world.company({ verification: 'pending' });
    await suspendCompany(world.tools, company.scope.companyId, 'test');
    for (let time = 0; time < 4; time++)
      expect(await company.ask(path, everythingWrong)).toMatchObject({
        status: 403,
        body: { code: 'verification_required' },
      });
  });

  test('3. a suspended company is 403 on writes, before limits', async () => {
    const company = await world.company();
    await suspendCompany(world.tools, company.scope.companyId, 'test');
    for (let time = 0; time < 4; time++)
      expect(await company.ask(path, everythingWrong)).toMatchObject({
        status: 403,
        body: { code: 'company_suspended' },
      });
  });

  test('4. too many requests are 429, before the body is looked at', async () => {
    const company = await world.company();
    await exhaust(company);
    expect(await company.ask(path, everythingWrong)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });

  test('5. a wrong media type is 415 and a body too large 413, before what is in it', async () => {
    const company = await world.company();
    const client = await company.client({ scopes: [] });
    const answer = await client.ask(path, { ...everythingWrong, raw: '{' });
    expect(answer).toMatchObject({ status: 415, body: { code: 'media_type_unsupported' } });
    const large = await client.ask(path, { method: 'POST', raw: tooLarge });
    expect(large).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
  });

  test('6. a malformed request is 400, before the permission', async () => {
    const company = await world.company();
    const client = await company.client({ scopes: [] });
    expect(await client.post(path, { amount: 'x' })).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
    const noKey = await client.post(path, { amount: '1.00' }, { key: null });
    expect(noKey).toMatchObject({ status: 400, body: { code: 'idempotency_key_invalid' } });
    for (const query of [
      'account-statements?from=2026-02-30&to=2026-03-01',
      'operations?cursor=garbage',
      'operations?createdFrom=2016-12-31T23:59:60Z',
      'transactions?occurredTo=2026-13-01T00:00:00Z',
    ]) {
      const answer = await client.get(`/api/v1/${query}`);
      expect(answer, query).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
    }
  });

  test('7. a missing permission is 403, before the environment, the key and what it names', async () => {
    const company = await world.company();
    const key = randomUUID();
    await company.post(path, { amount: '1.00' }, { key });
    const live = await company.client({ scopes: [], environment: 'live' });
    expect(await live.post(path, { amount: '2.00' }, { key })).toMatchObject({
      status: 403,
      body: { code: 'scope_missing' },
    });
    const reader = await company.client({ scopes: [] });
    expect(await reader.get('/api/v1/operations/op_unknown')).toMatchObject({ status: 403 });
  });

  test('8. the wrong environment is 403 sandbox_only, before the idempotency key', async () => {
    const company = await world.company();
    const live = await company.client({ environment: 'live' });
    expect(await live.post(path, { amount: '2.00' })).toMatchObject({ status: 403, body: { code: 'sandbox_only' } });
  });

  test('9. a used key is replayed or 409, when everything before it is right', async () => {
    const company = await world.company();
    const key = randomUUID();
    await company.post(path, { amount: '1.00' }, { key });
    expect(await company.post(path, { amount: '2.00' }, { key })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    });
  });
});
