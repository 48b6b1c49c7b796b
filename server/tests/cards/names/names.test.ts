// Names of cards and cardholders by their ids, for the company's members.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, type SignedIn } from '../../identity/people/person.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
let viewer: SignedIn;
let company: Company;
beforeAll(async () => {
  world = await startWorld({ portal: true });
  viewer = await newPerson(world);
  company = await world.company();
  await world.admin.query(`insert into members (company_id, user_id, role, since) values ($1, $2, 'viewer', now())`, [
    company.scope.companyId,
    fromId('user', viewer.userId),
  ]);
});
afterAll(() => world?.stop());

const ask = (query: string) =>
  viewer.get<{ cards: object[]; holders: object[] }>(`/portal/v1/names?${query}`, {
    company: company.id,
    environment: 'sandbox',
  });

test('a card comes with its cardholder, each once, and other ids are left out', async () => {
  const holderId = await company.insertHolder({ name: 'Grace Hopper' });
  const cardId = await company.insertCard({ holderId, name: 'Travel', last4: '2001' });
  const other = await world.company();
  const theirHolder = await other.insertHolder({ name: 'Somebody Else' });
  const theirCard = await other.insertCard({ holderId: theirHolder });
  const holder = { id: holderId, name: 'Grace Hopper' };
  const asked = await ask(`cards=${cardId},${cardId},${theirCard},nonsense&holders=${holderId},${theirHolder},`);
  expect(asked.status, asked.text).toBe(200);
  expect(asked.body).toEqual({ cards: [{ id: cardId, name: 'Travel', last4: '2001', holder }], holders: [holder] });
  expect((await ask('')).body).toEqual({ cards: [], holders: [] });
});

test('a list longer than two pages of rows is refused', async () => {
  expect(await ask(`cards=${'card_01jcp4vsb0e5d8zq6m5k1n7x2t,'.repeat(60)}`)).toMatchObject({ status: 400 });
});
