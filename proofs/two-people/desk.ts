// The desk, as browsers and the command line reach it: every endpoint that needs two people, called by one of them.
import { randomBytes } from 'node:crypto';
import { NOBODY, newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { type Ask, openClient } from '../harness/ask.ts';
import type { Context } from '../harness/proof.ts';
import { shown } from '../roles/cells.ts';
import { cookieOf, type Door, enableSecondFactor, insertUser, ownHeaders, signIn, stepUp } from '../roles/people.ts';
import { withoutEffect } from './log.ts';
import { newCompany, newHolder, newLiveKey, type Pair } from './wishes.ts';
import { REASON, type World } from './world.ts';

const CONNECTIONS = 4;

const reason = { reason: REASON };

type Headers = Record<string, string>;

/** An operator at the desk: two sessions and a token, each with a fresh code. */
type Person = { id: string; first: Headers; second: Headers; token: Headers };

/** A proposal by its own endpoint. */
type Row = { action: string; ask: (world: World, pair: Pair) => Promise<Ask> };

const post = (path: string, body: object): Ask => ({ method: 'POST', path: `/desk/v1${path}`, body });
const put = (path: string, body: object): Ask => ({ ...post(path, body), method: 'PUT' });

const idOfNew = async (world: World, pair: Pair) => toId('company', await newCompany(world, pair));

const rows: readonly Row[] = [
  {
    action: 'company.activate',
    ask: async (world, pair) =>
      put(`/companies/${await idOfNew(world, pair)}/capabilities`, {
        capability: 'live_services',
        enabled: true,
        ...reason,
      }),
  },
  {
    action: 'company.limits',
    ask: async (world, pair) =>
      put(`/companies/${await idOfNew(world, pair)}/limits`, { reads: 1, writes: 1, statements: 1, ...reason }),
  },
  {
    action: 'company.invite_owner',
    ask: async (world, pair) =>
      post(`/companies/${await idOfNew(world, pair)}/owner-invitation`, { email: 'first@proofs.example', ...reason }),
  },
  {
    action: 'holder.erase',
    ask: async (world, pair) => {
      const { company, holder, environment } = await newHolder(world, pair);
      const path = `/companies/${toId('company', company)}/holders/${toId('holder', holder)}/erase`;
      return post(path, { environment, ...reason });
    },
  },
  {
    action: 'key.create_live',
    ask: async (world, pair) =>
      post(`/companies/${await idOfNew(world, pair)}/keys`, {
        environment: 'live',
        name: 'proof',
        scopes: ['cards:read'],
        ...reason,
      }),
  },
  {
    action: 'key.rotate_live',
    ask: async (world, pair) => {
      const { company, id } = await newLiveKey(world, pair);
      const path = `/companies/${toId('company', company)}/keys/${toId('key', id)}/rotate`;
      return post(path, { environment: 'live', overlapHours: 1, ...reason });
    },
  },
  {
    action: 'product.set',
    ask: async () => post('/products', { name: 'Of a proof', kind: 'card', status: 'active', prices: {}, ...reason }),
  },
  {
    action: 'product.price',
    ask: async ({ db }) => {
      const [product] = await db.query<{ id: string }>(sql`select id from products where kind = 'card' limit 1`);
      const price = { fixedFee: '1', rateBps: 0, minimumFee: '0', minimumAmount: '1', maximumAmount: '2' };
      return post(`/products/${toId('product', product?.id ?? '')}/prices`, { type: 'topup', ...price, ...reason });
    },
  },
  {
    action: 'operator.add',
    ask: async () => {
      const email = `mailbox-${randomBytes(6).toString('hex')}@proofs.example`;
      return post('/operators', { name: 'Second mailbox', email, ...reason });
    },
  },
  {
    action: 'operator.enable',
    ask: async (world, { first }) => {
      const { id } = await world.newOperator('ended');
      await world.administer(first, 'operator.disable', { operator: id, reason: REASON });
      return post(`/operators/${toId('operator', id)}/enable`, reason);
    },
  },
  {
    action: 'operator.reset',
    ask: async (world) => post(`/operators/${toId('operator', (await world.newOperator('lost')).id)}/reset`, reason),
  },
  {
    action: 'review.decide',
    ask: async (world, pair) => {
      const companyId = await newCompany(world, pair);
      const id = newUuid(new Date());
      await world.db.query(sql`
        insert into invoices (company_id, environment, id, status, requested_amount, deposit_amount, fee, review_reason,
                              review_opened_at, created_at)
        values (${companyId}, 'live', ${id}, 'manual_review', 10000, 10000, 150, ${REASON}, now(), now())`);
      return post(`/reviews/${toId('invoice', id)}/proposals`, { decision: 'fail', ...reason });
    },
  },
];

/** Calls every endpoint. Returns the number of requests. */
export async function askAlone(context: Context, world: World, pair: Pair): Promise<number> {
  const { deskUrl } = context.stack;
  if (deskUrl === undefined) throw new Error('the stack has no desk');
  const door: Door = { client: openClient(deskUrl, CONNECTIONS), origin: deskUrl, at: '/desk' };
  try {
    const [hana, ivan] = [await newPerson(world, door, 'hana'), await newPerson(world, door, 'ivan')];
    for (const row of rows) await tryRow(context, world, door, { row, ask: await row.ask(world, pair), hana, ivan });
    return door.client.asked();
  } finally {
    await door.client.close();
  }
}

async function newPerson(world: World, door: Door, name: string): Promise<Person> {
  const email = `${name}-${randomBytes(6).toString('hex')}@proofs.example`;
  const userId = newUuid(new Date());
  await world.write(sql`
    insert into operators (id, name, email, created_at, active_from, able_from)
    values (${userId}, ${name}, ${email}, now(), now(), now())`);
  const user = await insertUser(world.db, 'desk', { userId, email });
  const [first, second] = [await signIn(door, user), await signIn(door, user)]; // before there is a second factor
  const codes = await enableSecondFactor(door, first);
  await stepUp(door, first, codes);
  await stepUp(door, second, codes);
  const own = (jar: typeof first) => ({ ...ownHeaders(door), cookie: cookieOf(jar) });
  const asked = { name: 'command line', expiresInDays: 1 };
  const made = await door.client.ask({ ...post('/operators/me/tokens', asked), headers: own(first) });
  if (made.status !== 201) throw new Error(`no token was made: ${made.status} ${made.text.slice(0, 200)}`);
  world.note(userId, 'operator.token');
  const { token } = JSON.parse(made.text) as { token: string };
  await world.write(sql`update desk.tokens set stepped_up_at = now() where operator_id = ${userId}`); // as if by a code
  const byToken = { authorization: `Bearer ${token}` };
  await door.client.ask({ method: 'GET', path: '/desk/v1/me', headers: byToken }); // records its first use
  return { id: userId, first: own(first), second: own(second), token: byToken };
}

/** One operator proposes and cannot approve, with any credential; the other one can, once. */
async function tryRow(
  { violation, ...context }: Context,
  world: World,
  { client }: Door,
  { row: { action }, ask, hana, ivan }: { row: Row; ask: Ask; hana: Person; ivan: Person },
): Promise<void> {
  const expect = async (who: string, asked: Ask, headers: Headers, expected: string) => {
    const answer = await client.ask({ ...asked, headers });
    if (shown(answer) !== expected)
      violation(`${action}: at the desk, ${who} is answered ${shown(answer)} and not ${expected}`);
  };
  await expect('a proposal', ask, hana.first, action === 'review.decide' ? '201' : '202');
  world.note(hana.id, action === 'review.decide' ? 'review.propose' : `${action}.propose`);
  const [proposal] = await world.db.query<{ id: string }>(sql`
    select id from proposals where proposed_by = ${hana.id} and action = ${action} order by proposed_at desc limit 1`);
  const path = `/desk/v1/proposals/${toId('proposal', proposal?.id ?? NOBODY)}/approve`;
  const approval: Ask = { method: 'POST', path };
  await withoutEffect({ violation, ...context }, world, async () => {
    for (const [name, headers] of Object.entries({ first: hana.first, second: hana.second, token: hana.token }))
      await expect(`the proposer’s ${name}`, approval, headers, '403 same_operator');
    await expect('nobody', approval, {}, '403 cross_site');
    await expect('a token of nobody', approval, { authorization: 'Bearer cwop_x' }, '401 signed_out');
    await expect('a session and a token', approval, { ...ivan.first, ...ivan.token }, '400 two_credentials');
  });
  await expect('a second person', approval, action.startsWith('company') ? ivan.token : ivan.second, '200');
  world.note(ivan.id, action === 'review.decide' ? 'review.approve' : action);
  await expect('the second person again', approval, ivan.first, '409 approved_already');
}
