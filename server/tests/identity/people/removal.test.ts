// Removing a member: the keys that they created are revoked with them, unless the owner keeps them.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';
import { enableSecondFactor, newMember, newPerson, openCompany, type SignedIn, stepUp } from './person.ts';

let world: World;
let owner: SignedIn;
let company: string;
beforeAll(async () => {
  world = await startWorld({ portal: true });
  owner = await newPerson(world);
  company = await openCompany(world, owner);
  await stepUp(owner, await enableSecondFactor(owner));
});
afterAll(() => world?.stop());

type Made = { key: { id: string }; text: string };

/** Creates a sandbox key as this person. */
const keyOf = async (person: SignedIn, more: object = {}): Promise<Made> => {
  const wanted = { name: 'made', environment: 'sandbox', scopes: ['balance:read'], ...more };
  const made = await person.post<Made>('/portal/v1/keys', wanted, { company });
  expect(made.status, made.text).toBe(201);
  return made.body;
};
const remove = (userId: string, query = '') =>
  owner.ask(`/portal/v1/team/members/${userId}${query}`, { method: 'DELETE', company });
const works = async ({ text }: Made) => (await world.ask('/api/v1/balance', { key: text })).status === 200;
const stateOf = async ({ key }: Made) => {
  type Keys = { items: { id: string; state: string }[] };
  const { body } = await owner.get<Keys>('/portal/v1/keys', { company });
  return body.items.find(({ id }) => id === key.id)?.state;
};

test.each(['', '?keys=revoke'])('revokes the keys that they created, and no others: "%s"', async (query) => {
  const member = await newMember(world, owner, company, 'developer');
  const theirs = [await keyOf(member), await keyOf(member)];
  const mine = await keyOf(owner);
  expect((await remove(member.userId, query)).status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 1_100)); // a process trusts a key for half a second
  for (const key of theirs) expect([await works(key), await stateOf(key)]).toEqual([false, 'revoked']);
  expect([await works(mine), await stateOf(mine)]).toEqual([true, 'active']);
  const { rows } = await world.admin.query(
    `select action, subject, details from audit_log where company_id = $1 and details ->> 'removed' = $2 order by sequence`,
    [fromId('company', company), member.userId],
  );
  expect(new Set(rows.map(({ subject }) => subject))).toEqual(new Set(theirs.map(({ key }) => key.id)));
  for (const row of rows)
    expect(row).toMatchObject({
      action: 'key.revoke',
      details: { person: owner.userId, environment: 'sandbox', removed: member.userId },
    });
});

test('keeps the keys when the owner says so', async () => {
  const member = await newMember(world, owner, company, 'developer');
  const key = await keyOf(member);
  expect((await remove(member.userId, '?keys=keep')).status).toBe(200);
  expect([await works(key), await stateOf(key)]).toEqual([true, 'active']);
});

test('that is refused revokes nothing', async () => {
  const key = await keyOf(owner);
  expect((await remove(owner.userId)).body).toMatchObject({ code: 'last_owner' });
  expect(await stateOf(key)).toBe('active');
  expect((await remove(owner.userId, '?keys=maybe')).body).toMatchObject({ code: 'request_invalid' });
});
