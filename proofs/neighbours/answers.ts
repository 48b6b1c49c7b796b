// Faults of an issuer that concern one company only.
import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { inParallel } from '../harness/proof.ts';
import { until } from '../issuer-faults/orders.ts';
import type { Call, Replaced } from './issuer.ts';
import { drained, HOLDERS, LONE, OPERATIONS, order, WIDTH, work } from './requests.ts';
import type { Behaviour } from './slots.ts';
import {
  aHolder,
  type Company,
  companyIn,
  expectStatus,
  issueCard,
  makeCompany,
  serviceOf,
  type World,
} from './world.ts';

const CLOCK = '/api/v1/sandbox/clock/advance';
const INVOICES = '/api/v1/card-account/invoices';

/** More than the 50 rows of a poll when one poll served all companies. */
const PENDING = 55;

/** The first retries of many holders load the machine; the measurement is about later waits. */
const FIRST_RETRIES_MS = 2_000;

/** Holders, and as many orders, that hang: more than two workers register side by side. */
const HANGING = 90;

/** Longer than the interval at which workers poll for reviews: a second worker would ask while the first one does. */
const SLOW_READ_MS = 900;

/** The first step of the review schedule, and a second more. */
const REVIEW_STEP_SECONDS = 61;

/** The effect happens and the answer is an error: the outcome is unknown. */
const UNKNOWN = { 'sandbox-scenario': 'error_after_effect' };

/** The product's timeout for an answer. */
const HANG_MS = 10_000;

/** An issuer that answers every call of one company after ten seconds. */
const hangingIssuer: Behaviour = {
  name: 'hanging issuer',
  async prepare(world, company) {
    world.issuer.treat(company.account, { delayMs: () => HANG_MS });
    await inParallel(2 * HANGING, WIDTH, async (index) => void (await work(world, company, index)));
    await company.order(CLOCK, { seconds: 1 });
  },
  act: work,
  heal: async (world, company) => world.issuer.treat(company.account, undefined),
};

/** Operations with an unknown outcome: the issuer is polled about each by one worker at a time. */
const reviews: Behaviour = {
  name: 'reviews',
  async prepare(world, company) {
    const readsSlowly = ({ method }: Call) => (method === 'GET' ? SLOW_READ_MS : 0);
    world.issuer.treat(company.account, { delayMs: readsSlowly });
    await inParallel(PENDING, WIDTH, async () => {
      await expectStatus(201, company.order(OPERATIONS, serviceOf(world), UNKNOWN));
    });
    await drained(world, company);
    await company.order(CLOCK, { seconds: REVIEW_STEP_SECONDS });
  },
  act: (world, company, turn) =>
    turn % 10 === 9
      ? company.order(CLOCK, { seconds: REVIEW_STEP_SECONDS })
      : company.order(OPERATIONS, serviceOf(world), UNKNOWN),
  heal: async (world, company) => world.issuer.treat(company.account, undefined),
};

/** Holders that stay pending: in live nothing registers them, in the sandbox the issuer does not decide. */
const pendingHolders: Behaviour = {
  name: 'pending holders',
  async prepare(world, company) {
    world.issuer.treat(company.account, { replace: leftPending });
    const live = await companyIn(world, { ...company.scope, environment: 'live' }, world.clients.other);
    await inParallel(2 * PENDING, WIDTH, async (index) => {
      await expectStatus(201, (index % 2 === 0 ? live : company).order(HOLDERS, aHolder));
    });
    await sleep(FIRST_RETRIES_MS);
  },
  act: (_world, company) => company.order(HOLDERS, aHolder),
  async heal(world, company) {
    world.issuer.treat(company.account, undefined);
    await world.db.query(sql`
      delete from holders where company_id = ${company.scope.companyId} and status = 'pending' and environment = 'live'`);
    await sleep(1_000); // the sandbox ones are registered about now
    await world.db.query(sql`
      delete from holders where company_id = ${company.scope.companyId} and status = 'pending'`);
  },
};

/** Applies to registrations and to reads of them. */
function leftPending({ path, reference }: Call): Replaced | undefined {
  if (!path.startsWith('/v1/holders')) return undefined;
  const named = reference || (path.split('/')[3] ?? '');
  return { status: 200, body: JSON.stringify({ reference: named, token: `ich_${named}`, status: 'pending' }) };
}

/** Meaningless answers to orders: after a few the product stops sending for this company, and for no other. */
const unclearAnswers: Behaviour = {
  name: 'unclear answers',
  async prepare(world, company) {
    const replace = ({ path }: Call) => (path === '/v1/orders' ? { status: 500, body: '{}' } : undefined);
    world.issuer.treat(company.account, { replace });
    await inParallel(PENDING, WIDTH, async () => void (await order(world, company)));
  },
  act: order,
  heal: async (world, company) => world.issuer.treat(company.account, undefined),
};

/** Rejections whose text cannot be stored: answers to orders and deposits, and notifications. */
const unstorableAnswers: Behaviour = {
  name: 'unstorable answers',
  async prepare(world, company) {
    world.issuer.treat(company.account, { replace: rejectedInBadWords });
    await inParallel(PENDING, WIDTH, async () => void (await order(world, company)));
  },
  async act(world, company, turn) {
    if (turn % 10 === 5) return company.order(INVOICES, { amount: '100.00' });
    const answer = await order(world, company);
    if (turn % 3 > 0 || answer.status !== 201) return;
    const { id } = JSON.parse(answer.text) as { id: string };
    await notify(world, 'order.rejected', rejectionOf({ reference: id, kind: 'service', amount: '1.00' }));
  },
  heal: async (world, company) => world.issuer.treat(company.account, undefined),
};

function rejectedInBadWords({ method, path, body }: Call): Replaced | undefined {
  if (method !== 'POST' || (path !== '/v1/orders' && path !== '/v1/deposits')) return undefined;
  const { reference, kind, amount } = JSON.parse(body) as { reference: string; kind?: string; amount: string };
  return { status: 200, body: rejectionOf({ reference, ...(kind === undefined ? {} : { kind }), amount }) };
}

const rejectionOf = (order: { reference: string; kind?: string; amount: string }): string =>
  JSON.stringify({
    ...order,
    status: 'rejected',
    currency: 'USD',
    rejection: { code: 'declined', message: 'Not LONE today.' },
  }).replace('LONE', LONE);

/** Sends a notification in the issuer's name; the data is already JSON. */
async function notify({ context, clients }: World, type: string, data: string): Promise<void> {
  const [id = '', der = ''] = context.stack.secrets.issuer.notificationPrivateKey.split(':');
  const key = createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' });
  const body = `{"id":"evt_${randomUUID()}","type":"${type}","occurredAt":"${new Date().toISOString()}","data":${data}}`;
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = sign(null, Buffer.from(`${seconds}.${body}`), key).toString('base64');
  const headers = { 'issuer-key': id, 'issuer-signature': `t=${seconds},ed25519=${signature}` };
  await clients.other.ask({ method: 'POST', path: '/issuer/sandbox/notifications', headers, body });
}

/** A value that the proof's database rejects. It stands for every value that passes our checks and is unstorable. */
const UNSTORABLE = 'unstorable';

/** Makes the database reject this value wherever an issuer or a client can put one. Only the proof uses it. */
export async function refuseUnstorable({ db }: World): Promise<void> {
  await db.query(sql`alter table holders add check (issuer_token <> 'unstorable')`);
  await db.query(sql`alter table operations add check (receipt <> 'unstorable')`);
  await db.query(sql`alter table operations add check (recipient <> 'unstorable')`);
  await db.query(sql`alter table transactions add check (merchant <> 'unstorable')`);
  await db.query(sql`alter table invoices add check (failure_message <> 'unstorable')`);
}

/** Names that fit the protocol and that the database rejects, in every answer and in notifications. */
const poisonedNames: Behaviour = {
  name: 'poisoned names',
  async prepare(world, company) {
    const cardId = await issueCard(world, company);
    tokens.set(company, await tokenOf(world, company, cardId));
    bystanders.set(company, await makeCompany(world, 'Bystander', world.clients.other));
    world.issuer.treat(company.account, { replace: poisoned });
  },
  async act(world, company, turn) {
    if (turn % 10 === 5) return company.order(INVOICES, { amount: '100.00' });
    if (turn % 10 === 9) return company.order(CLOCK, { seconds: 1 });
    if (turn % 10 === 7) return orderTogether(world, company);
    if (turn % 3 > 0) return work(world, company, turn);
    const card = turn % 4 === 0 ? 'ict_nobody' : tokens.get(company);
    const payment = { reference: `ctx_${randomUUID()}`, card, type: 'purchase', status: 'settled', amount: '-1.00' };
    const seen = { currency: 'USD', merchant: UNSTORABLE, country: 'DE', occurredAt: new Date().toISOString() };
    return notify(world, 'card.transaction', JSON.stringify({ ...payment, ...seen }));
  },
  async heal(world, company) {
    world.issuer.treat(company.account, undefined);
    await checkBystander(world, company);
  },
};

/** Companies that order at the same moment as one that misbehaves. */
const bystanders = new WeakMap<Company, Company>();

/** Orders of each sort at one moment: enough for one batch. */
const TOGETHER = 2;

/** Time limit for the bystander's orders. */
const COMPLETED_WITHIN_MS = 5_000;

/**
 * Orders that the database rejects, orders whose outcome it rejects, and good ones of the bystander. Orders of the same
 * moment are accepted in one batch and settled in one batch.
 */
async function orderTogether(world: World, company: Company): Promise<void> {
  const bystander = bystanders.get(company) ?? company;
  const sorts = Array.from({ length: TOGETHER }, async () => {
    const refused = company.order(OPERATIONS, { ...serviceOf(world), recipient: UNSTORABLE });
    const good = order(world, bystander);
    const unsettled = order(world, company);
    const { status, text } = await good;
    if (status !== 201) world.context.violation('a good order fails with a bad one', { status, text });
    await Promise.all([refused, unsettled]);
  });
  await Promise.all(sorts);
}

/** Every order of the bystander is completed, regardless of the others in its batches. */
async function checkBystander({ db, context }: World, company: Company): Promise<void> {
  const companyId = bystanders.get(company)?.scope.companyId ?? '';
  const isCompleted = async () => {
    const open = await db.query(sql`
      select from operations where company_id = ${companyId} and status <> 'completed' limit 1`);
    return open.length === 0;
  };
  if (!(await until(COMPLETED_WITHIN_MS, isCompleted)))
    context.violation('a good order is not settled beside a bad one', { companyId });
}

/** The issuer's token of a company's card. */
const tokens = new WeakMap<Company, string>();

async function tokenOf({ db }: World, { scope }: Company, cardId: string): Promise<string> {
  const [row] = await db.query<{ issuer_token: string }>(sql`
    select issuer_token from cards where company_id = ${scope.companyId} and id = ${fromId('card', cardId) ?? ''}`);
  return row?.issuer_token ?? '';
}

/** Done, active or rejected, with text that cannot be stored; a clock move is refused. */
function poisoned({ method, path, body }: Call): Replaced | undefined {
  if (method !== 'POST') return undefined;
  if (path.endsWith('/clock')) return { status: 409, body: '{}' };
  const { reference, kind, amount } = JSON.parse(body) as { reference: string; kind: string; amount: string };
  const order = { reference, kind, amount, currency: 'USD' };
  const rejection = { code: 'declined', message: UNSTORABLE };
  const answers: Record<string, object> = {
    '/v1/holders': { reference, token: UNSTORABLE, status: 'active' },
    '/v1/orders': { ...order, status: 'done', receipt: UNSTORABLE },
    '/v1/deposits': { reference, amount, status: 'rejected', rejection },
  };
  const answer = answers[path];
  return answer && { status: 200, body: JSON.stringify(answer) };
}

/** The behaviours of an issuer. */
export const answerBehaviours: readonly Behaviour[] = [
  hangingIssuer,
  reviews,
  pendingHolders,
  unclearAnswers,
  unstorableAnswers,
  poisonedNames,
];
