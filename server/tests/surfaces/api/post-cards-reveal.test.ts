import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { suspendCompany } from '@cardwright/server/identity/companies/manage.ts';
import { revokeKey } from '@cardwright/server/identity/keys/manage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entriesOf, type Page, reveal, rowsOf } from '../../cards/reveal/revealing.ts';
import { becomes, newHolder, order, traces } from '../../operations/run/on-its-way.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { absent, refused } from './orders.ts';

let world: World;
let company: Company;
let cardId: string;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker');
  company = await world.company({ available: '1000.00' });
  cardId = await issued(company);
});
afterAll(() => world?.stop());

const { issue } = traces(() => world);

/** A card that the issuer knows. */
async function issued(owner: Company): Promise<string> {
  const id = await order(owner, issue(await newHolder(owner)));
  return (await becomes(owner, id, 'completed')).result.cardId ?? '';
}

/** Every row of every table that contains this text, by table; binary columns are searched too, as hexadecimal text. */
async function findEverywhere(text: string): Promise<string[]> {
  const { rows: tables } = await world.admin.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(40);
  const found: string[] = [];
  for (const { name } of tables) {
    const where = `select 1 from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0`;
    const { rowCount } = await world.admin.query(where, [text, Buffer.from(text).toString('hex')]);
    if (rowCount !== 0) found.push(name);
  }
  return found;
}

describe('POST /api/v1/cards/{id}/reveal', () => {
  test('201 answers the address of a page at the issuer that opens once, and nothing else', async () => {
    const { body: card } = await company.get<{ last4: string }>(`/api/v1/cards/${cardId}`);
    const answer = await reveal(company, cardId);
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body)).toEqual(['url', 'expiresAt']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body.url.startsWith(`${world.stack.issuer?.url}/`)).toBe(true);
    const leftMs = Date.parse(answer.body.expiresAt) - Date.now();
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(120_000);
    const page = await fetch(answer.body.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(new RegExp(`\\d{4}\\s\\d{4}\\s\\d{4}\\s${card.last4}`));
    expect((await fetch(answer.body.url)).status).toBeGreaterThanOrEqual(400);
  });

  test('every request makes a page of its own: an Idempotency-Key is ignored, and no body is as good as an empty one', async () => {
    const path = `/api/v1/cards/${cardId}/reveal`;
    const headers = { 'idempotency-key': 'the-same' };
    const answers = [
      await company.ask<Page>(path, { method: 'POST', headers }),
      await company.ask<Page>(path, { method: 'POST', headers, json: {} }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(2);
    expect(await company.get('/api/v1/idempotency-keys/the-same')).toMatchObject({ status: 404 });
  });

  test('leaves no trace of the address in the database, and no request', async () => {
    const { body } = await reveal(company, cardId);
    const secret = body.url.split('/').at(-1) ?? '';
    expect(secret.length).toBeGreaterThan(20);
    expect(await findEverywhere(secret)).toEqual([]);
    expect(await findEverywhere(cardId)).not.toEqual([]); // the search finds what is there
    expect(await rowsOf(world, company)).toEqual([]);
  });

  test('is an entry of the audit log, which names the key and the card', async () => {
    const client = await company.client();
    const before = (await entriesOf(world, company)).length;
    await reveal(client, cardId);
    expect((await entriesOf(world, company)).slice(before)).toEqual([
      { operator_id: null, environment: 'sandbox', subject: cardId, details: { key: toId('key', client.keyId) } },
    ]);
  });

  test('201 for a frozen card', async () => {
    const id = await issued(company);
    await world.admin.query(`update cards set status = 'frozen' where id = $1`, [fromId('card', id)]);
    expect(await reveal(company, id)).toMatchObject({ status: 201 });
  });

  test('400 for a closed card, also if only the issuer knows, and for one that the issuer does not know', async () => {
    const owner = await world.company({ available: '100.00' });
    const closed = await owner.insertCard({ status: 'closed' });
    expect(await reveal(owner, closed)).toMatchObject(refused(400, 'card_closed', { retry: 'never' }));
    const unknown = await owner.insertCard({ issuerToken: '' });
    expect(await reveal(owner, unknown)).toMatchObject(refused(400, 'card_not_active'));
    expect(await entriesOf(world, owner)).toEqual([]);
    const closedThere = await issued(owner);
    await world.admin.query(`update issuer_sandbox.cards set status = 'closed' where account = $1`, [owner.id]);
    expect(await reveal(owner, closedThere)).toMatchObject(refused(400, 'card_closed'));
    expect(await rowsOf(world, owner)).toEqual([]);
  });

  test.each<[string, object]>([
    ['a field', { json: { cardId: 'x' } }],
    ['a list', { json: [] }],
    ['broken JSON', { raw: '{' }],
  ])('400 for %s', async (_what, body) => {
    const answer = await company.ask(`/api/v1/cards/${cardId}/reveal`, { method: 'POST', ...body });
    expect(answer).toMatchObject(refused(400, 'request_invalid'));
  });

  test('404 for another company’s card and any text', async () => {
    const other = await world.company();
    for (const answer of [
      await reveal(other, cardId),
      await reveal(company, absent('card')),
      await reveal(company, 'nonsense'),
    ])
      expect(answer).toMatchObject(refused(404, 'card_not_found'));
    expect(await entriesOf(world, other)).toEqual([]);
  });

  test('413 for a body too large, 415 for another media type', async () => {
    const path = `/api/v1/cards/${cardId}/reveal`;
    expect(await company.ask(path, { method: 'POST', json: { a: 'x'.repeat(70_000) } })).toMatchObject({ status: 413 });
    const headers = { 'content-type': 'text/plain' };
    expect(await company.ask(path, { method: 'POST', raw: '{}', headers })).toMatchObject({ status: 415 });
  });
});

describe('POST /api/v1/cards/{id}/reveal, by whom', () => {
  test('403 for a key with every permission but cards:reveal, 201 for a key with that one alone', async () => {
    const others = await company.client({ scopes: keyScopes.filter((scope) => scope !== 'cards:reveal') });
    const missing = await reveal(others, cardId);
    expect(missing).toMatchObject(refused(403, 'scope_missing'));
    expect(missing.text).toContain('cards:reveal');
    const alone = await company.client({ scopes: ['cards:reveal'] });
    expect(await reveal(alone, cardId)).toMatchObject({ status: 201 });
  });

  test('401 without a key, and at once for a revoked one, even while a server still trusts it', async () => {
    const path = `/api/v1/cards/${cardId}/reveal`;
    expect(await world.ask(path, { method: 'POST', json: {} })).toMatchObject({ status: 401 });
    const client = await company.client();
    expect(await client.get('/api/v1/balance')).toMatchObject({ status: 200 });
    const before = (await entriesOf(world, company)).length;
    await revokeKey(world.tools, company.scope, client.keyId);
    expect(await reveal(client, cardId)).toMatchObject(refused(401, 'key_invalid'));
    expect(await entriesOf(world, company)).toHaveLength(before);
  });

  test('403 for a suspended company, and at once, even while a server still trusts it', async () => {
    const owner = await world.company({ available: '100.00' });
    const id = await issued(owner);
    await suspendCompany(world.tools, owner.scope.companyId, 'A test suspends it.');
    expect(await reveal(owner, id)).toMatchObject(refused(403, 'company_suspended'));
    expect(await entriesOf(world, owner)).toEqual([]);
  });

  test('403 in live without an issuer, whatever the card, and for a company that is not verified', async () => {
    const live = await company.client({ environment: 'live' });
    for (const id of [cardId, absent('card'), 'nonsense'])
      expect(await reveal(live, id)).toMatchObject(refused(403, 'live_unavailable'));
    const unverified = await world.company({ verification: 'rejected' });
    expect(await reveal(unverified, cardId)).toMatchObject(refused(403, 'verification_required'));
  });
});
