// Every action and every role, against a table of its own: what it says here was decided by people, not read from the
// code.

import { Refusal } from '@cardwright/server/foundation/refusals/refusals.ts';
import { type ActionName, actions, memberRoles, type Role } from '@cardwright/server/identity/people/actions.ts';
import type { Member } from '@cardwright/server/identity/people/session.ts';
import { requireAction, requireStepUp } from '@cardwright/server/identity/people/step-up.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';
import { enableSecondFactor, newMember, newPerson, openCompany, type SignedIn, stepUp } from './person.ts';

/** Who may (o, f, d, v), a capital letter in the sandbox only; then: s with a code, p also before approval, w not while suspended. `any`: about the person. */
const decided: Record<ActionName, string> = {
  me: 'any',
  'companies.open': 'any',
  'invitations.read': 'any',
  'invitations.accept': 'any',
  'step-up': 'any',
  'passkeys.read': 'any',
  'passkeys.write': 'any',
  'keys.scopes': 'any',
  'team.read': 'ofdv p',
  'team.invite': 'o p',
  'team.invite_trusted': 'o sp',
  'team.uninvite': 'o p',
  'team.change': 'o sp',
  'team.remove': 'o sp',
  'verification.read': 'ofdv p',
  'verification.write': 'o p',
  'keys.read': 'od p',
  'keys.create': 'od w',
  'keys.create_live': 'od sw',
  'keys.rotate': 'od w',
  'keys.rotate_live': 'od sw',
  'keys.revoke': 'od p',
  'imports.read': 'ofdv',
  'imports.write': 'ofD w',
  'names.read': 'ofdv',
  'operations.read': 'ofdv',
  'overview.read': 'ofdv',
  'search.read': 'ofdv',
  'statements.read': 'ofdv',
  'transactions.export': 'ofdv',
  'events.read': 'ofd',
  'live.read': 'ofdv',
  'webhooks.change': 'od sw',
};

const now = new Date();
const person = {
  userId: '',
  sessionId: '',
  token: 'made by a test',
  name: '',
  email: '',
  hasSecondFactor: true,
  steppedUpAt: new Date(now.getTime() - 60_000),
};
const memberOf = (role: Role, changes: Partial<Member> = {}): Member => ({
  person,
  companyId: '',
  role,
  environment: 'sandbox',
  verification: 'approved',
  suspended: false,
  ...changes,
});

function refusalOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

describe('the table', () => {
  test('has every action, and every action is in it', () => {
    expect(Object.keys(decided).toSorted()).toEqual(Object.keys(actions).toSorted());
  });

  test.each((Object.keys(decided) as ActionName[]).flatMap((name) => memberRoles.map((role) => [name, role] as const)))(
    '%s by %s is as decided',
    (name, role) => {
      const [who = '', flags = ''] = (decided[name] ?? '').split(' ');
      if (who === 'any') {
        expect(actions[name]).toMatchObject({ person: true });
        return;
      }
      const letter = role.charAt(0);
      const inSandboxOnly = who.includes(letter.toUpperCase());
      const may = who.includes(letter) || inSandboxOnly;
      const first = may ? undefined : 'role_missing';
      expect(refusalOf(() => requireAction(memberOf(role), name, now))).toBe(first);
      expect(refusalOf(() => requireAction(memberOf(role, { environment: 'live' }), name, now))).toBe(
        inSandboxOnly ? 'role_missing' : first,
      );
      expect(refusalOf(() => requireAction(memberOf(role, { verification: 'pending' }), name, now))).toBe(
        first ?? (flags.includes('p') ? undefined : 'verification_required'),
      );
      expect(refusalOf(() => requireAction(memberOf(role, { suspended: true }), name, now))).toBe(
        first ?? (flags.includes('w') ? 'company_suspended' : undefined),
      );
      const late = { ...person, steppedUpAt: new Date(now.getTime() - 5 * 60_000) };
      expect(refusalOf(() => requireAction(memberOf(role, { person: late }), name, now))).toBe(
        first ?? (flags.includes('s') ? 'second_factor_needed' : undefined),
      );
    },
  );

  test('tells a person without two-factor authentication to set it up', () => {
    expect(refusalOf(() => requireStepUp({ ...person, hasSecondFactor: false }, now))).toBe('second_factor_missing');
    expect(refusalOf(() => requireStepUp({ ...person, steppedUpAt: undefined }, now))).toBe('second_factor_needed');
  });
});

describe('over HTTP', () => {
  let world: World;
  let company: string;
  const people = new Map<Role, SignedIn>();
  beforeAll(async () => {
    world = await startWorld({ portal: true });
    const owner = await newPerson(world);
    company = await openCompany(world, owner);
    people.set('owner', owner);
    for (const role of memberRoles)
      if (role !== 'owner') people.set(role, await newMember(world, owner, company, role));
    for (const each of people.values()) await stepUp(each, await enableSecondFactor(each));
  });
  afterAll(() => world.stop());

  const requests: [ActionName, string, string, unknown][] = [
    ['team.read', 'GET', '/portal/v1/team', undefined],
    ['team.invite', 'POST', '/portal/v1/team/invitations', { email: 'somebody@people.example', role: 'viewer' }],
    ['team.uninvite', 'DELETE', '/portal/v1/team/invitations/invite_nobody', undefined],
    ['team.change', 'PATCH', '/portal/v1/team/members/usr_nobody', { role: 'viewer' }],
    ['team.remove', 'DELETE', '/portal/v1/team/members/usr_nobody', undefined],
  ];

  test.each(requests.flatMap((request) => memberRoles.map((role) => [role, ...request] as const)))(
    '%s: %s is as decided',
    async (role, name, method, path, json) => {
      const browser = people.get(role);
      const { status, body } = (await browser?.ask(path, { method, company, json })) ?? {};
      const may = decided[name].split(' ')[0]?.includes(role.charAt(0));
      if (may) expect([200, 201, 404], `${status} ${String(body?.['code'])}`).toContain(status);
      else expect({ status, code: body?.['code'] }).toEqual({ status: 403, code: 'role_missing' });
    },
  );

  test('nobody signed in and nobody of the company get no further', async () => {
    const stranger = await newPerson(world);
    for (const [, method, path, json] of requests) {
      const answer = await stranger.ask(path, { method, company, json });
      expect(answer, path).toMatchObject({ status: 404, body: { code: 'company_not_found' } });
    }
    stranger.jar.clear();
    for (const [, method, path, json] of requests)
      expect((await stranger.ask(path, { method, company, json })).body, path).toMatchObject({ code: 'signed_out' });
  });
});
