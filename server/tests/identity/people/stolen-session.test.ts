// A stolen session of an owner ends with the session: nothing that outlives it happens without the second factor.
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';
import { sendMails } from '../verifications/mailing.ts';
import {
  enableSecondFactor,
  newEmail,
  newMember,
  newPerson,
  openCompany,
  PASSWORD,
  type SecondFactor,
  type SignedIn,
  stepUp,
} from './person.ts';

let world: World;
let owner: SignedIn;
let factor: SecondFactor;
let company: string;
beforeAll(async () => {
  world = await startWorld({ portal: true });
  owner = await newPerson(world, { name: 'Olga Owner' });
  company = await openCompany(world, owner, { name: 'Stolen Ltd' });
  factor = await enableSecondFactor(owner);
});
afterAll(() => world?.stop());

const invite = (by: SignedIn, role: string, email = newEmail(), to = company) =>
  by.post('/portal/v1/team/invitations', { email, role }, { company: to });
const needed = { status: 403, body: { code: 'second_factor_needed' } };

describe('a session alone', () => {
  test('invites viewers and nobody who could do more', async () => {
    for (const role of ['owner', 'finance', 'developer']) expect(await invite(owner, role), role).toMatchObject(needed);
    expect((await invite(owner, 'viewer')).status).toBe(201);
    const plain = await newPerson(world);
    const opened = await openCompany(world, plain);
    expect(await invite(plain, 'finance', newEmail(), opened)).toMatchObject({
      status: 403,
      body: { code: 'second_factor_missing' },
    });
  });

  test('raises nobody, creates no live key, moves no events, and neither shows nor closes a card', async () => {
    const member = await newMember(world, owner, company, 'viewer');
    const key = { name: 'mine', environment: 'live', scopes: ['balance:read'] };
    const headers = { 'idempotency-key': 'stolen' };
    const hook = { url: 'https://hooks.example.com/', events: ['*'] };
    for (const [method, path, json] of [
      ['PATCH', `/portal/v1/team/members/${member.userId}`, { role: 'owner' }],
      ['DELETE', `/portal/v1/team/members/${member.userId}`, undefined],
      ['POST', '/portal/v1/keys', key],
      ['POST', '/api/v1/webhook-endpoints', hook],
      ['POST', '/api/v1/cards/card_1/reveal', {}],
      ['POST', '/api/v1/cards/card_1/close', {}],
    ] as const)
      expect(await owner.ask(path, { method, company, environment: 'live', json, headers }), path).toMatchObject(
        needed,
      );
  });

  test('changes no password, also with the password itself', async () => {
    const change = { currentPassword: PASSWORD, newPassword: 'another horse another staple' };
    expect(await owner.post('/portal/auth/change-password', change)).toMatchObject(needed);
    expect(await owner.post('/portal/auth/two-factor/enable', { password: PASSWORD })).toMatchObject(needed);
    await stepUp(owner, factor);
    const enabled = await owner.post('/portal/auth/two-factor/enable', { password: PASSWORD });
    expect(enabled.status, 'a second factor is not replaced').toBe(400);
    const changed = await owner.post('/portal/auth/change-password', change);
    expect(changed.status, changed.text).toBe(200);
  });
});

test('every owner gets an email about an invitation, also the owner who sent it', async () => {
  const second = await newMember(world, owner, company, 'owner');
  await newMember(world, owner, company, 'finance');
  await stepUp(owner, factor);
  await world.admin.query('delete from mails');
  const email = newEmail();
  expect((await invite(owner, 'developer', email)).status).toBe(201);
  const db = openDb({
    url: world.stack.urlOf('cardwright_worker'),
    name: 'test-worker',
    connections: 2,
    onError: () => undefined,
  });
  const emails = await sendMails(world, db);
  await db.close();
  expect(emails.map(({ to }) => to).toSorted()).toEqual([owner.email, second.email].toSorted());
  for (const { subject, text } of emails) {
    expect(subject).toBe('New invitation to Stolen Ltd');
    expect(text).toContain(`Olga Owner invited ${email} to Stolen Ltd as developer.`);
    expect(text).toContain(`https://portal.test/c/${company}/team`);
  }
});
