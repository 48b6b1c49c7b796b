// A database is restored to an earlier point. Two operators accept the loss, and nothing that was taken away comes back.
import { randomUUID } from 'node:crypto';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { gatherHeads } from '@cardwright/server/ledger/seals/heads.ts';
import { verifyAudit, verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { newOperator, operatorToken } from '@cardwright/stack/operators.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ask } from '../../client.ts';
import { type Copies, openCopies } from '../../platform/fence/copies.ts';
import { until } from '../../until.ts';

let copies: Copies;
let stack: Stack;
/** A key of a company, one that is revoked after the copy was made, and a company that is suspended then. */
let key: string;
let revoked: { company: string; id: string; key: string };
let suspended: string;
/** An operator who is disabled after the copy was made. */
let carl: { id: string; token: string };
/** A cardholder who is erased after the copy was made. */
let erased: string;

const byToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const token = (number: 0 | 1) => operatorToken(stack.secrets.peppers, number);
const desk = <Body = Record<string, unknown>>(method: string, path: string, { as = token(0), json = {} } = {}) =>
  ask<Body>(`${stack.deskUrl}/desk/v1${path}`, { method, ...byToken(as), ...(method === 'GET' ? {} : { json }) });
const fund = (by: string, under: string = randomUUID()) =>
  ask(`${stack.baseUrl}/api/v1/sandbox/funding`, {
    method: 'POST',
    key: by,
    json: { amount: '5.00' },
    headers: { 'idempotency-key': under },
  });
const balanceOf = (by: string) => ask<{ available: string }>(`${stack.baseUrl}/api/v1/balance`, { key: by });
const lastEvent = async () => {
  const answer = await ask<{ data: { sequence: number }[] }>(`${stack.baseUrl}/api/v1/events?limit=100`, { key });
  return answer.body.data.at(-1)?.sequence ?? 0;
};
/** Makes an event. */
const tell = async () => {
  const json = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
  return ask<{ id: string }>(`${stack.baseUrl}/api/v1/holders`, {
    method: 'POST',
    key,
    json,
    headers: { 'idempotency-key': randomUUID() },
  });
};

/** As the issuer's answer would. */
async function registerAll(): Promise<void> {
  const client = new pg.Client(stack.databaseUrl);
  await client.connect();
  await client.query(`update holders set status = 'active', next_at = null`);
  await client.end();
}

const readHolder = async (id: string) =>
  (await ask<{ name: string; status: string }>(`${stack.baseUrl}/api/v1/holders/${id}`, { key })).body;

/** The last entry of each chain that was exported. */
const exportedThrough = async (chain: string) => (await gatherHeads(copies.store)).get(chain)?.at(-1)?.last ?? 0;

async function newKey(company: string): Promise<{ company: string; id: string; key: string }> {
  const json = { environment: 'sandbox', name: 'test', scopes: ['balance:read', 'cards:write'] };
  const answer = await desk<{ id: string; key: string }>('POST', `/companies/${company}/keys`, { json });
  expect(answer.status, answer.text).toBe(201);
  return { company, ...answer.body };
}

const reason = 'made by a test';
const verified = async () => {
  const db = openDb({ url: stack.urlOf('cardwright_reader'), name: 'test', connections: 4, onError: () => undefined });
  try {
    const heads = await gatherHeads(copies.store);
    return { ledger: (await verifyLedger(db, { heads })).bad, audit: (await verifyAudit(db, heads)).bad };
  } finally {
    await db.close();
  }
};

beforeAll(async () => {
  copies = await openCopies(inject('postgresVersion'));
  stack = await copies.start('first', { seed: true, desk: true });
  const demo = stack.demo?.companies.find(({ verification }) => verification === 'approved');
  key = demo?.keys.sandbox ?? '';
  expect((await fund(key, 'early')).status).toBe(200);
  revoked = await newKey(demo?.id ?? '');
  const made = await desk<{ id: string }>('POST', '/companies', { json: { name: 'Acme', kind: 'corporate' } });
  suspended = made.body.id;
  carl = await newOperator(stack.databaseUrl, { name: 'Carl', email: 'carl@example.com' });
  erased = (await tell()).body.id;
  await registerAll();
  await copies.stopAll();
  await copies.copy('first', 'restored');

  stack = await copies.start('first', { desk: true });
  const before = await exportedThrough(`${revoked.company}/sandbox`);
  expect((await fund(revoked.key)).status).toBe(200);
  const revoking = await desk('POST', `/companies/${revoked.company}/keys/${revoked.id}/revoke`, {
    json: { environment: 'sandbox' },
  });
  expect([revoking.status, revoking.headers.get('audit-export')], revoking.text).toEqual([200, 'done']);
  expect((await desk('POST', `/companies/${suspended}/suspend`, { json: { reason } })).status).toBe(200);
  expect((await desk('POST', `/operators/${toId('operator', carl.id)}/disable`, { json: { reason } })).status).toBe(
    200,
  );
  const erasing = await desk<{ proposal: { id: string } }>(
    'POST',
    `/companies/${revoked.company}/holders/${erased}/erase`,
    { json: { environment: 'sandbox', reason } },
  );
  expect(erasing.status, erasing.text).toBe(202);
  const approving = await desk('POST', `/proposals/${erasing.body.proposal.id}/approve`, { as: token(1) });
  expect([approving.status, approving.headers.get('audit-export')], approving.text).toEqual([200, 'done']);
  expect((await tell()).status).toBe(201);
  await until(
    () => exportedThrough(`${revoked.company}/sandbox`),
    (last) => last > before,
  );
  await copies.stopAll();
  stack = await copies.start('restored', { desk: true });
});
afterAll(() => copies?.remove());

type Shown = {
  recovering: boolean;
  next: string;
  epoch: number;
  lost: { since: string; until: string; ledgerEntries: number; auditEntries: number };
  missing: { action: string }[];
  books: { company: string; lost: number }[];
};
const survey = async () => (await desk<Shown>('GET', '/recovery')).body;

test('says what is lost', async () => {
  expect(await fund(key)).toMatchObject({ status: 503, body: { code: 'recovering', retry: 'same_key' } });
  const found = await survey();
  expect(found).toMatchObject({ recovering: true, next: 'replay', epoch: 0, lost: { ledgerEntries: 1 } });
  expect(found.lost.since < found.lost.until).toBe(true);
  expect(found.missing.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['key.revoke', 'company.suspend', 'operator.disable', 'holder.erase']),
  );
  expect(found.books).toMatchObject([{ company: revoked.company, lost: 1 }]);
});

test('says why nothing is sent once, and at the desk to everybody', async () => {
  const { body } = await desk<{ problems: { problem: string }[] }>('GET', '/status');
  expect(body.problems.map(({ problem }) => problem).filter((text) => /Recovering|stopped/.test(text))).toEqual([
    'Recovering: nothing is accepted or sent',
  ]);
  expect((await desk('GET', '/me')).body).toMatchObject({ recovering: true });
  expect((await desk('GET', '/recovery')).body).toMatchObject({ isVerified: false, replayed: null, last: null });
});

test('nobody decides before what was exported is replayed', async () => {
  expect(await balanceOf(revoked.key), 'the revocation is lost').toMatchObject({ status: 200 });
  expect(await readHolder(erased), 'and the erasure').toMatchObject({ name: 'Ada Lovelace' });
  expect(await desk('POST', '/recovery', { json: { reason } })).toMatchObject({ body: { code: 'replay_first' } });
  const replayed = await desk<{ written: number; applied: number }>('POST', '/recovery/replay', { as: carl.token });
  expect(replayed.status, 'even a removed operator may replay').toBe(200);
  expect(replayed.body.applied).toBe(4);
  expect(await readHolder(erased)).toMatchObject({ name: '', email: '', status: 'blocked' });
  expect((await desk('GET', '/recovery', { as: carl.token })).status, 'but is removed by it').toBe(401);
  expect(await desk('POST', '/recovery', { as: carl.token, json: { reason } })).toMatchObject({ status: 401 });
  expect((await desk<{ written: number }>('POST', '/recovery/replay')).body, 'once').toEqual({
    written: 0,
    applied: 0,
  });
  expect((await survey()).next).toBe('propose');
  expect((await desk('GET', '/recovery')).body).toMatchObject({
    replayed: { by: { name: 'Demo Operator' }, written: replayed.body.written, applied: 4 },
  });
});

test('two operators accept the loss, and the fence opens', async () => {
  const before = await lastEvent();
  const proposed = await desk<{ proposal: { id: string; effect: string[] } }>('POST', '/recovery', {
    json: { reason },
  });
  expect(proposed.status, proposed.text).toBe(202);
  const { id, effect } = proposed.body.proposal;
  expect(effect.join(' ')).toContain('1 sealed ledger entry');
  const path = `/proposals/${id}/approve`;
  expect(await desk('POST', path)).toMatchObject({ status: 403, body: { code: 'same_operator' } });
  expect((await fund(key)).status).toBe(503);
  const approved = await desk('POST', path, { as: token(1) });
  expect(approved.status, approved.text).toBe(200);
  await until(
    () => fund(key),
    ({ status }) => status === 200,
  );
  expect((await survey()).recovering).toBe(false);
  const recovered = await until(
    () => desk<{ isVerified: boolean }>('GET', '/recovery'),
    ({ body: { isVerified } }) => isVerified, // the desk checks the database once a second
  );
  expect(recovered.body).toMatchObject({
    why: '',
    last: { approvedBy: { name: 'Second Operator' }, proposal: id, reason, lostEntries: 1, books: 1 },
  });
  expect(await copies.newest()).toMatchObject({ epoch: 1 });

  expect((await balanceOf(revoked.key)).status).toBe(401);
  const { body } = await desk<{ suspendedAt: string | null }>('GET', `/companies/${suspended}`);
  expect(body.suspendedAt).not.toBeNull();
  await until(tell, ({ status }) => status === 201); // once the issuer's listings are read
  await until(lastEvent, (last) => last > before);
  expect(await lastEvent()).toBeGreaterThan(1e12);
});

test('the chains verify after it', async () => {
  await until(
    () => exportedThrough(`${revoked.company}/sandbox`),
    (last) => last > 0,
  );
  expect(await verified()).toEqual({ ledger: undefined, audit: undefined });
});
