// Payments from the issuer to the API, with a real worker, including payments of cards not known yet.
import { randomUUID } from 'node:crypto';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notify, outcomeOf, send } from '../../issuer/notify.ts';
import { openPort } from '../../issuer/port.ts';
import { becomes, newHolder, order, traces } from '../../operations/run/on-its-way.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { casesOf, eventsOf, expectTold, newCard, purchase, type Shown } from './told.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker');
});
afterAll(() => world?.stop());

const { issue } = traces(() => world);
const told = (data: object, id?: string) => ({
  type: 'card.transaction',
  data,
  ...(id === undefined ? {} : { id }),
});

const paymentsOf = async (company: Company) => (await company.get<{ data: Shown[] }>('/api/v1/transactions')).body.data;

describe('a notification about a card', () => {
  test('is verified, recorded, and marked with its outcome', async () => {
    const { company, token, balance } = await newCard(world);
    const data = purchase(token, { status: 'pending' });
    expect(await notify(world, told(data))).toBe('recorded');
    expect(await notify(world, told({ ...data, status: 'settled', amount: '-13.00' }))).toBe('changed');
    expect(await notify(world, told(data))).toBe('noted');
    expect(await notify(world, told({ ...data, status: 'declined' }))).toBe('contradiction');
    expect(await notify(world, told({ ...data, currency: 'EUR' }))).toBe('does not fit the protocol');
    expect(await notify(world, { type: 'card.frozen', data })).toBe('its type is not known');
    expect(await balance()).toBe('87.00');
    await expectTold(world, company, ['transaction.updated', 'card.updated']);
  });

  test('with other bytes under a known event moves nothing and is one case, however often it comes', async () => {
    const { company, token, balance } = await newCard(world);
    const eventId = `evt_${randomUUID()}`;
    const data = purchase(token);
    expect(await notify(world, told(data, eventId))).toBe('recorded');
    expect(await notify(world, told({ ...data, status: 'reversed' }, eventId))).toBe('contradicts an earlier one');
    expect(await notify(world, told({ ...data, amount: '-1.00' }, eventId))).toBe('contradicts an earlier one');
    expect(await balance()).toBe('87.66');
    const detail = `Another card.transaction came under the id ${eventId} of an earlier one.`;
    expect(await casesOf(world, company)).toEqual([{ kind: 'changed_notification', detail }]);
    // The same content under a new id counts.
    expect(await notify(world, told({ ...data, status: 'reversed' }))).toBe('changed');
  });

  test('that comes by the hundred is recorded by two workers, each once', async () => {
    const second = await world.stack.spawn('worker');
    const cards = await Promise.all(Array.from({ length: 4 }, () => newCard(world, { balance: 1_000_00n })));
    const payments = cards.flatMap(({ token }) =>
      Array.from({ length: 50 }, () => purchase(token, { amount: '-1.00' })),
    );
    const ids = await Promise.all(
      payments.flatMap((data) => [told(data), told(data)]).map((each) => send(world, each)),
    );
    for (const id of ids) expect(['recorded', 'noted']).toContain(await outcomeOf(world, id));
    for (const { company, balance } of cards) {
      expect(await balance()).toBe('950.00');
      const events = await eventsOf(world, company);
      expect(events.filter(({ type }) => type === 'transaction.created')).toHaveLength(50);
    }
    await second.stop();
  });
});

describe('a payment whose card is not known', () => {
  test('waits for it, and is recorded as soon as it is known', async () => {
    const company = await world.company();
    const token = `ict_${randomUUID()}`;
    const data = purchase(token);
    const first = await send(world, told(data));
    expect(await outcomeOf(world, first)).toBe('its card is not known');
    expect(await notify(world, told({ ...data, status: 'reversed' }))).toBe('its card is not known');
    expect(await paymentsOf(company)).toEqual([]);
    const cardId = await company.insertCard({ issuerToken: token, balance: 50_00n });
    const [payment] = await until(
      () => paymentsOf(company),
      ([found]) => found?.['status'] === 'reversed',
    );
    expect(payment).toMatchObject({ cardId, reference: data.reference });
    await until(
      () => outcomeOf(world, first),
      (outcome) => outcome !== 'its card is not known',
    );
    const unplaced = `select 1 from issuer_notifications where status = 'unplaced' and about like '%' || $1`;
    await until(
      async () => (await world.admin.query(unplaced, [data.reference])).rowCount,
      (rows) => rows === 0,
    );
    expect((await company.get(`/api/v1/cards/${cardId}`)).body).toMatchObject({ balance: '50.00' });
  });

  test('of another environment keeps waiting', async () => {
    const token = `ict_${randomUUID()}`;
    const company = await world.company();
    await world.admin.query('alter table cards disable trigger all');
    await world.admin.query(
      `insert into cards select (jsonb_populate_record(k, jsonb_build_object('environment', 'live', 'issuer_token', $2::text))).*
         from cards k where id = $1`,
      [fromId('card', await company.insertCard()), token],
    );
    await world.admin.query('alter table cards enable trigger all');
    expect(await notify(world, told(purchase(token)))).toBe('its card is not known');
  });

  test('because its issue is in review is recorded once the issuer confirms the card', async () => {
    const company = await world.company({ available: '100.00' });
    const id = await order(company, issue(await newHolder(company)), 'timeout_after_effect');
    await becomes(company, id, 'manual_review');
    // The card exists at the issuer and is used for a payment.
    const { rows } = await world.admin.query(
      `select answer::json -> 'card' ->> 'token' as token from issuer_sandbox.orders where reference = $1`,
      [id],
    );
    const issuer = openPort(world);
    const { amount: _, card: __, currency: ___, ...words } = purchase(rows[0].token);
    const paid = { ...words, account: company.id, cardToken: rows[0].token, amount: '5.00' };
    expect(await issuer.simulatePayment(paid)).toEqual({ kind: 'done' });
    await issuer.close();
    await until(
      async () =>
        (
          await world.admin.query(
            `select 1 from issuer_notifications where outcome = 'its card is not known' and about like '%' || $1`,
            [words.reference],
          )
        ).rowCount,
      (waiting) => waiting === 1,
    );
    expect(await paymentsOf(company)).toEqual([]);
    // A minute later the issuer is asked, and the card and its payment are recorded.
    expect(await company.post('/api/v1/sandbox/clock/advance', { seconds: 61 })).toMatchObject({ status: 200 });
    const { result } = await becomes(company, id, 'completed');
    await until(
      () => paymentsOf(company),
      ({ length }) => length === 1,
    );
    expect((await company.get(`/api/v1/cards/${result.cardId}`)).body).toMatchObject({ balance: '45.00' });
  });
});
