// The operators' desk: it answers only operators with a second factor, and some actions need a fresh code.

import { randomBytes } from 'node:crypto';
import { NOBODY, toId } from '@cardwright/server/foundation/ids.ts';
import { disableOperator } from '@cardwright/server/identity/operators/operators.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { newOperator } from '@cardwright/stack/operators.ts';
import type { Ask } from '../harness/ask.ts';
import type { Context } from '../harness/proof.ts';
import { shown } from './cells.ts';
import { crossings, describedAt, type World, withHeaders, withoutEffect } from './matrix.ts';
import { cookieOf, type Door, enableSecondFactor, insertUser, type Jar, ownHeaders, signIn, stepUp } from './people.ts';

const reason = { reason: 'made by a proof' };
const MOMENT = '2026-11-15T09:30:00Z';

/** Every endpoint of the desk: whether it needs a fresh code, and a body that it accepts. */
const rows: readonly { name: string; code?: true; body?: object }[] = [
  { name: 'GET /desk/v1/me' },
  { name: 'POST /desk/v1/step-up', body: { code: '000000' } },
  { name: 'GET /desk/v1/status' },
  { name: 'GET /desk/v1/audit' },
  { name: 'POST /desk/v1/audit/verify' },
  { name: 'GET /desk/v1/companies' },
  { name: 'POST /desk/v1/companies', body: { name: 'Proof Ltd', kind: 'corporate' } },
  { name: 'GET /desk/v1/companies/{id}' },
  { name: 'GET /desk/v1/companies/{id}/operations' },
  { name: 'GET /desk/v1/companies/{id}/cards' },
  { name: 'GET /desk/v1/companies/{id}/invoices' },
  { name: 'GET /desk/v1/found' },
  { name: 'GET /desk/v1/cards/{id}' },
  { name: 'GET /desk/v1/holders/{id}' },
  { name: 'PUT /desk/v1/companies/{id}/capabilities', body: { capability: 'live_services', enabled: true, ...reason } },
  { name: 'PUT /desk/v1/companies/{id}/limits', body: { reads: 1, writes: 1, statements: 1, ...reason } },
  { name: 'POST /desk/v1/companies/{id}/suspend', code: true, body: reason },
  { name: 'POST /desk/v1/companies/{id}/resume' },
  { name: 'POST /desk/v1/companies/{id}/owner-invitation', body: { email: 'first@proofs.example', ...reason } },
  { name: 'POST /desk/v1/companies/{id}/holders/{holder}/erase', body: { environment: 'sandbox', ...reason } },
  {
    name: 'POST /desk/v1/companies/{id}/keys',
    body: { environment: 'sandbox', name: 'proof', scopes: ['cards:read'] },
  },
  { name: 'POST /desk/v1/companies/{id}/keys/{key}/rotate', body: { environment: 'sandbox' } },
  { name: 'POST /desk/v1/companies/{id}/keys/{key}/revoke', body: { environment: 'sandbox' } },
  { name: 'GET /desk/v1/companies/{id}/webhooks' },
  { name: 'POST /desk/v1/companies/{id}/webhooks', body: { url: 'https://example.com/webhooks' } },
  { name: 'PATCH /desk/v1/companies/{id}/webhooks/{webhook}', body: { status: 'disabled' } },
  { name: 'DELETE /desk/v1/companies/{id}/webhooks/{webhook}' },
  { name: 'GET /desk/v1/companies/{id}/webhooks/{webhook}/deliveries' },
  { name: 'POST /desk/v1/companies/{id}/webhooks/{webhook}/rotate-secret' },
  { name: 'POST /desk/v1/companies/{id}/webhooks/{webhook}/confirm-secret' },
  { name: 'POST /desk/v1/companies/{id}/webhooks/{webhook}/test' },
  { name: 'POST /desk/v1/companies/{id}/webhooks/{webhook}/replay', body: { from: MOMENT, to: MOMENT } },
  { name: 'GET /desk/v1/verifications' },
  { name: 'GET /desk/v1/verifications/{id}' },
  { name: 'GET /desk/v1/verifications/{id}/documents/{document}' },
  { name: 'POST /desk/v1/verifications/{id}/approve', code: true, body: reason },
  { name: 'POST /desk/v1/verifications/{id}/reject', body: reason },
  { name: 'GET /desk/v1/reviews' },
  { name: 'GET /desk/v1/reviews/{id}' },
  { name: 'POST /desk/v1/reviews/{id}/preview', body: { decision: 'fail' } },
  { name: 'POST /desk/v1/reviews/{id}/proposals', body: { decision: 'fail', ...reason } },
  { name: 'GET /desk/v1/proposals' },
  { name: 'GET /desk/v1/proposals/{id}' },
  { name: 'POST /desk/v1/proposals/{id}/approve', code: true },
  { name: 'POST /desk/v1/proposals/{id}/withdraw' },
  { name: 'GET /desk/v1/products' },
  { name: 'POST /desk/v1/products', body: { name: 'X', kind: 'card', status: 'active', prices: {}, ...reason } },
  {
    name: 'POST /desk/v1/products/{id}/prices',
    body: {
      type: 'issue',
      fixedFee: '1',
      rateBps: 0,
      minimumFee: '0',
      minimumAmount: '1',
      maximumAmount: '2',
      ...reason,
    },
  },
  {
    name: 'POST /desk/v1/products/{id}/prices/preview',
    body: { type: 'issue', fixedFee: '1', rateBps: 0, minimumFee: '0', minimumAmount: '1', maximumAmount: '2' },
  },
  { name: 'GET /desk/v1/pauses' },
  { name: 'POST /desk/v1/pauses', body: { environment: 'live', ...reason } },
  { name: 'DELETE /desk/v1/pauses/{id}' },
  { name: 'GET /desk/v1/reconciliations' },
  { name: 'POST /desk/v1/reconciliations', body: {} },
  { name: 'GET /desk/v1/reconciliations/{id}' },
  { name: 'GET /desk/v1/recovery' },
  { name: 'POST /desk/v1/recovery', body: reason },
  { name: 'POST /desk/v1/recovery/replay' },
  { name: 'GET /desk/v1/jobs' },
  { name: 'POST /desk/v1/jobs/redrive', body: { ids: [NOBODY] } },
  { name: 'GET /desk/v1/work/parked' },
  { name: 'POST /desk/v1/work/release', body: { kind: 'holder', environment: 'sandbox' } },
  { name: 'GET /desk/v1/notifications' },
  { name: 'POST /desk/v1/notifications/{id}/close', body: reason },
  { name: 'GET /desk/v1/secrets' },
  { name: 'POST /desk/v1/secrets/rewrap', body: { what: 'documents' } },
  { name: 'GET /desk/v1/operators' },
  { name: 'POST /desk/v1/operators', body: { name: 'Eve', email: 'eve@proofs.example', ...reason } },
  { name: 'GET /desk/v1/operators/me/tokens' },
  { name: 'POST /desk/v1/operators/me/tokens', code: true, body: { name: 'proof', expiresInDays: 1 } },
  { name: 'POST /desk/v1/operators/me/tokens/{id}/revoke' },
  { name: 'POST /desk/v1/operators/{id}/invite', code: true },
  { name: 'POST /desk/v1/operators/{id}/disable', code: true, body: reason },
  { name: 'POST /desk/v1/operators/{id}/enable', body: reason },
  { name: 'POST /desk/v1/operators/{id}/reset', body: reason },
];

type Operator = { jar: Jar; codes: string[]; id: string; user: { userId: string; email: string } };

/** A signed-in operator, with a second factor or without. */
async function newSignedIn({ stack }: Context, db: Db, door: Door, factor: boolean): Promise<Operator> {
  const email = `${randomBytes(8).toString('hex')}@proofs.example`;
  const { id } = await newOperator(stack.databaseUrl, { name: 'Otto Operator', email });
  const user = await insertUser(db, 'desk', { userId: id, email });
  const jar = await signIn(door, user);
  return { jar, codes: factor ? await enableSecondFactor(door, jar) : [], id, user };
}

/** A portal cookie jar, also under the names of the desk's cookies. */
const underBothNames = (cookie: string): string =>
  `${cookie}; ${cookie.replaceAll('cardwright_people', 'cardwright_desk')}`;

/** Asks the desk as every caller. Returns the number of requests. */
export async function askDesk(context: Context, world: World, door: Door): Promise<number> {
  const { tools, db, places, callers } = world;
  await compareWithDesk(context, door);
  const [place] = places;
  const person = callers.find(({ factor }) => factor === 'fresh');
  if (place === undefined || person === undefined) throw new Error('there is no company, or it has no member');
  const plain = await newSignedIn(context, db, door, false);
  const otto = await newSignedIn(context, db, door, true);
  const ended = await newSignedIn(context, db, door, true);
  await stepUp(door, ended.jar, ended.codes);
  const half = await signIn(door, otto.user);
  const asks = rows.map((row) => ({
    row,
    ask: askOf(door, row, { ...place, operator: otto.id, review: reviewOf(world) }),
  }));
  const before = door.client.asked();
  const expectAll = async (who: string, headers: Record<string, string>, expected: string) => {
    for (const { row, ask } of asks) {
      const found = shown(await door.client.ask(withHeaders(ask, headers)));
      if (found !== expected)
        context.violation(`at the desk, ${who} is answered ${found} and not ${expected}`, row.name);
    }
  };
  await expectOpen(context, door, asks, ended.jar);
  await disableOperator(tools, { operatorId: ended.id, reason: 'by a proof' });
  await withoutEffect(context, db, async () => {
    await expectAll('nobody', {}, '401 signed_out');
    await expectAll('a person', { cookie: underBothNames(person.headers['cookie'] ?? '') }, '401 signed_out');
    await expectAll('an API key', { authorization: `Bearer ${place.tenants.live.key}` }, '401 signed_out');
    await expectAll('half an operator', { cookie: cookieOf(half) }, '401 signed_out');
    await expectAll(
      'an operator without a second factor',
      { cookie: cookieOf(plain.jar) },
      '403 second_factor_missing',
    );
    await expectCode(context, door, asks, otto.jar);
    await expectSite(context, door, asks, otto.jar);
  });
  await expectAll('an operator who was ended', { cookie: cookieOf(ended.jar) }, '401 signed_out');
  return door.client.asked() - before;
}

type Asked = { row: (typeof rows)[number]; ask: Ask }[];

async function compareWithDesk(context: Context, { client }: Door): Promise<void> {
  const known = new Set(rows.map(({ name }) => name));
  for (const name of await describedAt(context, client, '/desk/openapi.json')) {
    if (!known.delete(name)) context.violation('an endpoint of the desk is not in the table', name);
  }
  for (const name of known) context.violation('the desk lacks an endpoint that is in the table', name);
}

const reviewOf = ({ places }: World) => places[0]?.tenants.sandbox.ids.invoices[0] ?? '';

function askOf(
  door: Door,
  { name, body }: (typeof rows)[number],
  named: { id: string; keys: { sandbox: string }; operator: string; review: string },
): Ask {
  const [method = 'GET', path = ''] = name.split(' ');
  const ids: [RegExp, string][] = [
    [/(operators\/)\{id\}/, toId('operator', named.operator)],
    [/((?:reviews|proposals)\/)\{id\}/, named.review],
    [/()\{id\}/, named.id],
    [/()\{key\}/, named.keys.sandbox],
    [/()\{\w+\}/, named.id],
  ];
  const filled = ids.reduce((text, [pattern, id]) => text.replace(pattern, (_, kept: string) => kept + id), path);
  return {
    method: method as Ask['method'],
    path: filled,
    headers: method === 'GET' ? {} : ownHeaders(door),
    ...(body === undefined ? {} : { body }),
  };
}

/** An operator with a fresh code is not refused reads, nor requests for unknown objects. */
async function expectOpen(context: Context, { client }: Door, asks: Asked, jar: Jar): Promise<void> {
  for (const { row, ask } of asks) {
    const isRead = ask.method === 'GET';
    if (!isRead && !row.name.includes('{id}')) continue;
    const path = isRead ? ask.path : ask.path.replaceAll(/\/(?:com|opr|inv|key)_\w+/g, '/absent');
    const { status } = await client.ask({ ...withHeaders(ask, { cookie: cookieOf(jar) }), path });
    if (status === 401 || status === 403 || status >= 500)
      context.violation('an operator with a fresh code is refused', { name: row.name, status });
  }
}

/** Without a fresh code, exactly the actions that need one say so; of the others only reads are sent. */
async function expectCode(context: Context, { client }: Door, asks: Asked, jar: Jar): Promise<void> {
  for (const { row, ask } of asks) {
    if (!row.code && ask.method !== 'GET') continue;
    const found = shown(await client.ask(withHeaders(ask, { cookie: cookieOf(jar) })));
    const isAsked = found === '403 second_factor_needed';
    if (isAsked !== (row.code ?? false))
      context.violation(`at the desk, an operator without a fresh code is answered ${found}`, row.name);
  }
}

async function expectSite(context: Context, { client }: Door, asks: Asked, jar: Jar): Promise<void> {
  for (const { row, ask } of asks.filter((each) => each.ask.method !== 'GET')) {
    for (const changes of crossings) {
      const found = shown(await client.ask(withHeaders(ask, { cookie: cookieOf(jar), ...changes })));
      if (found !== '403 cross_site') context.violation(`the desk answers another site ${found}`, row.name);
    }
  }
}
