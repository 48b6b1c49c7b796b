// What a company's endpoints are told: the bytes of the feed, signed, tried again on the schedule, and never by a way
// round another endpoint's trouble.
import { createHmac } from 'node:crypto';
import { startDelivering } from '@cardwright/server/events/deliveries/work.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import { type Driver, deliveriesOf, listen, openDriver, PATH, read, tell } from './delivering.ts';
import { openReceiver, type Receiver } from './receiver.ts';

let world: World;
let driver: Driver;
const receivers: Receiver[] = [];
beforeAll(async () => {
  world = await startWorld();
});
afterEach(async () => {
  await driver.close();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
afterAll(() => world?.stop());

const begin = async (options?: Parameters<typeof openDriver>[1]) => {
  driver = openDriver(world, options);
  return world.company();
};
const signatureOf = (secret: string, t: string, raw: Buffer) =>
  createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex');
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a delivery', () => {
  test('carries the bytes of the feed, signed over them with the time of the attempt', async () => {
    const company = await begin();
    const { receiver, secret, endpoint } = await listen(company, receivers);
    const [id = ''] = await tell(world, company, ['operation.completed']);
    await driver.deliver();
    expect(receiver.got).toHaveLength(1);
    const [got] = receiver.got;
    const { headers, raw, event } = got ?? expect.fail();
    const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['service-signature'])) ?? [];
    expect(v1).toBe(signatureOf(secret, t, raw));
    expect(Math.abs(Number(t) - Date.now() / 1_000)).toBeLessThan(30);
    expect(headers['service-signature-next']).toBeUndefined();
    expect(headers['service-event-id']).toBe(id);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(event).toMatchObject({
      id,
      type: 'operation.completed',
      environment: 'sandbox',
      companyId: company.id,
      sequence: 1,
    });
    const feed = await company.get('/api/v1/events');
    expect(feed.text).toBe(`{"data":[${raw.toString('utf8')}]}`);
    const [delivery] = await deliveriesOf(company, endpoint);
    expect(delivery).toMatchObject({
      eventId: id,
      eventType: 'operation.completed',
      sequence: 1,
      status: 'delivered',
      replayed: false,
      nextAttemptAt: null,
      attempts: [{ number: 1, outcome: 'delivered', status: 200, error: '', response: '' }],
    });
    await driver.deliver();
    expect(receiver.got).toHaveLength(1);
  });

  test('is made for the types that are wanted, in the own company and environment, from the registration on', async () => {
    const company = await begin();
    await tell(world, company, ['card.created']);
    const all = await listen(company, receivers);
    const some = await listen(company, receivers, { events: ['card.updated', 'invoice.completed'] });
    const other = await world.company();
    const foreign = await listen(other, receivers);
    await tell(world, company, ['card.created', 'card.updated', 'operation.failed', 'invoice.completed']);
    await driver.deliver();
    const typesOf = ({ got }: Receiver) => got.map(({ event }) => event.type).toSorted();
    expect(typesOf(all.receiver)).toEqual(['card.created', 'card.updated', 'invoice.completed', 'operation.failed']);
    expect(typesOf(some.receiver)).toEqual(['card.updated', 'invoice.completed']);
    expect(foreign.receiver.got).toEqual([]);
    const live = { ...company, ...(await company.client({ environment: 'live' })) };
    const inLive = await listen(live, receivers);
    await tell(world, company, ['card.updated']);
    await driver.deliver();
    expect(inLive.receiver.got).toEqual([]);
  });

  test('by a test goes to the tested endpoint alone, whatever it listens to, and is in the feed', async () => {
    const company = await begin();
    const { receiver, endpoint } = await listen(company, receivers, { events: ['card.created'] });
    const other = await listen(company, receivers);
    const { body } = await company.post<{ eventId: string }>(`${PATH}/${endpoint.id}/test`, undefined);
    await driver.deliver();
    expect(receiver.got.map(({ event }) => [event.id, event.type])).toEqual([[body.eventId, 'webhook.test']]);
    expect(other.receiver.got).toEqual([]);
    // The object is the endpoint in the bytes that reading it answers.
    const { text } = await company.get(`${PATH}/${endpoint.id}`);
    expect(JSON.stringify(receiver.got[0]?.event.data.object)).toBe(text);
    expect(receiver.got[0]?.raw.toString('utf8')).toContain(`"data":{"object":${text}}}`);
    expect((await company.get('/api/v1/events')).text).toContain(body.eventId);
  });

  test('keeps how an answer began, up to 2 KiB, and never the number of a card', async () => {
    const company = await begin();
    const { receiver, endpoint } = await listen(company, receivers);
    receiver.answer({ status: 400, body: `no 4242424242424242 \0 ${'x'.repeat(5_000)}` });
    await tell(world, company, ['card.created']);
    await driver.deliver();
    const [delivery] = await deliveriesOf(company, endpoint);
    const { response = '', status } = delivery?.attempts[0] ?? {};
    expect(status).toBe(400);
    expect(response).toMatch(/^no \*{12}4242 \ufffd x+$/);
    expect(response).toHaveLength(2_048);
  });
});

describe('a failed attempt', () => {
  const DELAYS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

  test('is made again on the schedule with a tenth of jitter, each signed anew, and given up behind the tenth', async () => {
    const company = await begin();
    const { receiver, endpoint, secret } = await listen(company, receivers);
    receiver.answer({ status: 500 });
    await tell(world, company, ['card.created']);
    for (const [index, delay] of DELAYS.entries()) {
      await driver.deliver();
      expect(receiver.got).toHaveLength(index + 1);
      const [delivery] = await deliveriesOf(company, endpoint);
      expect(delivery).toMatchObject({ status: 'pending' });
      expect(delivery?.attempts).toHaveLength(index + 1);
      const waits = (Date.parse(delivery?.nextAttemptAt ?? '') - driver.now().getTime()) / 1_000;
      expect(waits).toBeGreaterThan(delay * 0.9 - 10);
      expect(waits).toBeLessThan(delay * 1.1 + 1);
      driver.advance(Math.max(0, waits - 2));
      await driver.deliver();
      expect(receiver.got, 'not before its time').toHaveLength(index + 1);
      driver.advance(4);
    }
    await driver.deliver();
    const [delivery] = await deliveriesOf(company, endpoint);
    expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null });
    expect(delivery?.attempts).toHaveLength(10);
    driver.advance(2 * DAY);
    await driver.deliver();
    expect(receiver.got).toHaveLength(10);
    const times = receiver.got.map(({ headers, raw }) => {
      const [, t = '', v1] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['service-signature'])) ?? [];
      expect(v1).toBe(signatureOf(secret, t, raw));
      return Number(t);
    });
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(10);
    expect(new Set(receiver.got.map(({ event }) => event.id)).size).toBe(1);
  });

  test.each([
    ['seconds', () => '90', 90],
    ['more than a day', () => '999999', DAY],
    ['less than the schedule', () => '1', 5],
    ['nonsense', () => 'soon', 5],
    ['a date', () => new Date(Date.now() + 200_000).toUTCString(), 200],
  ])('waits as long as Retry-After says: %s', async (_, header, seconds) => {
    const company = await begin();
    const { receiver, endpoint } = await listen(company, receivers);
    receiver.answer({ status: 503, headers: { 'retry-after': header() } });
    await tell(world, company, ['card.created']);
    await driver.deliver();
    const [delivery] = await deliveriesOf(company, endpoint);
    const waits = (Date.parse(delivery?.nextAttemptAt ?? '') - Date.now()) / 1_000;
    expect(waits).toBeGreaterThan(seconds * 0.9 - 12);
    expect(waits).toBeLessThan(seconds * 1.1 + 2);
  });

  test.each([
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 307, ''],
    ['silence', { afterMs: 'forever' as const }, null, 'no whole answer within 300 ms'],
  ])('is also %s', async (_, how, status, error) => {
    const company = await begin({ timeoutMs: 300 });
    const { receiver, endpoint } = await listen(company, receivers);
    receiver.answer(how);
    await tell(world, company, ['card.created']);
    await driver.deliver();
    const [delivery] = await deliveriesOf(company, endpoint);
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ outcome: 'failed', status, error }] });
  });

  test('to nobody is one too, and what comes back later arrives', async () => {
    const company = await begin();
    const { receiver, endpoint } = await listen(company, receivers);
    receiver.answer({ status: 500 });
    const ids = await tell(
      world,
      company,
      Array.from({ length: 30 }, () => 'card.updated'),
    );
    await driver.deliver();
    receiver.answer({ status: 200 });
    for (let round = 0; round < 6; round++) {
      driver.advance(10 * MINUTE);
      await driver.deliver();
    }
    const deliveries = await deliveriesOf(company, endpoint, '?limit=100');
    expect(deliveries.map(({ status }) => status)).toEqual(ids.map(() => 'delivered'));
    expect(new Set(receiver.got.map(({ event }) => event.id))).toEqual(new Set(ids));
  });
});

describe('an endpoint', () => {
  test('that answers 410 is disabled at once; the others are told, what waited is canceled', async () => {
    const company = await begin();
    const { receiver, endpoint } = await listen(company, receivers);
    const other = await listen(company, receivers);
    receiver.answer(({ event }) => ({ status: event.type === 'card.created' ? 500 : 410 }));
    await tell(world, company, ['card.created']);
    await driver.deliver();
    await tell(world, company, ['card.updated']);
    await driver.deliver();
    expect(await read(company, endpoint)).toMatchObject({ status: 'disabled', disabled: { reason: 'gone' } });
    const statuses = (await deliveriesOf(company, endpoint)).map(({ eventType, status }) => `${eventType} ${status}`);
    expect(statuses.toSorted()).toEqual(['card.created canceled', 'card.updated failed']);
    const told = other.receiver.got.at(-1)?.event;
    expect(told).toMatchObject({ type: 'webhook.disabled', data: { object: { id: endpoint.id, status: 'disabled' } } });
    expect(receiver.got.map(({ event }) => event.type)).not.toContain('webhook.disabled');
    const { text } = await company.get(`${PATH}/${endpoint.id}`);
    expect(JSON.stringify(told?.data.object)).toBe(text);
    await tell(world, company, ['card.updated']);
    await driver.deliver();
    expect(receiver.got).toHaveLength(2);
    // Enabled again, it is told of what happens from then on.
    receiver.answer({ status: 200 });
    await company.ask(`${PATH}/${endpoint.id}`, { method: 'PATCH', json: { status: 'enabled' } });
    const [next] = await tell(world, company, ['card.updated']);
    await driver.deliver();
    expect(receiver.got.slice(2).map(({ event }) => event.id)).toEqual([next]);
  });

  test('that only fails is told of to the others, and disabled after five days', async () => {
    const company = await begin();
    const { receiver, endpoint } = await listen(company, receivers);
    const other = await listen(company, receivers, { events: ['webhook.failing', 'webhook.disabled'] });
    receiver.answer({ status: 500 });
    const begun = driver.now().getTime();
    const daysToDisable = () => (driver.now().getTime() - begun) / 1_000 / DAY;
    for (let hours = 0; hours < 7 * 24 && (await read(company, endpoint)).status === 'enabled'; hours += 6) {
      await tell(world, company, ['card.updated']);
      await driver.deliver();
      driver.advance(6 * HOUR);
    }
    await driver.deliver();
    expect(daysToDisable()).toBeGreaterThan(5);
    expect(daysToDisable()).toBeLessThan(6);
    expect(await read(company, endpoint)).toMatchObject({ status: 'disabled', disabled: { reason: 'failing' } });
    const told = other.receiver.got.map(({ event }) => event).toSorted((a, b) => a.sequence - b.sequence);
    expect(told.map(({ type }) => type)).toEqual([
      ...Array.from({ length: 4 }, () => 'webhook.failing'),
      'webhook.disabled',
    ]);
    for (const { data } of told) expect(data.object).toMatchObject({ id: endpoint.id });
    expect(told[0]?.data.object).toMatchObject({ status: 'enabled', failing: { since: expect.any(String) } });
    const pending = await deliveriesOf(company, endpoint, '?status=pending');
    expect(pending).toEqual([]);
  });

  test('that fails once after a long silence is not disabled without a notice', async () => {
    const company = await begin();
    const { receiver, endpoint } = await listen(company, receivers);
    receiver.answer({ status: 500 });
    await tell(world, company, ['card.updated']);
    await driver.deliver();
    driver.advance(30 * DAY);
    await tell(world, company, ['card.updated']);
    await driver.deliver();
    expect(await read(company, endpoint)).toMatchObject({ status: 'enabled' });
    receiver.answer({ status: 204 });
    driver.advance(DAY);
    await driver.deliver();
    expect(await read(company, endpoint)).toEqual({ ...endpoint, secret: undefined });
  });

  test('that hangs delays no other', async () => {
    const company = await begin({ timeoutMs: 3_000 });
    const dead = await listen(company, receivers);
    dead.receiver.answer({ afterMs: 'forever' });
    const well = await listen(company, receivers);
    await tell(
      world,
      company,
      Array.from({ length: 100 }, () => 'card.updated'),
    );
    const started = performance.now();
    const delivering = driver.deliver();
    while (well.receiver.got.length < 100 && performance.now() - started < 20_000) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const took = performance.now() - started;
    expect(well.receiver.got).toHaveLength(100);
    expect(took).toBeLessThan(3_000 * 10); // the dead one would need a hundred times three seconds
    await delivering;
    expect(dead.receiver.got.length).toBeLessThan(20);
  });

  test('delays no other either when more of them hang than are served at once', async () => {
    const company = await begin();
    const companies = await Promise.all(Array.from({ length: 6 }, () => world.company()));
    const hanging = await openReceiver({ afterMs: 'forever' });
    receivers.push(hanging);
    for (const each of companies) {
      for (let number = 0; number < 16; number++) await each.post(PATH, { url: hanging.url });
      await tell(world, each, ['card.updated']);
    }
    const delivering = startDelivering(driver.deliverer);
    await until(
      () => hanging.got.length,
      (requests) => requests >= 64,
    );
    const well = await listen(company, receivers);
    await tell(world, company, ['card.updated']);
    await until(
      () => well.receiver.got.length,
      (requests) => requests === 1,
    );
    await hanging.close();
    await delivering.stop();
  });
});
