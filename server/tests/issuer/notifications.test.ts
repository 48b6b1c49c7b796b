// Notifications as they arrive: verified by bytes and time, kept whole and once, and answered only then.
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { readConfig } from '@cardwright/server/foundation/config.ts';
import { openIssuer } from '@cardwright/server/issuer/client.ts';
import { verifyNotification } from '@cardwright/server/issuer/signature.ts';
import { neverStopped } from '@cardwright/server/platform/work/stop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import { startWorld, type World } from '../world.ts';
import { inTime } from './port.ts';

const live = generateKeyPairSync('ed25519');
const next = generateKeyPairSync('ed25519');
const textOf = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');

let world: World;
beforeAll(async () => {
  world = await startWorld({
    issuer: true,
    env: {
      CARDWRIGHT_ISSUER_LIVE_URL: 'https://issuer.invalid',
      CARDWRIGHT_ISSUER_LIVE_KEY: `k9:${'0'.repeat(64)}`,
      CARDWRIGHT_ISSUER_LIVE_PUBLIC_KEY: `l1:${textOf(live.publicKey)},l2:${textOf(next.publicKey)}`,
    },
  });
});
afterAll(async () => {
  await world?.stop();
});

const LIVE = '/issuer/live/notifications';
const SANDBOX = '/issuer/sandbox/notifications';

const newEvent = (more: object = {}) => ({
  id: `evt_${randomUUID()}`,
  type: 'order.done',
  occurredAt: systemClock.now().toISOString(),
  data: { reference: 'op_1', status: 'done' },
  ...more,
});

type Signing = {
  keyId?: string;
  privateKey?: KeyObject;
  ageSeconds?: number;
  path?: string;
  headers?: Record<string, string>;
  to?: World;
};

/** Posts bytes as the live issuer does, or otherwise in one particular way. */
function notify(event: object | string | Buffer, options: Signing = {}) {
  const raw = Buffer.isBuffer(event) ? event : Buffer.from(typeof event === 'string' ? event : JSON.stringify(event));
  const seconds = Math.floor(Date.now() / 1_000) - (options.ageSeconds ?? 0);
  const signature = sign(null, Buffer.concat([Buffer.from(`${seconds}.`), raw]), options.privateKey ?? live.privateKey);
  return (options.to ?? world).ask(options.path ?? LIVE, {
    method: 'POST',
    raw,
    headers: {
      'issuer-key': options.keyId ?? 'l1',
      'issuer-signature': `t=${seconds},ed25519=${signature.toString('base64')}`,
      ...options.headers,
    },
  });
}

type Row = { environment: string; body: Buffer; contradicts: boolean; key_id: string; signature: string };
const rowsOf = async (id: string) =>
  (
    await world.admin.query<Row>(
      `select n.*, b.body from issuer_notifications n left join issuer_notification_bodies b using (id, received_at)
        where n.event_id = $1 order by n.received_at`,
      [id],
    )
  ).rows;
const rowCount = async () => (await world.admin.query('select 1 from issuer_notifications')).rowCount;
const stored = { status: 200, text: '{}' };
const refused = { status: 401, body: { code: 'key_invalid', message: 'The signature is not valid.', retry: 'never' } };

describe('a verified notification', () => {
  test('is kept byte by byte, with what proves it, before it is answered', async () => {
    const event = newEvent({ data: { text: 'é\u2028"' } });
    const raw = Buffer.from(`  ${JSON.stringify(event, null, 3)}\n`);
    expect(await notify(raw)).toMatchObject(stored);
    const [row, ...more] = await rowsOf(event.id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ environment: 'live', contradicts: false, key_id: 'l1', body: raw });
    const notification = { keyId: row?.key_id ?? '', signature: row?.signature ?? '', body: row?.body ?? raw };
    expect(verifyNotification(new Map([['l1', live.publicKey]]), notification, 'stored')).toBe(true);
  });

  test('is kept once: again, with a new signature or the same, it is 200 without effect', async () => {
    const event = newEvent();
    expect(await notify(event)).toMatchObject(stored);
    const first = await rowsOf(event.id);
    expect(await notify(event, { ageSeconds: 5 })).toMatchObject(stored);
    expect(await notify(event, { keyId: 'l2', privateKey: next.privateKey })).toMatchObject(stored);
    expect(await rowsOf(event.id)).toEqual(first);
  });

  test('many at once are one', async () => {
    const event = newEvent();
    const answers = await Promise.all(Array.from({ length: 12 }, () => notify(event)));
    for (const answer of answers) expect(answer).toMatchObject(stored);
    expect(await rowsOf(event.id)).toHaveLength(1);
  });

  test('with other bytes under a known id is 200, the first counts, and the contradiction is kept beside it', async () => {
    const event = newEvent();
    const other = { ...event, type: 'order.rejected' };
    for (const each of [event, other, other, event]) expect(await notify(each)).toMatchObject(stored);
    const rows = await rowsOf(event.id);
    expect(rows.map(({ contradicts, body }) => [contradicts, JSON.parse(body.toString())])).toEqual([
      [false, event],
      [true, other],
    ]);
  });

  test('of several bodies at once under one id, exactly one is the first', async () => {
    const event = newEvent();
    const bodies = Array.from({ length: 8 }, (_, index) => ({ ...event, data: { index: index % 4 } }));
    for (const answer of await Promise.all(bodies.map((body) => notify(body)))) expect(answer).toMatchObject(stored);
    const rows = await rowsOf(event.id);
    expect(rows).toHaveLength(4);
    expect(rows.filter(({ contradicts }) => !contradicts)).toHaveLength(1);
  });

  test('may be signed with either key while one replaces the other', async () => {
    expect(await notify(newEvent(), { keyId: 'l2', privateKey: next.privateKey })).toMatchObject(stored);
  });

  test('has the environment of the keys that verified it, whatever its body says', async () => {
    const event = newEvent({ environment: 'sandbox', data: { environment: 'sandbox' } });
    expect(await notify(event)).toMatchObject(stored);
    expect(await rowsOf(event.id)).toMatchObject([{ environment: 'live' }]);
    expect(await notify(event, { path: SANDBOX })).toMatchObject(refused);
  });
});

describe('401, one and the same, and nothing is kept', () => {
  const event = newEvent();
  test.each<[string, Signing]>([
    ['another key', { privateKey: generateKeyPairSync('ed25519').privateKey }],
    ['the other key of the two', { keyId: 'l2' }],
    ['a key that is not known', { keyId: 'l3' }],
    ['the path of the other environment', { path: SANDBOX }],
    ['a time too long ago', { ageSeconds: 310 }],
    ['a time to come', { ageSeconds: -310 }],
    ['no signature', { headers: { 'issuer-signature': '' } }],
    ['a signature of something else', { headers: { 'issuer-signature': `t=1,ed25519=${'A'.repeat(86)}==` } }],
  ])('%s', async (_name, signing) => {
    const answer = await notify(event, signing);
    expect(answer).toMatchObject(refused);
    expect(Object.keys(answer.body)).toEqual(['statusCode', 'message', 'code', 'requestId', 'retry']);
    expect(await rowsOf(event.id)).toEqual([]);
  });

  test('no headers and no body at all, and an API key in their place', async () => {
    const company = await world.company();
    expect(await world.ask(LIVE, { method: 'POST' })).toMatchObject(refused);
    expect(await world.ask(LIVE, { method: 'POST', json: event, key: company.key })).toMatchObject(refused);
  });
});

describe('what is verified and does not fit', () => {
  test.each<[string, object | string | Buffer]>([
    ['no JSON', '{'],
    ['a list', [newEvent()]],
    ['null', 'null'],
    ['no UTF-8', Buffer.concat([Buffer.from('"'), Buffer.from([0xff]), Buffer.from('"')])],
    ['no id', newEvent({ id: undefined })],
    ['an empty id', newEvent({ id: '' })],
    ['an id without end', newEvent({ id: 'e'.repeat(129) })],
    ['an id with a NUL', newEvent({ id: 'e\u0000' })],
    ['no type', newEvent({ type: undefined })],
    ['a type of spaces', newEvent({ type: ' ' })],
    ['no time', newEvent({ occurredAt: undefined })],
    ['a time that is none', newEvent({ occurredAt: '2026-13-45T25:61:61Z' })],
    ['an empty account', newEvent({ account: '' })],
    ['an account that is no text', newEvent({ account: 1 })],
    ['no data', newEvent({ data: undefined })],
    ['data that is a list', newEvent({ data: [] })],
    ['data that is null', newEvent({ data: null })],
  ])('%s is 400', async (_name, event) => {
    const before = await rowCount();
    expect(await notify(event)).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
    expect(await rowCount()).toBe(before);
  });

  test('more than 64 KiB is 413, exactly as much is kept, another media type is 415', async () => {
    const filled = (bytes: number) => {
      const event = newEvent();
      return JSON.stringify(event) + ' '.repeat(bytes - JSON.stringify(event).length);
    };
    expect(await notify(filled(65_536))).toMatchObject(stored);
    expect(await notify(filled(65_537))).toMatchObject({ status: 413 });
    expect(await notify(newEvent(), { headers: { 'content-type': 'text/plain' } })).toMatchObject({ status: 415 });
  });
});

describe('the path', () => {
  test('takes POST only, for the two environments only, and is no part of the clients’ description', async () => {
    for (const path of [LIVE, SANDBOX]) expect(await world.ask(path)).toMatchObject({ status: 405 });
    expect(await notify(newEvent(), { path: '/issuer/test/notifications' })).toMatchObject({ status: 404 });
    expect((await world.ask('/openapi.json')).text).not.toContain('/issuer/');
  });

  test('is limited by failures of an address, but not for true notifications; without an issuer it is 403', async () => {
    const limited = await startWorld({
      defaultLimits: true,
      env: {
        CARDWRIGHT_ISSUER_LIVE_URL: 'https://issuer.invalid',
        CARDWRIGHT_ISSUER_LIVE_KEY: `k9:${'0'.repeat(64)}`,
        CARDWRIGHT_ISSUER_LIVE_PUBLIC_KEY: `l1:${textOf(live.publicKey)}`,
      },
    });
    const answers: number[] = [];
    for (let count = 0; count < 120; count++)
      answers.push((await limited.ask(LIVE, { method: 'POST', json: {} })).status);
    expect(new Set(answers)).toEqual(new Set([401, 429]));
    for (let count = 0; count < 30; count++) expect(await notify(newEvent(), { to: limited })).toMatchObject(stored);
    const none = { status: 403, body: { code: 'live_unavailable', message: 'No issuer is connected here.' } };
    expect(await notify(newEvent(), { to: limited, path: SANDBOX })).toMatchObject(none);
    await limited.stop();
  });
});

test('the simulated issuer’s own notifications arrive, two of one event as one', async () => {
  const { issuers } = readConfig({
    CARDWRIGHT_DATABASE_URL: world.stack.databaseUrl,
    CARDWRIGHT_PEPPERS: world.stack.secrets.peppers,
    CARDWRIGHT_WEBHOOK_KEYS: world.stack.secrets.webhookKeys,
    ...world.stack.issuer?.serverSettings,
  });
  if (issuers.sandbox === undefined) throw new Error('the stack has no issuer');
  const issuer = openIssuer(issuers.sandbox, neverStopped);
  const asked = { account: 'com_1', kind: 'service', product: 'prod_1', amount: 100n, recipient: 'x' } as const;
  const references = [`op_${randomUUID()}`, `op_${randomUUID()}`] as const;
  await issuer.submit({ ...asked, reference: references[0], scenario: 'duplicate_notification' }, inTime());
  await issuer.submit({ ...asked, reference: references[1], scenario: 'notification_first' }, inTime());
  await issuer.close();
  const arrived = async () =>
    (
      await world.admin.query<Row>(`select body from issuer_notification_bodies where environment = 'sandbox'`)
    ).rows.map(({ body }) => JSON.parse(body.toString()) as { type: string; data: { reference: string } });
  const events = await until(arrived, (list) => list.length >= 2);
  expect(events.map(({ type, data }) => `${type} ${data.reference}`).toSorted()).toEqual(
    references.map((reference) => `order.done ${reference}`).toSorted(),
  );
});
