// The event of an issued or topped-up card is appended in the operation's commit, with the content of the API.
import { newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import { becomes, newHolder, order, traces } from './on-its-way.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker');
});
afterAll(() => world?.stop());

const { eventsOf, issue, service, topup } = traces(() => world);
const lastTold = async (company: Company, number: number) =>
  (await eventsOf(company)).slice(-number).map(({ type, body }) => ({ type, object: JSON.parse(body).data.object }));

test('an issue appends the card’s event before its own; a top-up appends the card with its new balance', async () => {
  const company = await world.company({ available: '500.00' });
  const holderId = await newHolder(company);
  const issued = await becomes(
    company,
    await order(company, issue(holderId, { amount: '100.00', expectedTotal: '103.20' })),
    'completed',
  );
  const cardId = issued.result.cardId ?? '';
  const created = await company.get(`/api/v1/cards/${cardId}`);
  const [card, operation] = await lastTold(company, 2);
  expect(card?.type).toBe('card.created');
  expect(JSON.stringify(card?.object)).toBe(created.text);
  expect(operation).toMatchObject({ type: 'operation.completed', object: { id: issued.id, result: { cardId } } });

  await becomes(company, await order(company, topup(cardId, { amount: '10.00', expectedTotal: '10.02' })), 'completed');
  const updated = await company.get(`/api/v1/cards/${cardId}`);
  const [again] = await lastTold(company, 2);
  expect(again?.type).toBe('card.updated');
  expect(JSON.stringify(again?.object)).toBe(updated.text);
  expect(updated.text).toContain('"balance":"110.00"');

  await becomes(company, await order(company, service()), 'completed');
  const types = (await eventsOf(company)).map(({ type }) => type);
  expect(types).toEqual([
    'holder.created',
    'holder.updated',
    'card.created',
    'operation.completed',
    'card.updated',
    'operation.completed',
    'operation.completed',
  ]);
  const ids = (await eventsOf(company)).map(({ body }) => JSON.parse(body).id as string);
  expect(new Set(ids).size).toBe(ids.length);
});

test('several top-ups of one card append an event for each, and one for the card with its final balance', async () => {
  const company = await world.company({ available: '500.00' });
  const holderId = await newHolder(company);
  const { result } = await becomes(
    company,
    await order(company, issue(holderId, { amount: '20.00', expectedTotal: '23.04' })),
    'completed',
  );
  const cardId = result.cardId ?? '';
  const ids = await Promise.all(
    Array.from({ length: 8 }, () => order(company, topup(cardId, { amount: '10.00', expectedTotal: '10.02' }))),
  );
  for (const id of ids) await becomes(company, id, 'completed');
  const events = await eventsOf(company);
  expect(events.filter(({ type }) => type === 'operation.completed')).toHaveLength(9);
  const last = events.findLast(({ type }) => type === 'card.updated');
  expect(JSON.parse(last?.body ?? '{}').data.object).toMatchObject({ id: cardId, balance: '100.00' });
});

test('ids that the database writes are the ones that the API reads', async () => {
  const uuids = [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ...Array.from({ length: 200 }, (_, index) => newUuid(new Date(index * 8_640_000_000))),
  ];
  const { rows } = await world.admin.query<{ id: string; shown: string; made: string }>(
    `select u.id, shown_id('card', u.id) as shown, new_id() as made from unnest($1::uuid[]) as u (id)`,
    [uuids],
  );
  for (const { id, shown, made } of rows) {
    expect(shown).toBe(toId('card', id));
    expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Math.abs(Number.parseInt(made.replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(60_000);
  }
  expect(new Set(rows.map(({ made }) => made)).size).toBe(rows.length);
});
