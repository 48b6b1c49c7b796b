// The callers: members with each role in each company, people of another company, and people without any rights.

import { toId } from '@cardwright/server/foundation/ids.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import {
  cookieOf,
  type Door,
  enableSecondFactor,
  insertUser,
  type Jar,
  ownHeaders,
  signIn,
  signOut,
  stepUp,
  type User,
} from './people.ts';
import { invite, join, type Place } from './places.ts';
import { everyRole, type Role } from './row.ts';

export type Caller = {
  name: string;
  /** What identifies the caller: a cookie, or something that must not count as one. */
  headers: Record<string, string>;
  signedIn: boolean;
  /** Whether there is a second factor, and whether a code of it is fresh. */
  factor: 'none' | 'stale' | 'fresh';
  /** Their role in each company, by its uuid. */
  roles: ReadonlyMap<string, Role>;
};

type World = { db: Db; door: Door; places: readonly Place[]; foreign: Place };

const nothing: ReadonlyMap<string, Role> = new Map();

/** Seconds after which a code is no longer fresh; the limit is five minutes. */
const LATE_SECONDS = 301;

/** Longer than any run, so that a fresh code does not expire during it. */
const FRESH_HOURS = 2;

const setSteppedUp = async (db: Db, jar: Jar, seconds: number) => {
  const rows = await db.query(sql`
    update people.sessions set stepped_up_at = now() + make_interval(secs => ${seconds})
     where token = ${tokenOf(jar)} returning id`);
  if (rows.length !== 1) throw new Error('a session is missing');
};

const sessionOf = (jar: Jar) => [...jar].find(([name]) => name.endsWith('session_token')) ?? ['', ''];

/** The token in the cookie precedes its signature. */
const tokenOf = (jar: Jar) => decodeURIComponent(sessionOf(jar)[1]).split('.')[0] ?? '';

/** The roles of a person: a different one in each company, so that a role of one is never that of the next. */
const rolesFrom = (places: readonly Place[], first: number): Map<string, Role> =>
  new Map(places.map(({ companyId }, index) => [companyId, everyRole[(first + index) % everyRole.length] as Role]));

async function joinAll(db: Db, user: User, roles: ReadonlyMap<string, Role>): Promise<void> {
  for (const [companyId, role] of roles) await join(db, companyId, user, role);
}

/** A person with a second factor and a fresh code. */
export async function newFresh({ db, door }: Pick<World, 'db' | 'door'>, name: string, user: User): Promise<Caller> {
  const jar = await signIn(door, user);
  await stepUp(door, jar, await enableSecondFactor(door, jar));
  await setSteppedUp(db, jar, FRESH_HOURS * 3_600);
  return { name, headers: { cookie: cookieOf(jar) }, signedIn: true, factor: 'fresh', roles: nothing };
}

/** A member with two sessions: one has a fresh code, the other an expired one or none. */
async function newMember(world: World, first: number): Promise<Caller[]> {
  const { db, door, places } = world;
  const user = await insertUser(db, 'people');
  const roles = rolesFrom(places, first);
  await joinAll(db, user, roles);
  const early = await signIn(door, user); // before there was a second factor; it stays valid
  const fresh = { ...(await newFresh(world, `member ${first}`, user)), roles };
  if (first % 2 === 1) await setSteppedUp(db, early, -LATE_SECONDS);
  const stale: Caller = { ...fresh, name: `member ${first} without a fresh code`, factor: 'stale' };
  const half: Caller = { ...fresh, name: 'half signed in', signedIn: false };
  return [
    fresh,
    { ...stale, headers: { cookie: cookieOf(early) } },
    ...(first === 0 ? [{ ...half, headers: { cookie: cookieOf(await signIn(door, user)) } }] : []),
  ];
}

/** A person with a session and without a second factor. */
async function newPlain(
  { db, door }: World,
  name: string,
  roles: ReadonlyMap<string, Role> = nothing,
): Promise<{ caller: Caller; jar: Jar; user: User }> {
  const user = await insertUser(db, 'people');
  await joinAll(db, user, roles);
  const jar = await signIn(door, user);
  const caller: Caller = { name, headers: { cookie: cookieOf(jar) }, signedIn: true, factor: 'none', roles };
  return { caller, jar, user };
}

/** An owner of every company who used the role and was then removed by another owner. */
async function newRemoved(world: World, owners: readonly Caller[]): Promise<Caller> {
  const { door, places } = world;
  const everywhere = new Map(places.map(({ companyId }) => [companyId, 'owner' as const]));
  const { caller, user } = await newPlain(world, 'removed', everywhere);
  for (const { companyId, id } of places) {
    for (const environment of ['sandbox', 'live']) {
      const headers = { ...caller.headers, 'cardwright-company': id, 'cardwright-environment': environment };
      const { status } = await door.client.ask({ method: 'GET', path: '/portal/v1/team', headers });
      if (status !== 200) throw new Error(`a member was answered ${status}`);
    }
    const owner = owners.find(({ roles, factor }) => roles.get(companyId) === 'owner' && factor === 'fresh');
    const { status } = await door.client.ask({
      method: 'DELETE',
      path: `/portal/v1/team/members/${toId('user', user.userId)}`,
      headers: { ...ownHeaders(door), ...owner?.headers, 'cardwright-company': id },
    });
    if (status !== 200) throw new Error(`an owner who removes somebody was answered ${status}`);
  }
  return { ...caller, roles: nothing };
}

/** Invalid sessions: signed out, expired, ended by us, modified, or never started. */
async function newOutsiders(world: World): Promise<Caller[]> {
  const { db, door, places } = world;
  const owners = new Map(places.map(({ companyId }) => [companyId, 'owner' as const]));
  const outside = async (name: string, end: (jar: Jar, user: User) => Promise<unknown>): Promise<Caller> => {
    const { caller, jar, user } = await newPlain(world, name, owners);
    await end(jar, user);
    return { ...caller, signedIn: false, headers: { cookie: cookieOf(jar) } };
  };
  const nobody = { signedIn: false, factor: 'none', roles: nothing } as const;
  return [
    { ...nobody, name: 'nobody', headers: {} },
    { ...nobody, name: 'an API key', headers: { authorization: `Bearer ${places[0]?.tenants.sandbox.key}` } },
    await outside('signed out', (jar) => signOut(door, jar)),
    await outside('expired', (jar) =>
      db.query(sql`update people.sessions set expires_at = now() where token = ${tokenOf(jar)}`),
    ),
    await outside('disabled', (_, { userId }) =>
      db.query(sql`update people.users set disabled_at = now() where id = ${userId}`),
    ),
    await outside('forged', async (jar) => {
      const [name, value] = sessionOf(jar);
      jar.set(name, encodeURIComponent(`${tokenOf(jar)}.${decodeURIComponent(value).split('.')[1]?.toLowerCase()}`));
    }),
  ];
}

/** All callers. */
export async function makeCallers(world: World): Promise<Caller[]> {
  const { db, places, foreign } = world;
  const members = [];
  for (const first of everyRole.keys()) members.push(...(await newMember(world, first)));
  const everywhere = new Map(places.map(({ companyId }) => [companyId, 'owner' as const]));
  const plain = await newPlain(world, 'owner without a second factor', everywhere);
  const strangers = [];
  for (const role of everyRole)
    strangers.push((await newPlain(world, `${role} elsewhere`, new Map([[foreign.companyId, role]]))).caller);
  const invited = await newPlain(world, 'invited');
  for (const { companyId } of places) await invite(db, companyId, invited.user);
  const alone = await newPlain(world, 'without a company');
  return [
    ...members,
    plain.caller,
    ...strangers,
    invited.caller,
    alone.caller,
    await newRemoved(world, members),
    ...(await newOutsiders(world)),
  ];
}
