// A session is a caller of the API, by a key that only the session can use.
import { createHmac } from 'node:crypto';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import { revokeKey } from '@cardwright/server/identity/keys/manage.ts';
import { listKeys } from '@cardwright/server/identity/keys/sql.ts';
import { memberRoles, type Role } from '@cardwright/server/identity/people/actions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../../client.ts';
import { insertCards, insertHolders } from '../../rows.ts';
import { startWorld, type World } from '../../world.ts';
import { enableSecondFactor, newMember, newPerson, openCompany, type SignedIn, stepUp } from './person.ts';

let world: World;
let owner: SignedIn;
let company: string;
let companyId: string;
const people = new Map<Role, SignedIn>();
beforeAll(async () => {
  world = await startWorld({ portal: true });
  owner = await newPerson(world);
  company = await openCompany(world, owner);
  companyId = fromId('company', company) ?? '';
  people.set('owner', owner);
  for (const role of memberRoles) if (role !== 'owner') people.set(role, await newMember(world, owner, company, role));
  await stepUp(owner, await enableSecondFactor(owner));
});
afterAll(() => world.stop());

const of = (role: Role) => people.get(role) as SignedIn;
const sandbox = () => ({ company, environment: 'sandbox' as Environment });
const keyed = (key: string) => ({ ...sandbox(), headers: { 'idempotency-key': key } });
const writes = ['funding:write', 'cards:write', 'services:write', 'holders:write'];
const reads = ['cards:read', 'holders:read', 'operations:read', 'balance:read'];

/** Decided by people; the database has its own copy. */
const scopesOf: Record<Role, Record<Environment, readonly string[]>> = {
  owner: { sandbox: keyScopes, live: keyScopes },
  finance: {
    sandbox: [...writes, 'cards:reveal', ...reads, 'webhooks:read'],
    live: [...writes, 'cards:reveal', ...reads, 'webhooks:read'],
  },
  developer: { sandbox: keyScopes, live: [...reads, 'webhooks:read', 'webhooks:write'] },
  viewer: { sandbox: reads, live: reads },
};

describe('what a member may do with the API', () => {
  test.each(
    memberRoles.flatMap((role) => (['sandbox', 'live'] as const).map((environment) => [role, environment] as const)),
  )('follows the role: %s in %s', async (role, environment) => {
    const { body } = await of(role).get<{ scopes: string[] }>('/api/v1/capabilities', { company, environment });
    expect(body.scopes.toSorted()).toEqual([...scopesOf[role][environment]].toSorted());
  });

  test('is refused like a key that lacks the permission', async () => {
    const order = { type: 'service', productId: world.products.service, amount: '5.00', recipient: 'a' };
    const answer = await of('viewer').post('/api/v1/operations', order, keyed('order'));
    expect(answer).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    const funding = await of('viewer').post('/api/v1/sandbox/funding', { amount: '5.00' }, keyed('viewer'));
    expect(funding).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    expect((await of('finance').post('/api/v1/sandbox/funding', { amount: '5.00' }, keyed('finance'))).status).toBe(
      200,
    );
    expect((await of('viewer').get('/api/v1/balance', sandbox())).body).toMatchObject({ available: '5.00' });
  });

  test('scopes idempotency keys to the person: the same key returns the same response', async () => {
    const again = await of('finance').post('/api/v1/sandbox/funding', { amount: '5.00' }, keyed('finance'));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('needs both headers, and a known environment', async () => {
    expect((await owner.get('/api/v1/balance')).body).toMatchObject({ code: 'environment_not_named' });
    expect((await owner.get('/api/v1/balance', { environment: 'live' })).body).toMatchObject({
      code: 'company_not_named',
    });
    const odd = await owner.get('/api/v1/balance', { company, headers: { 'cardwright-environment': 'test' } });
    expect(odd.body).toMatchObject({ code: 'environment_not_named' });
  });

  test('is refused in any other company, existing or not', async () => {
    const stranger = await newPerson(world);
    const own = await openCompany(world, stranger);
    for (const id of [own, 'com_00000000000000000000000000', 'nonsense', "'; drop table members; --"])
      expect(await owner.get('/api/v1/balance', { company: id, environment: 'sandbox' }), id).toMatchObject({
        status: 404,
        body: { code: 'company_not_found' },
      });
    expect((await stranger.get('/api/v1/balance', sandbox())).status).toBe(404);
  });

  test('reveals a card’s number with a fresh code only, and the audit entry names the person', async () => {
    const scope = { companyId, environment: 'sandbox' as const };
    const [holderId = ''] = await insertHolders(world.admin, scope, [{}]);
    const [id = ''] = await insertCards(world.admin, scope, [{ productId: world.products.card, holderId }]);
    const reveal = (role: Role) => of(role).post(`/api/v1/cards/${id}/reveal`, {}, sandbox());
    expect(await reveal('viewer')).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    expect(await reveal('finance')).toMatchObject({ status: 403, body: { code: 'second_factor_missing' } });
    expect(await reveal('owner')).toMatchObject({ status: 503, body: { code: 'issuer_unavailable' } }); // there is none
    const { rows } = await world.admin.query(
      `select subject, details from audit_log where company_id = $1 and action = 'card.reveal'`,
      [companyId],
    );
    expect(rows).toEqual([{ subject: id, details: { person: owner.userId } }]);
  });

  test('is read-only in a suspended company', async () => {
    const person = await newPerson(world);
    const closed = await openCompany(world, person);
    await world.admin.query('update companies set suspended_at = now() where id = $1', [fromId('company', closed)]);
    const scope = { company: closed, environment: 'sandbox' as const, headers: { 'idempotency-key': 's' } };
    expect((await person.get('/api/v1/balance', scope)).status).toBe(200);
    const funding = await person.post('/api/v1/sandbox/funding', { amount: '5.00' }, scope);
    expect(funding).toMatchObject({ status: 403, body: { code: 'company_suspended' } });
  });
});

describe('a person key', () => {
  test('is in no list of keys, and no operator ends it by accident', async () => {
    const scope = { companyId, environment: 'sandbox' as const };
    const { rows } = await world.admin.query<{ id: string }>(
      'select id from api_keys where company_id = $1 and person_id is not null',
      [companyId],
    );
    expect(rows.length).toBeGreaterThan(3);
    const listed = await world.tools.db.read(scope, (tx) => listKeys(tx, scope));
    expect(listed).toEqual([]);
    expect(await revokeKey(world.tools, scope, rows[0]?.id ?? '')).toBe(false);
  });

  test('is unusable as a bearer token', async () => {
    const userId = fromId('user', owner.userId) ?? '';
    const pepper = Buffer.from(world.stack.secrets.peppers.split(':')[1] ?? '', 'hex');
    const { rows } = await world.admin.query<{ id: string }>(
      `select id from api_keys where company_id = $1 and environment = 'sandbox' and person_id = $2`,
      [companyId, userId],
    );
    const words = `person ${userId} ${companyId} sandbox ${rows[0]?.id}`;
    const hash = createHmac('sha256', pepper).update(words).digest();
    const { rowCount } = await world.admin.query('select from api_keys where hash = $1', [hash]);
    expect(rowCount, 'this is how it is hashed').toBe(1);
    for (const text of [words, words.replaceAll(' ', '%20'), hash.toString('hex'), hash.toString('base64')])
      for (const url of [world.stack.baseUrl, world.stack.portalUrl])
        expect((await ask(`${url}/api/v1/balance`, { key: text })).status, text).toBe(401);
  });

  test('is refused without the session, and the portal refuses a company’s key', async () => {
    const other = await world.company();
    const headers = { 'cardwright-company': other.id, 'cardwright-environment': 'sandbox' };
    expect((await ask(`${world.stack.portalUrl}/api/v1/balance`, { key: other.key, headers })).status).toBe(401);
  });
});

describe('a removed member', () => {
  test('is refused immediately, also inside a transaction that has begun', async () => {
    const member = await newMember(world, owner, company, 'finance');
    expect((await member.get('/api/v1/balance', sandbox())).status).toBe(200);
    const lock = await world.admin.connect();
    await lock.query('begin');
    await lock.query('select from ledger.books where company_id = $1 for update', [companyId]);
    const funding = member.post('/api/v1/sandbox/funding', { amount: '7.00' }, keyed('too late'));
    await new Promise((resolve) => setTimeout(resolve, 300)); // it has been let in and waits for the book
    const removed = await owner.ask(`/portal/v1/team/members/${member.userId}`, { method: 'DELETE', company });
    expect(removed.status, removed.text).toBe(200);
    await lock.query('commit');
    lock.release();
    expect(await funding).toMatchObject({ status: 401, body: { code: 'key_invalid' } });
    expect((await member.get('/api/v1/balance', sandbox())).status).toBe(404);
    const { rows } = await world.admin.query(
      'select from api_keys where company_id = $1 and person_id = $2 and revoked_at is null',
      [companyId, fromId('user', member.userId)],
    );
    expect(rows).toEqual([]);
  });

  test('who is invited again has the new role', async () => {
    const member = await newMember(world, owner, company, 'owner');
    await member.get('/api/v1/balance', sandbox());
    await owner.ask(`/portal/v1/team/members/${member.userId}`, { method: 'DELETE', company });
    const again = await owner.post<{ id: string }>(
      '/portal/v1/team/invitations',
      { email: member.email, role: 'viewer' },
      { company },
    );
    await member.post(`/portal/v1/invitations/${again.body.id}/accept`, undefined);
    const { body } = await member.get<{ scopes: string[] }>('/api/v1/capabilities', sandbox());
    expect(body.scopes.toSorted()).toEqual(reads.toSorted());
  });
});
