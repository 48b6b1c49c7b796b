// The secrets of webhooks: sealed in the database, shown once, replaced without losing a delivery.
import { createHmac, randomBytes } from 'node:crypto';
import { openSecret, sealSecret } from '@cardwright/server/events/webhooks/seal.ts';
import { readVersions } from '@cardwright/server/foundation/config.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import { type Driver, type Endpoint, listen, openDriver, PATH, read, tell, uuidOf } from './delivering.ts';
import type { Received, Receiver } from './receiver.ts';

let world: World;
let driver: Driver;
const receivers: Receiver[] = [];
beforeAll(async () => {
  world = await startWorld();
});
afterEach(async () => {
  await driver?.close();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
afterAll(() => world?.stop());

const DAY = 24 * 3_600;
const keysOf = (...versions: number[]) =>
  readVersions(versions.map((version) => `${version}:${version.toString().padStart(64, '0')}`).join(','));

describe('a sealed secret', () => {
  const scope = { companyId: '01900000-0000-7000-8000-000000000001', environment: 'sandbox' as const };
  const owner = { scope, webhookId: '01900000-0000-7000-8000-000000000002' };

  test('opens for its own endpoint, and is another each time', () => {
    const sealed = sealSecret(keysOf(1), owner, 'whsec_x');
    expect(openSecret(keysOf(1), owner, sealed).toString()).toBe('whsec_x');
    expect(sealed.sealedSecret.includes('whsec_x')).toBe(false);
    expect(sealSecret(keysOf(1), owner, 'whsec_x').sealedSecret).not.toEqual(sealed.sealedSecret);
  });

  test('opens for no other endpoint, company or environment, with no other key, and not when a bit of it changed', () => {
    const sealed = sealSecret(keysOf(1), owner, 'whsec_x');
    const others = [
      { ...owner, webhookId: '01900000-0000-7000-8000-000000000003' },
      { ...owner, scope: { ...scope, environment: 'live' as const } },
      { ...owner, scope: { ...scope, companyId: '01900000-0000-7000-8000-000000000004' } },
    ];
    for (const other of others) expect(() => openSecret(keysOf(1), other, sealed)).toThrow();
    const wrong = { current: 1, byVersion: new Map([[1, randomBytes(32)]]) };
    expect(() => openSecret(wrong, owner, sealed)).toThrow();
    for (let at = 0; at < sealed.sealedSecret.length; at++) {
      const changed = Buffer.from(sealed.sealedSecret);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => openSecret(keysOf(1), owner, { ...sealed, sealedSecret: changed })).toThrow();
    }
  });

  test('is made with the newest key, and opens as long as its own is configured', () => {
    const old = sealSecret(keysOf(1), owner, 'whsec_x');
    expect(sealSecret(keysOf(1, 2), owner, 'whsec_x').sealingKey).toBe(2);
    expect(openSecret(keysOf(1, 2), owner, old).toString()).toBe('whsec_x');
    expect(() => openSecret(keysOf(2), owner, old)).toThrow('lacks version 1');
  });

  test('is nowhere in the database as it was shown, and neither the API nor operators can read what is', async () => {
    const company = await world.company();
    driver = openDriver(world);
    const { secret, endpoint } = await listen(company, receivers);
    const { rows } = await world.admin.query('select * from webhook_endpoints where id = $1', [uuidOf(endpoint)]);
    expect(
      Object.values(rows[0] as object)
        .map(String)
        .join(' '),
    ).not.toContain(secret);
    expect((rows[0] as { sealed_secret: Buffer }).sealed_secret.includes(secret)).toBe(false);
    for (const role of ['cardwright_api', 'cardwright_admin'])
      for (const column of ['sealed_secret', 'next_sealed_secret']) {
        const may = await world.admin.query(
          `select has_column_privilege($1, 'webhook_endpoints', $2, 'select') as may`,
          [role, column],
        );
        expect(may.rows, `${role} ${column}`).toEqual([{ may: false }]);
      }
  });
});

describe('a rotation', () => {
  const signatureIn = (received: Received | undefined, header: string, secret: string): boolean => {
    const [, t = '', v1] = /^t=(\d+),v1=(\w+)$/.exec(String(received?.headers[header])) ?? [];
    return (
      v1 ===
      createHmac('sha256', secret)
        .update(`${t}.`)
        .update(received?.raw ?? '')
        .digest('hex')
    );
  };
  const deliver = async (company: Company, receiver: Receiver) => {
    await tell(world, company, ['card.updated']);
    await driver.deliver();
    return receiver.got.at(-1);
  };
  const rotate = async (company: Company, { id }: Endpoint) =>
    (await company.post<Endpoint>(`${PATH}/${id}/rotate-secret`, undefined)).body.secret ?? '';

  test('signs with both, the old one first, until the new one is confirmed', async () => {
    const company = await world.company();
    driver = openDriver(world);
    const { receiver, endpoint, secret } = await listen(company, receivers);
    const lost = await rotate(company, endpoint);
    const next = await rotate(company, endpoint);
    const during = await deliver(company, receiver);
    expect(signatureIn(during, 'service-signature', secret)).toBe(true);
    expect(signatureIn(during, 'service-signature-next', next)).toBe(true);
    expect(signatureIn(during, 'service-signature-next', lost)).toBe(false);
    await company.post(`${PATH}/${endpoint.id}/confirm-secret`, undefined);
    const after = await deliver(company, receiver);
    expect(signatureIn(after, 'service-signature', next)).toBe(true);
    expect(after?.headers['service-signature-next']).toBeUndefined();
  });

  test('ends by itself after 24 hours', async () => {
    const company = await world.company();
    driver = openDriver(world);
    const { receiver, endpoint, secret } = await listen(company, receivers);
    const next = await rotate(company, endpoint);
    const { rotation } = await read(company, endpoint);
    expect(Math.abs(Date.parse(rotation?.until ?? '') - Date.now() - DAY * 1_000)).toBeLessThan(60_000);
    driver.advance(DAY - 60);
    expect(signatureIn(await deliver(company, receiver), 'service-signature', secret)).toBe(true);
    driver.advance(120);
    const after = await deliver(company, receiver);
    expect(signatureIn(after, 'service-signature', next)).toBe(true);
    expect(after?.headers['service-signature-next']).toBeUndefined();
  });
});

test('events about an endpoint show its URL to the others without the query, which may hold a secret', async () => {
  const company = await world.company();
  driver = openDriver(world);
  const { receiver, endpoint } = await listen(company, receivers);
  const other = await listen(company, receivers);
  const url = `${receiver.url}?token=hidden`;
  await company.ask(`${PATH}/${endpoint.id}`, { method: 'PATCH', json: { url } });
  expect((await read(company, endpoint)).url).toBe(url);
  await company.post(`${PATH}/${endpoint.id}/test`, undefined);
  receiver.answer({ status: 410 });
  await tell(world, company, ['card.updated']);
  await driver.deliver();
  expect(other.receiver.got.at(-1)?.event).toMatchObject({
    type: 'webhook.disabled',
    data: { object: { id: endpoint.id, url: receiver.url } },
  });
  expect(receiver.got.map(({ path }) => path)).toEqual(['/hook?token=hidden', '/hook?token=hidden']);
  expect((await company.get('/api/v1/events')).text).not.toContain('hidden');
});
