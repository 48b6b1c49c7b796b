// Companies in every state, each with objects of every kind in both environments, and with a member, an invitation
// and keys that only entitled callers can touch.
import { randomBytes } from 'node:crypto';
import { newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import { suspendCompany, verifyCompany } from '@cardwright/server/identity/companies/manage.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { makeTenants, type Tenant } from '../fixtures/fixtures.ts';
import { makeKey, type Tools } from '../harness/companies.ts';
import { insertUser, type User } from './people.ts';
import type { Role, Target } from './row.ts';

export type State = { verification: 'approved' | 'pending' | 'rejected'; suspended: boolean };

/** A company as callers name it. */
export type Place = {
  companyId: string;
  /** As the API shows it. */
  id: string;
  state: State;
  tenants: Record<Environment, Tenant>;
  /** Objects in the portal, by environment where they have one. A caller without rights touches none of them. */
  member: string;
  invitation: string;
  keys: Record<Environment, string>;
};

/** The states of companies, the most different ones first. */
const states: readonly State[] = [
  { verification: 'approved', suspended: false },
  { verification: 'pending', suspended: false },
  { verification: 'approved', suspended: true },
  { verification: 'rejected', suspended: false },
  { verification: 'pending', suspended: true },
];

/** Companies in the first `count` states, then a foreign one, which is approved. */
export async function makePlaces(tools: Tools, db: Db, count: number): Promise<{ places: Place[]; foreign: Place }> {
  const wanted = [...states.slice(0, count), { verification: 'approved', suspended: false } as const];
  const tenants = await makeTenants(tools, db, wanted.length);
  const places: Place[] = [];
  for (const [index, state] of wanted.entries()) {
    const [sandbox, live] = tenants.slice(2 * index, 2 * index + 2);
    if (sandbox === undefined || live === undefined) throw new Error('a company has a sandbox and a live environment');
    places.push(await toPlace(tools, db, state, { sandbox, live }));
  }
  const foreign = places.pop();
  if (foreign === undefined) throw new Error('there is no foreign company');
  return { places, foreign };
}

async function toPlace(tools: Tools, db: Db, state: State, tenants: Place['tenants']): Promise<Place> {
  const { companyId } = tenants.sandbox.scope;
  const place = {
    companyId,
    id: toId('company', companyId),
    state,
    tenants,
    member: await newTarget(tools, db, { companyId, target: 'member' }),
    invitation: await newTarget(tools, db, { companyId, target: 'invitation' }),
    keys: {
      sandbox: await newTarget(tools, db, { companyId, target: 'key', environment: 'sandbox' }),
      live: await newTarget(tools, db, { companyId, target: 'key', environment: 'live' }),
    },
  };
  const { verification, suspended } = state;
  if (verification === 'rejected') await verifyCompany(tools, companyId, { verification, reason: 'made by a proof' });
  if (verification === 'pending')
    await db.query(sql`update companies set verification = 'pending' where id = ${companyId}`);
  if (suspended) await suspendCompany(tools, companyId, 'made by a proof');
  return place;
}

/** Makes a person a member, as if they had joined. */
export async function join(db: Db, companyId: string, { userId }: User, role: Role): Promise<void> {
  await db.query(sql`
    insert into members (company_id, user_id, role, since) values (${companyId}, ${userId}, ${role}, ${new Date()})
    on conflict (company_id, user_id) do update set role = ${role}`);
}

/** Invites an address in the name of a member of the company; returns the id of the invitation. */
export async function invite(
  db: Db,
  companyId: string,
  { email }: { email: string },
  role: Role = 'owner',
): Promise<string> {
  const id = newUuid(new Date());
  await db.query(sql`
    insert into invitations (company_id, id, email, role, invited_by, created_at, expires_at)
    select ${companyId}, ${id}, ${email}, ${role}, m.user_id, now(), now() + interval '7 days'
      from members m where m.company_id = ${companyId} limit 1`);
  return toId('invitation', id);
}

/** Creates an object in a company that a request can name; returns its id. */
export async function newTarget(
  tools: Tools,
  db: Db,
  wish: { companyId: string; target: 'member' | 'invitation' | 'key'; environment?: Environment },
): Promise<string> {
  const { companyId, target, environment = 'sandbox' } = wish;
  if (target === 'key') {
    const key = await makeKey(tools, { companyId, environment }, { name: 'a target', scopes: ['cards:read'] });
    return toId('key', key.id);
  }
  if (target === 'invitation') {
    return invite(db, companyId, { email: `${randomBytes(8).toString('hex')}@proofs.example` });
  }
  const user = await insertUser(db, 'people');
  await join(db, companyId, user, 'viewer');
  return toId('user', user.userId);
}

/** The id of a company's object, as in a path. */
export function idIn(place: Place, environment: Environment, target: Target): string {
  const tenant = place.tenants[environment];
  if (target === 'member') return place.member;
  if (target === 'invitation') return place.invitation;
  if (target === 'key') return place.keys[environment];
  if (target === 'idempotencyKeys') return tenant.idempotencyKey;
  return tenant.ids[target === 'simulated' ? 'invoices' : target][0] ?? '';
}
