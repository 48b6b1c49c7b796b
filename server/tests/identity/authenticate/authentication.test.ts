import { verifyCompany } from '@cardwright/server/identity/companies/manage.ts';
import { revokeKey, rotateKey } from '@cardwright/server/identity/keys/manage.ts';
import { newKeyText } from '@cardwright/server/identity/keys/text.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../client.ts';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';

/** Every server must have heard of a change by then. */
const HEARD_WITHIN_MS = 1_000;

let world: World;
beforeAll(async () => {
  world = await startWorld({ api: 2 });
});
afterAll(() => world.stop());

const read = (headers: Record<string, string>) => world.ask<ErrorBody>('/api/v1/balance', { headers });
const readWith = (key: string) => read({ authorization: `Bearer ${key}` });

describe('a bearer key', () => {
  test('is taken in any case of the scheme and with more than one space', async () => {
    const { key } = await world.company();
    for (const authorization of [`Bearer ${key}`, `bearer ${key}`, `BEARER ${key}`, `Bearer   ${key}`])
      expect(await read({ authorization }), authorization).toMatchObject({ status: 200 });
  });

  test('is not taken in another scheme, place or form', async () => {
    const { key } = await world.company();
    const refused: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
      { authorization: key },
      { authorization: `Basic ${key}` },
      { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      { authorization: `Token ${key}` },
      { authorization: `Bearer${key}` },
      { authorization: `Bearer ${key} ${key}` },
      { authorization: `Bearer ${key},` },
      { authorization: `Bearer "${key}"` },
      { 'x-api-key': key },
      { cookie: `authorization=Bearer ${key}` },
    ];
    for (const headers of refused) expect(await read(headers), JSON.stringify(headers)).toMatchObject({ status: 401 });
    expect(await world.ask(`/api/v1/balance?key=${key}`)).toMatchObject({ status: 401 });
  });

  test('of a checksum that does not fit, or of another length, is refused', async () => {
    const { key } = await world.company();
    const last = key.endsWith('a') ? 'b' : 'a';
    const wrong = [
      key.slice(0, -1) + last,
      key.slice(0, -1),
      `${key}a`,
      key.toUpperCase(),
      key.replace('sandbox', 'live'),
      key.replace('_00', '_01'),
      newKeyText('sandbox', '00'), // well-formed, but nobody’s
    ];
    for (const text of wrong) expect(await readWith(text), text).toMatchObject({ status: 401 });
  });

  test('works in its own environment and is never shown in an answer', async () => {
    const company = await world.company();
    const live = await company.client({ environment: 'live' });
    for (const client of [company, live]) {
      const { text } = await client.get('/api/v1/capabilities');
      expect(text).toContain(`"environment":"${client === live ? 'live' : 'sandbox'}"`);
      expect(text).not.toContain(client.key);
    }
  });
});

describe('every refused key', () => {
  test('gets one and the same 401, whatever is wrong with it', async () => {
    const company = await world.company();
    const revoked = await company.client();
    await revokeKey(world.tools, company.scope, revoked.keyId);
    const expired = await company.client({ expiresAt: new Date(Date.now() - 1_000) });
    const answers = [
      await world.ask<ErrorBody>('/api/v1/balance'),
      await readWith('nonsense'),
      await readWith(newKeyText('sandbox', '00')),
      await readWith(newKeyText('live', 'ZZ')),
      await readWith(revoked.key),
      await readWith(expired.key),
    ];
    const withoutId = answers.map(({ status, body, headers }) => {
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(headers.get('ratelimit')).toBeNull();
      return JSON.stringify({ status, ...body, requestId: '' });
    });
    expect(new Set(withoutId).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, body: { statusCode: 401, code: 'key_invalid', retry: 'never' } });
  });

  test('of a company that is not verified is 401 all the same when it is revoked', async () => {
    const company = await world.company({ verification: 'pending' });
    const client = await company.client();
    await revokeKey(world.tools, company.scope, client.keyId);
    expect(await readWith(client.key)).toMatchObject({ status: 401 });
  });
});

describe('within one second, on every server', () => {
  /** The statuses of a key on both servers. */
  const onBoth = async (key: string): Promise<number[]> =>
    Promise.all(
      world.stack.baseUrls.map(async (baseUrl) => {
        const response = await fetch(`${baseUrl}/api/v1/balance`, { headers: { authorization: `Bearer ${key}` } });
        await response.arrayBuffer();
        return response.status;
      }),
    );
  const become = (key: string, status: number) =>
    until(
      () => onBoth(key),
      (statuses) => statuses.every((seen) => seen === status),
      HEARD_WITHIN_MS,
    );

  test('a revoked key stops working', async () => {
    const company = await world.company();
    const client = await company.client();
    expect(await onBoth(client.key)).toEqual([200, 200]);
    await revokeKey(world.tools, company.scope, client.keyId);
    await become(client.key, 401);
    expect(await onBoth(company.key)).toEqual([200, 200]);
  });

  test('a key that was replaced without overlap stops working', async () => {
    const company = await world.company();
    const client = await company.client();
    expect(await onBoth(client.key)).toEqual([200, 200]);
    const next = await rotateKey(world.tools, company.scope, { keyId: client.keyId, overlapHours: 0 });
    await become(client.key, 401);
    expect(await onBoth(typeof next === 'string' ? next : next.text)).toEqual([200, 200]);
    expect(await rotateKey(world.tools, company.scope, { keyId: client.keyId, overlapHours: 0 })).toBe(
      'no_such_live_key',
    );
  });

  test('a key is replaced once, and its successor ends when it would have ended', async () => {
    const company = await world.company();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const client = await company.client({ expiresAt });
    const rotate = () => rotateKey(world.tools, company.scope, { keyId: client.keyId, overlapHours: 24 });
    expect(await rotate()).toMatchObject({ expiresAt });
    expect(await rotate()).toBe('replaced_already');
  });

  test('a key stops working when its time is over', async () => {
    const company = await world.company();
    const expiresAt = new Date(Date.now() + 700);
    const client = await company.client({ expiresAt });
    expect(await onBoth(client.key)).toEqual([200, 200]);
    await until(
      () => onBoth(client.key),
      (statuses) => statuses.every((seen) => seen === 401),
      700 + HEARD_WITHIN_MS,
    );
  });

  test('a company that loses its verification is refused, and one that gains it is let in', async () => {
    const company = await world.company();
    expect(await onBoth(company.key)).toEqual([200, 200]);
    const decide = (verification: 'approved' | 'rejected') =>
      verifyCompany(world.tools, company.scope.companyId, { verification, reason: 'looked again' });
    await decide('rejected');
    await become(company.key, 403);
    await decide('approved');
    await become(company.key, 200);
  });

  test('a permission that is taken away is gone', async () => {
    const company = await world.company();
    const client = await company.client({ scopes: ['balance:read'] });
    expect(await onBoth(client.key)).toEqual([200, 200]);
    await world.admin.query(`update api_keys set scopes = '{cards:read}' where id = $1`, [client.keyId]);
    await become(client.key, 403);
  });

  test('a key’s last use is known within a few seconds', async () => {
    const company = await world.company();
    const client = await company.client();
    await client.get('/api/v1/balance');
    await until(
      async () => (await world.admin.query('select last_used_at from api_keys where id = $1', [client.keyId])).rows[0],
      (row: { last_used_at: Date | null } | undefined) => row?.last_used_at != null,
    );
  });
});
