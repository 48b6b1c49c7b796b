// Keys created by a company's members: permissions are checked at commit time.

import {
  createCompanyKey,
  findCompanyKey,
  listCompanyKeys,
  revokeCompanyKey,
  rotateCompanyKey,
  stateOf,
} from '@cardwright/server/identity/keys/people.ts';
import { listKeys } from '@cardwright/server/identity/keys/sql.ts';
import type { Role } from '@cardwright/server/identity/people/actions.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '../../client.ts';
import { openOwn, personOf, toolsOfPortal } from '../../members-of.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
let own: Db;
beforeAll(async () => {
  world = await startWorld();
  own = openOwn(world);
});
afterAll(async () => {
  await own?.close();
  await world?.stop();
});

const byOf = async (company: Company, role: Role = 'developer') => {
  const { userId } = await personOf(world, { company, role, name: `A ${role}` });
  return { companyId: company.scope.companyId, userId };
};
const tools = () => toolsOfPortal(world, own);
const wanted = { name: 'build server', environment: 'sandbox', scopes: ['balance:read'] } as const;
const madeOf = async (companyId: string) =>
  (await listCompanyKeys(own, companyId)).filter(({ created_by }) => created_by !== null);

test('a key works immediately with its permissions, and is listed with its creator', async () => {
  const company = await world.company({ available: '5.00' });
  const by = await byOf(company);
  const made = await createCompanyKey(tools(), by, wanted);
  expect(made.text).toMatch(/^cw_sandbox_/);
  const client = clientOf(world.stack.baseUrl, made.text);
  expect(await client.get('/api/v1/balance')).toMatchObject({ status: 200, body: { available: '5.00' } });
  expect(await client.get('/api/v1/cards')).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  expect(await madeOf(by.companyId)).toMatchObject([
    { id: made.id, name: 'build server', created_by: 'A developer', hint: made.text.slice(-4), revoked_at: null },
  ]);
  const { rows } = await world.admin.query(
    `select action, details ->> 'person' as person from audit_log where subject like 'key_%' and company_id = $1 and details ? 'person'`,
    [by.companyId],
  );
  expect(rows).toEqual([{ action: 'key.create', person: expect.stringMatching(/^usr_/) }]);
});

test('a key is replaced once, both work for the overlap, and revoking ends it', async () => {
  const company = await world.company({ available: '5.00' });
  const by = await byOf(company, 'owner');
  const first = await createCompanyKey(tools(), by, wanted);
  const key = { id: first.id, environment: 'sandbox' } as const;
  const second = await rotateCompanyKey(tools(), by, { key, overlapHours: 1 });
  for (const { text } of [first, second])
    expect((await clientOf(world.stack.baseUrl, text).get('/api/v1/balance')).status).toBe(200);
  await expect(rotateCompanyKey(tools(), by, { key, overlapHours: 1 })).rejects.toMatchObject({ code: 'key_replaced' });
  const rows = await madeOf(by.companyId);
  expect(rows.map((row) => stateOf(row, new Date()))).toEqual(['active', 'expiring']);
  await revokeCompanyKey(tools(), by, { id: second.id, environment: 'sandbox' });
  await until(
    () => clientOf(world.stack.baseUrl, second.text).get('/api/v1/balance'),
    ({ status }) => status === 401,
  );
  const gone = { key: { id: second.id, environment: 'sandbox' }, overlapHours: 0 } as const;
  await expect(rotateCompanyKey(tools(), by, gone)).rejects.toMatchObject({ code: 'key_not_active' });
});

test('is refused by role, membership, verification and suspension, inside the commit', async () => {
  const company = await world.company();
  for (const role of ['finance', 'viewer'] as const)
    await expect(createCompanyKey(tools(), await byOf(company, role), wanted)).rejects.toMatchObject({
      code: 'role_missing',
    });
  const other = await byOf(await world.company(), 'owner');
  const asOther = { companyId: company.scope.companyId, userId: other.userId };
  await expect(createCompanyKey(tools(), asOther, wanted)).rejects.toMatchObject({ code: 'company_not_found' });
  for (const verification of ['pending', 'rejected'] as const)
    await expect(
      createCompanyKey(tools(), await byOf(await world.company({ verification }), 'owner'), wanted),
    ).rejects.toMatchObject({ code: 'verification_required' });
  await world.admin.query('update companies set suspended_at = now() where id = $1', [company.scope.companyId]);
  const by = await byOf(company, 'owner');
  await expect(createCompanyKey(tools(), by, wanted)).rejects.toMatchObject({ code: 'company_suspended' });
  expect(await madeOf(company.scope.companyId)).toEqual([]);
});

test('another company’s key is neither replaced nor revoked', async () => {
  const by = await byOf(await world.company(), 'owner');
  const made = await createCompanyKey(tools(), by, wanted);
  const stranger = await byOf(await world.company(), 'owner');
  const key = { id: made.id, environment: 'sandbox' } as const;
  await expect(revokeCompanyKey(tools(), stranger, key)).rejects.toMatchObject({ code: 'key_not_found' });
  const rotation = { key, overlapHours: 0 };
  await expect(rotateCompanyKey(tools(), stranger, rotation)).rejects.toMatchObject({ code: 'key_not_found' });
  expect(await madeOf(by.companyId)).toMatchObject([{ revoked_at: null, expires_at: null }]);
});

test('a member removed concurrently creates no key', async () => {
  const company = await world.company();
  const by = await byOf(company);
  const removing = await world.admin.connect();
  try {
    await removing.query('begin');
    await removing.query('delete from members where company_id = $1 and user_id = $2', [by.companyId, by.userId]);
    const making = createCompanyKey(tools(), by, wanted).catch((error: unknown) => error);
    const waiting = `select from pg_stat_activity where application_name = 'test-portal' and wait_event_type = 'Lock'`;
    await until(
      () => world.admin.query(waiting),
      ({ rowCount }) => rowCount === 1,
    );
    await removing.query('commit');
    expect(await making).toMatchObject({ code: 'company_not_found' });
  } finally {
    removing.release();
  }
  expect(await madeOf(by.companyId)).toEqual([]);
});

test('a company has a bounded number of keys, also under concurrency', async () => {
  const company = await world.company();
  const by = await byOf(company);
  await world.admin.query(
    `insert into api_keys (id, company_id, environment, name, hash, pepper_version, hint, scopes, created_at)
     select gen_random_uuid(), $1, 'live', 'filler', sha256(n::text::bytea || $2::bytea), 1, 'abcd', '{}', now() from generate_series(1, 99) as n`,
    [by.companyId, Buffer.from(by.userId)],
  );
  const live = { ...wanted, environment: 'live' } as const;
  const made = await Promise.allSettled([1, 2, 3].map(() => createCompanyKey(tools(), by, live)));
  expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
});

test('an active key is listed and found behind any number of later inactive ones', async () => {
  const company = await world.company();
  const by = await byOf(company);
  const { id } = await createCompanyKey(tools(), by, wanted);
  await world.admin.query(
    `insert into api_keys (id, company_id, environment, name, hash, pepper_version, hint, scopes, created_at, revoked_at, expires_at)
     select gen_random_uuid(), $1, 'live', 'filler', sha256(n::text::bytea || $2::bytea), 1, 'abcd', '{}', now() + interval '1 s',
            case when n % 2 = 0 then now() end, case when n % 2 = 1 then now() end
       from generate_series(1, 600) as n`,
    [by.companyId, Buffer.from(by.userId)],
  );
  expect(await madeOf(by.companyId)).toMatchObject([{ id, revoked_at: null }]);
  const { rows } = await world.admin.query<{ id: string }>(
    `select id from api_keys where company_id = $1 and name = 'filler' order by id limit 1`,
    [by.companyId],
  );
  for (const each of [id, rows[0]?.id ?? ''])
    expect(await findCompanyKey(own, by.companyId, each)).toMatchObject({ id: each });
  const stranger = await world.company();
  expect(await findCompanyKey(own, stranger.scope.companyId, id)).toBeUndefined();
});

test('a person’s own key is in no list, of people or of operators', async () => {
  const company = await world.company();
  const by = await byOf(company);
  const entered = await own.query<{ key_id: string }>(
    (await import('@cardwright/server/platform/db/sql.ts')).sql`
      select key_id from enter_company(${by.userId}, ${by.companyId}, 'sandbox', gen_random_uuid(), sha256('x'::bytea), 1::smallint, now())`,
  );
  const personKey = entered[0]?.key_id ?? '';
  expect(personKey).not.toBe('');
  const seen = await world.tools.db.read(company.scope, (tx) => listKeys(tx, company.scope));
  for (const rows of [seen, await listCompanyKeys(own, by.companyId)])
    expect(rows.map(({ id }) => id)).not.toContain(personKey);
  expect(await findCompanyKey(own, by.companyId, personKey)).toBeUndefined();
  const key = { id: personKey, environment: 'sandbox' } as const;
  await expect(revokeCompanyKey(tools(), by, key)).rejects.toMatchObject({ code: 'key_not_found' });
});

test('a key has no more permissions than its creator has in that environment', async () => {
  const company = await world.company();
  const developer = await byOf(company);
  const owner = await byOf(company, 'owner');
  const spending = { name: 'spends', environment: 'live', scopes: ['balance:read', 'cards:write'] } as const;
  const refusal = { code: 'key_beyond_role' };
  await expect(createCompanyKey(tools(), developer, spending)).rejects.toMatchObject(refusal);
  await createCompanyKey(tools(), developer, { ...spending, environment: 'sandbox' });
  const { id } = await createCompanyKey(tools(), owner, spending);
  const replacing = { key: { id, environment: 'live' }, overlapHours: 1 } as const;
  await expect(rotateCompanyKey(tools(), developer, replacing)).rejects.toMatchObject(refusal);
});
