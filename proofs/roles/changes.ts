// Changes while somebody is signed in: a person who gets another role, joins or is removed has the new rights from the
// very next request.

import { toId } from '@cardwright/server/foundation/ids.ts';
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Ask } from '../harness/ask.ts';
import type { Context } from '../harness/proof.ts';
import { type Caller, newFresh } from './callers.ts';
import { askOf, check, refusalOf, shown, successOf } from './cells.ts';
import type { World } from './matrix.ts';
import { type Door, insertUser, ownHeaders, type User } from './people.ts';
import { idIn, invite, join, makePlaces, type Place } from './places.ts';
import { everyRole, type Role, type Row } from './row.ts';
import { apiRows, ownRows, scopesOf } from './table.ts';

const environments: readonly Environment[] = ['sandbox', 'live'];

/** A company of its own with its owner and a member whose role changes. */
export type Team = { db: Db; door: Door; place: Place; boss: Caller; mate: Caller; user: User };

/** Creates the company and its people. */
export async function makeTeam({ tools, db, door }: World): Promise<Team> {
  const { foreign: place } = await makePlaces(tools, db, 0);
  const owner = await insertUser(db, 'people');
  await join(db, place.companyId, owner, 'owner');
  const user = await insertUser(db, 'people');
  const boss = await newFresh({ db, door }, 'the owner', owner);
  const mate = await newFresh({ db, door }, 'whose role changes', user);
  return { db, door, place, boss: as(boss, place, 'owner'), mate, user };
}

/** A person in their current role in a company. */
export const as = (caller: Caller, { companyId }: Place, role: Role | undefined): Caller => ({
  ...caller,
  roles: role === undefined ? new Map() : new Map([[companyId, role]]),
});

/** The request by which an owner changes or removes a member. */
export function changeOf({ door, place, boss, user }: Team, to: Role | undefined): Ask {
  return {
    method: to === undefined ? 'DELETE' : 'PATCH',
    path: `/portal/v1/team/members/${toId('user', user.userId)}`,
    headers: { ...ownHeaders(door), ...boss.headers, 'cardwright-company': place.id },
    ...(to === undefined ? {} : { body: { role: to } }),
  };
}

/** Requests that can be repeated: they remove nothing and reach no limit. */
const repeatable = [...ownRows, ...apiRows].filter(
  ({ person, method, target, path }) =>
    !person &&
    (method === 'GET' || !(target === 'member' || target === 'invitation' || target === 'key')) &&
    `${method} ${path}` !== 'POST /api/v1/webhook-endpoints',
);

/** Every `oneIn`th of those; the offset selects others after each change. */
function probesFrom(offset: number, oneIn: number): Row[] {
  return repeatable.filter((_, index) => (index + offset) % oneIn === 0);
}

/** Sends requests as a person, and expects what the table says of their current role. */
async function expectRole(
  context: Context,
  { door, place }: Team,
  caller: Caller,
  probes: readonly Row[],
): Promise<void> {
  await Promise.all(
    environments.flatMap((environment) =>
      probes.map(async (row) => {
        const expected = refusalOf(row, caller, place, environment) ?? successOf(row, caller, place);
        const cell = { caller, row, place, environment, expected };
        const id = row.target === undefined ? '' : idIn(place, environment, row.target);
        await check(context, door.client, cell, askOf(door, cell, row.absent ? 'absent' : id));
      }),
    ),
  );
}

/** Every role becomes every other and none; the next request sees it. Returns the number of changes. */
export async function changeRoles(context: Context, team: Team, oneIn: number): Promise<number> {
  const { db, door, place, mate, user } = team;
  let changes = 0;
  for (const from of everyRole) {
    for (const to of [...everyRole, undefined]) {
      if (from === to) continue;
      await join(db, place.companyId, user, from);
      const probes = probesFrom(changes, oneIn);
      await expectRole(context, team, as({ ...mate, name: `${from} before a change` }, place, from), probes);
      const { status } = await door.client.ask(changeOf(team, to));
      if (status !== 200) context.violation('an owner cannot change a role', { from, to, status });
      const name = `${from} who became ${to ?? 'nobody'}`;
      await expectRole(context, team, as({ ...mate, name }, place, to), probes);
      changes++;
    }
  }
  return changes;
}

/** An invited person may do nothing before accepting, and has the invited role right afterwards. */
export async function acceptInvitations(context: Context, team: Team, oneIn: number): Promise<number> {
  const { db, door, place } = team;
  const invited = await insertUser(db, 'people');
  const caller = await newFresh({ db, door }, 'invited', invited);
  for (const [index, role] of everyRole.entries()) {
    const invitation = await invite(db, place.companyId, invited, role);
    const path = `/portal/v1/invitations/${invitation}`;
    const headers = { ...ownHeaders(door), ...caller.headers };
    const asked: Ask[] = [
      { method: 'GET', path, headers },
      { method: 'POST', path: `${path}/accept`, headers },
      { method: 'POST', path: `${path}/accept`, headers },
    ];
    const probes = probesFrom(index, oneIn);
    await expectRole(context, team, as({ ...caller, name: 'invited' }, place, undefined), probes);
    const found: string[] = [];
    for (const ask of asked) found.push(shown(await door.client.ask(ask)));
    if (found.join() !== '200,200,404 invitation_not_found')
      context.violation('an invitation is not accepted exactly once', { role, found });
    await expectRole(context, team, as({ ...caller, name: 'accepted' }, place, role), probes);
    const { status } = await door.client.ask(changeOf({ ...team, user: invited }, undefined));
    if (status !== 200) context.violation('an owner cannot remove a member', { role, status });
  }
  return everyRole.length;
}

/** Requests of a page load. */
const AT_ONCE = 8;

/** A member who enters a company for the first time with several concurrent requests is let in by each of them. */
export async function enterAtOnce(context: Context, team: Team, rounds: number): Promise<void> {
  const { db, door, place, mate, user } = team;
  await join(db, place.companyId, user, 'viewer');
  const headers = { ...mate.headers, 'cardwright-company': place.id };
  for (let round = 0; round < rounds; round++) {
    await db.query(sql`delete from api_keys where company_id = ${place.companyId} and person_id = ${user.userId}`);
    const asks = Array.from({ length: AT_ONCE }, () =>
      door.client.ask({ method: 'GET', path: '/portal/v1/team', headers }),
    );
    for (const answer of await Promise.all(asks)) {
      if (answer.status !== 200) context.violation('an entering member is refused', shown(answer));
    }
  }
}

/** A feed checks its reader's rights every 15 s; a busy machine takes longer. */
const FEED_ENDS_WITHIN_MS = 30_000;

/** Removes a member who watches a feed. Returns a function that waits for its end, while other work goes on. */
export async function removeWatcher(context: Context, team: Team): Promise<() => Promise<void>> {
  const { db, door, place } = team;
  const user = await insertUser(db, 'people');
  await join(db, place.companyId, user, 'viewer');
  const watcher = await newFresh({ db, door }, 'who watches', user);
  const feed = await fetch(`${door.origin}/portal/v1/live?company=${place.id}&environment=sandbox`, {
    headers: watcher.headers,
    signal: AbortSignal.timeout(FEED_ENDS_WITHIN_MS),
  });
  if (feed.status !== 200) context.violation('a member cannot watch', feed.status);
  const { status } = await door.client.ask(changeOf({ ...team, user }, undefined));
  if (status !== 200) context.violation('an owner cannot remove a member', status);
  const isEnded = feed.text().then(
    () => true,
    () => false,
  );
  return async () => {
    if (!(await isEnded)) context.violation('a feed goes on for a removed member');
  };
}

/**
 * Every session key has the permissions of its member's role in that environment; people who are not members have none.
 * Returns the number of session keys.
 */
export async function checkPersonKeys(context: Context, db: Db): Promise<number> {
  const rows = await db.query<{ role: Role | null; environment: Environment; scopes: string[]; revoked: boolean }>(sql`
    select m.role, k.environment, k.scopes, k.revoked_at is not null as revoked
      from api_keys k left join members m on m.company_id = k.company_id and m.user_id = k.person_id
     where k.person_id is not null`);
  for (const { role, environment, scopes, revoked } of rows) {
    if (role === null && !revoked) context.violation('a non-member has a key', { environment, scopes });
    const right = role === null ? scopes : scopesOf[role][environment];
    if (!revoked && [...scopes].sort().join() !== [...right].sort().join())
      context.violation('a member acts with a key of another role', { role, environment, scopes });
  }
  return rows.length;
}
