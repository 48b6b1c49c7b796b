// Requests during a change of role: every request sent after the change was answered is judged by the new role, and
// every action of a member is in the audit log before they lost the right to it.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { type KeyScope, keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Ask } from '../harness/ask.ts';
import { makeKey, type Tools } from '../harness/companies.ts';
import type { Context } from '../harness/proof.ts';
import { shown } from './cells.ts';
import { as, changeOf, type Team } from './changes.ts';
import { ownHeaders } from './people.ts';
import { join } from './places.ts';
import { everyRole, type Role } from './row.ts';
import { scopesOf } from './table.ts';

/** Concurrent requests of each kind. */
const EACH = 2;

/** Further requests that each client sends after the change was answered. */
const AFTERWARDS = 3;

/** The change comes within this time. */
const WITHIN_MS = 60;

const builders: readonly Role[] = ['owner', 'developer'];

type Wish = { ask: () => Ask; expected: (role: Role | undefined) => string };

const environments: readonly Environment[] = ['sandbox', 'live'];

const isWithin = (scopes: readonly string[], role: Role, environment: Environment) =>
  scopes.every((scope) => (scopesOf[role][environment] as readonly string[]).includes(scope));

/** The answer to creating a key with these permissions. */
function keyExpected(role: Role | undefined, environment: Environment, scopes: readonly KeyScope[]): string {
  if (role === undefined) return '404 company_not_found';
  if (!builders.includes(role)) return '403 role_missing';
  return isWithin(scopes, role, environment) ? '201' : '403 key_beyond_role';
}

function wishesOf({ door, place, mate }: Team): Wish[] {
  const headers = (environment: Environment) => ({
    ...ownHeaders(door),
    ...mate.headers,
    'cardwright-company': place.id,
    'cardwright-environment': environment,
    'idempotency-key': randomUUID(),
  });
  const ofScope = (scope: KeyScope, environment: Environment, success: string) => (role: Role | undefined) => {
    if (role === undefined) return '404 company_not_found';
    return isWithin([scope], role, environment) ? success : '403 scope_missing';
  };
  const post = (path: string, environment: Environment, body: () => object) => (): Ask => ({
    method: 'POST',
    path,
    headers: headers(environment),
    body: body(),
  });
  const holder = { name: 'Ada', email: 'ada@example.com', kind: 'individual' };
  return [
    ...environments.flatMap((environment): Wish[] => [
      {
        ask: post('/portal/v1/keys', environment, () => ({ name: 'raced', environment, scopes: keyScopes })),
        expected: (role) => keyExpected(role, environment, keyScopes),
      },
      {
        ask: post('/api/v1/holders', environment, () => holder),
        expected: ofScope('holders:write', environment, '201'),
      },
    ]),
    {
      ask: post('/portal/v1/team/invitations', 'live', () => ({
        email: `${randomUUID()}@proofs.example`,
        role: 'owner',
      })),
      expected: (role) => {
        if (role === undefined) return '404 company_not_found';
        return role === 'owner' ? '201' : '403 role_missing';
      },
    },
    {
      ask: () => ({ method: 'GET', path: '/api/v1/webhook-endpoints', headers: headers('sandbox') }),
      expected: ofScope('webhooks:read', 'sandbox', '200'),
    },
  ];
}

const changes: readonly { from: Role; to: Role | undefined }[] = [
  { from: 'owner', to: 'viewer' },
  { from: 'owner', to: undefined },
  { from: 'developer', to: 'viewer' },
  { from: 'owner', to: 'developer' },
  { from: 'developer', to: undefined },
  { from: 'finance', to: undefined },
];

/** Changes the role of a member who keeps sending requests. Returns the number of checked requests. */
export async function raceChanges(context: Context, team: Team, rounds: number): Promise<number> {
  const wishes = wishesOf(team);
  let judged = 0;
  for (let round = 0; round < rounds; round++) {
    const change = changes[round % changes.length] as (typeof changes)[number];
    await makeRoom(team, change.from);
    judged += await raceOne(context, team, { ...change, wishes });
    await checkLog(context, team, change);
    context.progress(round + 1, rounds, 'races');
  }
  return judged;
}

/** Stays below a company's limits on keys and invitations, and on emails per day. */
async function makeRoom({ db, place, user }: Team, role: Role): Promise<void> {
  const { companyId } = place;
  await join(db, companyId, user, role);
  await db.query(sql`
    update api_keys set revoked_at = now() where company_id = ${companyId} and created_by is not null and revoked_at is null`);
  await db.query(sql`delete from invitations where company_id = ${companyId}`);
  await db.query(sql`delete from people.attempts`);
}

async function raceOne(
  context: Context,
  team: Team,
  { from, to, wishes }: { from: Role; to: Role | undefined; wishes: readonly Wish[] },
): Promise<number> {
  const { client } = team.door;
  let isChanged = false;
  let judged = 0;
  const askOn = async ({ ask, expected }: Wish) => {
    for (let after = 0; after < AFTERWARDS; ) {
      const wasChanged = isChanged;
      const found = shown(await client.ask(ask()));
      if (wasChanged) after++;
      const isRight = wasChanged ? found === expected(to) : !found.startsWith('5');
      if (!isRight)
        context.violation(`a request ${wasChanged ? 'after' : 'beside'} a change of role is answered ${found}`, {
          from,
          to,
          asked: ask().path,
          expected: expected(to),
        });
      judged++;
    }
  };
  const change = async () => {
    await sleep(context.random.integer(1, WITHIN_MS));
    const { status } = await client.ask(changeOf(team, to));
    if (status !== 200) context.violation('an owner cannot change a role beside requests', { from, to, status });
    isChanged = true;
  };
  await Promise.all([change(), ...wishes.flatMap((wish) => Array.from({ length: EACH }, () => askOn(wish)))]);
  return judged;
}

/** The audit log has no action of theirs, forbidden to the new role, after the entry of the change. */
async function checkLog(context: Context, { db, place, user }: Team, { to }: { to: Role | undefined }): Promise<void> {
  const person = toId('user', user.userId);
  const rows = await db.query<{ action: string; details: { environment?: Environment; scopes?: string[] } }>(sql`
    select a.action, a.details from audit_log a
     where a.company_id = ${place.companyId} and a.details ->> 'person' = ${person}
       and a.sequence > (select max(c.sequence) from audit_log c
                        where c.company_id = ${place.companyId} and c.subject = ${person}
                          and c.action in ('team.change', 'team.remove'))`);
  for (const { action, details } of rows) {
    const { environment = 'sandbox', scopes = [] } = details;
    const may =
      to !== undefined && action === 'key.create' && builders.includes(to) && isWithin(scopes, to, environment);
    if (!may && to !== 'owner')
      context.violation('a member acted after their role had changed', { to, action, details });
  }
}

/**
 * A member who may create keys gives them no permission beyond their own in that environment: when they create one, and
 * when they rotate an owner's. Returns the number of keys requested.
 */
export async function grantScopes(context: Context, team: Team, tools: Tools): Promise<number> {
  const { db, door, place, user, mate } = team;
  const { companyId } = place;
  const sets: readonly (readonly KeyScope[])[] = [...keyScopes.map((scope) => [scope]), keyScopes];
  let asked = 0;
  for (const role of everyRole) {
    await makeRoom(team, role);
    const caller = as(mate, place, role);
    for (const environment of environments) {
      const headers = { ...ownHeaders(door), ...caller.headers, 'cardwright-company': place.id };
      const expectKey = async (ask: { path: string; body: object }, scopes: readonly KeyScope[]) => {
        const found = shown(await door.client.ask({ method: 'POST', headers, ...ask }));
        const expected = keyExpected(role, environment, scopes);
        if (found !== expected)
          context.violation(`creating a key answers ${found} and not ${expected}`, {
            role,
            environment,
            scopes,
            path: ask.path,
          });
        asked++;
      };
      const name = `by ${role}`;
      for (const scopes of sets)
        await expectKey({ path: '/portal/v1/keys', body: { name, environment, scopes } }, scopes);
      const key = await makeKey(tools, { companyId, environment }, { name, scopes: keyScopes });
      const path = `/portal/v1/keys/${toId('key', key.id)}/rotate`;
      await expectKey({ path, body: { overlapHours: 0 } }, keyScopes);
    }
    const made = await db.query<{ environment: Environment; scopes: string[] }>(sql`
      select environment, scopes from api_keys
       where company_id = ${companyId} and created_by = ${user.userId} and name = ${`by ${role}`}`);
    for (const { environment, scopes } of made) {
      if (!isWithin(scopes, role, environment))
        context.violation('a key may do more than its creator', { role, environment, scopes });
    }
  }
  return asked;
}
