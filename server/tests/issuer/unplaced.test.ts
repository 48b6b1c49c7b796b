// Notifications that we cannot place: a queue that people see, retried until they can be placed, or closed by people.
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { readFacts } from '@cardwright/server/oversight/status/facts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCard, purchase } from '../cards/transactions/told.ts';
import { create } from '../funding/invoices/on-its-way.ts';
import { becomes, order } from '../operations/run/on-its-way.ts';
import { ordersOf } from '../surfaces/api/orders.ts';
import { PATIENCE_MS, until } from '../until.ts';
import { startWorld, type World } from '../world.ts';
import { notify, outcomeOf, type Said, send } from './notify.ts';

/** An unplaced notification is retried after a minute at the latest. */
const RETRIED_MS = 60_000 + PATIENCE_MS;

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
});
afterAll(() => world?.stop());

type Row = { status: string; outcome: string; about: string; amount: string };
const rowOf = async (eventId: string): Promise<Row | undefined> =>
  (await world.admin.query<Row>('select * from issuer_notifications where event_id = $1', [eventId])).rows[0];

/** Notifies the world of something, and answers the row once it is unplaced. */
async function becomesUnplaced(said: Said): Promise<Row & { eventId: string }> {
  const eventId = await send(world, said);
  const row = await until(
    () => rowOf(eventId),
    (found) => found?.status === 'unplaced',
  );
  if (row === undefined) throw new Error('it is gone');
  return { ...row, eventId };
}

describe('a notification that names nothing we know', () => {
  let worker: Awaited<ReturnType<World['stack']['spawn']>>;
  beforeAll(async () => {
    worker = await world.stack.spawn('worker');
  });
  afterAll(() => worker?.stop());

  test('is unplaced with its reason, its reference and its amount, and status counts it', async () => {
    const { token, company } = await newCard(world);
    await company.insertCard({ issuerToken: token });
    const reference = `op_${randomUUID()}`;
    const order = { reference, status: 'done', amount: '5.00', currency: 'USD' };
    expect(await becomesUnplaced({ type: 'order.done', data: order })).toMatchObject({
      outcome: 'names no operation',
      about: `order.done ${reference}`,
      amount: '5.00 USD',
    });
    const known = purchase(token);
    const cases = [
      ['order.held', order, 'its type is not known'],
      ['deposit.paid', { reference: 'inv_x', amount: '10.00' }, 'names no invoice'],
      ['card.transaction', known, 'names several cards'],
      ['card.transaction', { ...known, currency: 'EUR' }, 'does not fit the protocol'],
      ['card.transaction', purchase('ict_nobody'), 'its card is not known'],
      ['card.frozen', known, 'its type is not known'],
      ['weather.changed', {}, 'its type is not known'],
    ] as const;
    for (const [type, data, outcome] of cases) expect(await becomesUnplaced({ type, data })).toMatchObject({ outcome });
    const { backlogs } = await readFacts(world.tools.db);
    const unplacedNow = { environment: 'sandbox', waiting: BigInt(cases.length + 1) };
    expect(backlogs.filter(({ backlog }) => backlog === 'unplaced')).toMatchObject([unplacedNow]);
  });

  test('or that names the account of another company moves nothing', async () => {
    const { token, company, balance } = await newCard(world);
    const stranger = await world.company();
    const invoice = await create(company);
    const deposit = { reference: invoice.id, status: 'expired', amount: '100.00' };
    const told: [string, object][] = [
      ['card.transaction', purchase(token)],
      ['deposit.expired', deposit],
    ];
    for (const [type, data] of told) {
      for (const account of [stranger.id, 'another'])
        expect(await becomesUnplaced({ type, account, data })).toMatchObject({ outcome: 'names another account' });
    }
    expect(await balance()).toBe('100.00');
    expect(await notify(world, { type: 'card.transaction', account: company.id, data: purchase(token) })).toBe(
      'recorded',
    );
    expect(await balance()).toBe('87.66');
  });

  test('or an order of another company is evidence of nothing', async () => {
    const { service } = ordersOf(() => world.products);
    const [company, stranger] = [await world.company({ available: '100.00' }), await world.company()];
    const id = await order(company, service(), 'error_before_effect');
    await becomes(company, id, 'manual_review');
    const rejection = { code: 'declined', message: 'No.' };
    const data = { reference: id, status: 'rejected', kind: 'service', amount: '5.00', currency: 'USD', rejection };
    expect(await becomesUnplaced({ type: 'order.rejected', account: stranger.id, data })).toMatchObject({
      outcome: 'names another account',
    });
    expect(await becomes(company, id, 'manual_review')).toMatchObject({ status: 'manual_review' });
    await notify(world, { type: 'order.rejected', account: company.id, data });
    await becomes(company, id, 'failed');
  });

  test('is settled as usual once what it names becomes known', async () => {
    const company = await world.company();
    const invoice = await create(company);
    const [id, hidden] = [fromId('invoice', invoice.id), randomUUID()];
    await world.admin.query('update invoices set id = $2 where id = $1', [id, hidden]);
    const { eventId } = await becomesUnplaced({
      type: 'deposit.paid',
      data: {
        reference: invoice.id,
        status: 'paid',
        amount: '100.00',
        address: invoice.address,
        payAmount: invoice.payAmount,
        asset: 'USDT',
        network: 'TRON',
        expiresAt: invoice.expiresAt,
        transfers: [{ id: `tx_${randomUUID()}`, amount: invoice.payAmount, occurredAt: new Date().toISOString() }],
      },
    });
    expect(await company.balance()).toMatchObject({ available: '0.00' });
    await world.admin.query('update invoices set id = $2 where id = $1', [hidden, id]);
    await until(
      () => rowOf(eventId),
      (row) => row?.status === 'processed',
      RETRIED_MS,
    );
    expect(await company.balance()).toMatchObject({ available: '98.50' });
  });
});

describe('a notification under a key that a worker does not know', () => {
  test('waits, and is processed by a worker that knows it; a wrong signature under a known key is final', async () => {
    const other = generateKeyPairSync('ed25519').publicKey;
    const textOf = (key: KeyObject) =>
      Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
    const settings = { CARDWRIGHT_ISSUER_SANDBOX_PUBLIC_KEY: `n0:${textOf(other)}` };
    const old = await world.stack.spawn('worker', undefined, settings);
    const { token, balance } = await newCard(world);
    const { eventId, outcome } = await becomesUnplaced({ type: 'card.transaction', data: purchase(token) });
    expect(outcome).toBe('its key is not known');
    await old.stop();
    const [keyId] = world.stack.secrets.issuer.notificationPrivateKey.split(':');
    const forged = `evt_${randomUUID()}`;
    await world.admin.query(
      `with forged as (
         insert into issuer_notifications (environment, event_id, body_digest, contradicts, key_id, signature, received_at)
         select environment, $2, body_digest, false, $3, 't=1,ed25519=AAAA', now() from issuer_notifications where event_id = $1
         returning environment, id, received_at)
       insert into issuer_notification_bodies
       select f.environment, f.id, f.received_at, b.body
         from forged f, issuer_notifications n join issuer_notification_bodies b using (id, received_at) where n.event_id = $1`,
      [eventId, forged, keyId],
    );
    const restarted = await world.stack.spawn('worker');
    await until(
      () => rowOf(eventId),
      (row) => row?.status === 'processed',
      RETRIED_MS,
    );
    expect(await balance()).toBe('87.66');
    expect(await outcomeOf(world, forged)).toBe('unverified');
    expect(await rowOf(forged)).toMatchObject({ status: 'rejected' });
    await restarted.stop();
  });
});
