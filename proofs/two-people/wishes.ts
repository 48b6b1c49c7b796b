// A proposal for every action that needs two people, repeatable at will.
import { randomBytes } from 'node:crypto';
import { newUuid } from '@cardwright/server/foundation/ids.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { insert } from '../fixtures/rows.ts';
import type { Context } from '../harness/proof.ts';
import { type Credential, type Proposal, REASON, type World } from './world.ts';

const newId = () => newUuid(new Date());

/** The operators who propose and approve the prerequisites. */
export type Pair = { first: Credential; second: Credential };

/** The arguments of an action; creates the object that it is about. */
type Wish = (world: World, pair: Pair) => Promise<object>;

const price = { fixedFee: '100', rateBps: '20', minimumFee: '0', minimumAmount: '100', maximumAmount: '100000' };

const newKey = (company: string) => ({
  company,
  id: newId(),
  name: 'proof',
  scopes: ['cards:read'],
  hash: randomBytes(32).toString('hex'),
  pepperVersion: 1,
  hint: 'hint',
});

/** An approved company. */
export async function newCompany(world: World, { first }: Pick<Pair, 'first'>): Promise<string> {
  const id = newId();
  await must(world.administer(first, 'company.create', { id, name: 'Two People', kind: 'corporate' }), 'done');
  await must(world.administer(first, 'company.approved', { company: id, reason: REASON }), 'done');
  return id;
}

/** Proposes and approves. */
export async function decide(world: World, pair: Pair, action: string, given: object): Promise<void> {
  const { proposal } = await must(world.administer(pair.first, action, given), 'proposed');
  await must(
    world.approve(pair.second, { action, proposal }).then((outcome) => ({ outcome })),
    'approved',
  );
}

/** A live key created by two operators. */
export async function newLiveKey(world: World, pair: Pair): Promise<ReturnType<typeof newKey>> {
  const key = newKey(await newCompany(world, pair));
  await decide(world, pair, 'key.create_live', key);
  return key;
}

/** A cardholder who can be erased: without a card. */
export async function newHolder(
  world: World,
  pair: Pick<Pair, 'first'>,
): Promise<{ company: string; environment: 'sandbox'; holder: string }> {
  const [company, holder] = [await newCompany(world, pair), newId()];
  const row = {
    company_id: company,
    environment: 'sandbox',
    id: holder,
    name: 'Ada Lovelace',
    email: 'ada@proofs.example',
    kind: 'individual',
    status: 'active',
    created_at: new Date().toISOString(),
    next_at: null,
  };
  await insert(world.db, 'holders', [row]);
  return { company, environment: 'sandbox', holder };
}

async function must<Answer extends { outcome: string }>(call: Promise<Answer>, expected: string): Promise<Answer> {
  const answer = await call;
  if (answer.outcome !== expected) throw new Error(`answered ${answer.outcome}, not ${expected}`);
  return answer;
}

const ofOperator = async (world: World): Promise<{ operator: string }> => ({
  operator: (await world.newOperator('somebody')).id,
});

/** Every action that needs two people except `review.decide`, whose proposals have another form. */
const wishes: Record<string, Wish> = {
  'company.activate': async (world, pair) => ({ company: await newCompany(world, pair), capability: 'live_services' }),
  'company.limits': async (world, pair) => ({
    company: await newCompany(world, pair),
    reads: 1,
    writes: 1,
    statements: 1,
  }),
  'company.invite_owner': async (world, pair) => ({
    company: await newCompany(world, pair),
    email: 'first@proofs.example',
  }),
  'holder.erase': newHolder,
  'key.create_live': async (world, pair) => newKey(await newCompany(world, pair)),
  'key.rotate_live': async (world, pair) => {
    const old = await newLiveKey(world, pair);
    return { ...newKey(old.company), key: old.id, overlapHours: 1 };
  },
  'product.set': async () => ({
    id: newId(),
    name: 'Two People',
    kind: 'card',
    status: 'active',
    prices: { issue: price, topup: price },
  }),
  'product.price': async ({ db }) => {
    const [product] = await db.query<{ id: string }>(sql`
      select p.id from products p
       where p.kind = 'card' and not exists (select from proposals x where x.given ->> 'product' = p.id::text
                                              and x.approved_at is null and x.withdrawn_at is null)
       limit 1`);
    return { product: product?.id, type: 'issue', price };
  },
  'operator.add': async () => ({
    id: newId(),
    name: 'Second mailbox',
    email: `second-mailbox-${randomBytes(6).toString('hex')}@proofs.example`,
  }),
  'operator.enable': async (world, { first }) => {
    const { operator } = await ofOperator(world);
    await must(world.administer(first, 'operator.disable', { operator, reason: REASON }), 'done');
    return { operator };
  },
  'operator.reset': ofOperator,
};

const REVIEW = 'review.decide';

/** Needs a database that lost commits, where nothing else can be decided: it is attacked with copies of a cluster. */
const RECOVER = 'database.recover';

/** Actions of the table that the proof can propose; an unknown one would go untested. */
export async function compareActions(context: Context, { db }: World): Promise<string[]> {
  const known = new Set([...Object.keys(wishes), REVIEW, RECOVER]);
  const rows = await db.query<{ action: string }>(
    sql`select action from operator_actions where needs_two order by action`,
  );
  for (const { action } of rows) {
    if (!known.delete(action)) context.violation('an action needs two people and is not tested', action);
  }
  for (const action of known) context.violation('an action no longer needs two people', action);
  return [...Object.keys(wishes), REVIEW];
}

/** Proposes an action. The pair creates its prerequisites. */
export async function proposeNew(world: World, by: Credential, pair: Pair, action: string): Promise<Proposal> {
  if (action === REVIEW) return proposeReview(world, by, pair);
  const wish = wishes[action];
  if (wish === undefined) throw new Error(`nobody knows how to propose ${action}`);
  const { outcome, proposal } = await world.administer(by, action, await wish(world, pair));
  if (outcome !== 'proposed') throw new Error(`${action} was to be proposed: ${outcome}`);
  return { action, proposal };
}

async function proposeReview(world: World, by: Credential, pair: Pair): Promise<Proposal> {
  const companyId = await newCompany(world, pair);
  const invoice = newId();
  const now = new Date().toISOString();
  const row = {
    company_id: companyId,
    environment: 'live',
    id: invoice,
    requested_amount: '10000',
    deposit_amount: '10000',
    fee: '0',
    scenario: '',
    status: 'manual_review',
    address: 'T'.padEnd(34, 'x'),
    pay_amount: '100000000',
    expires_at: now,
    answer: '{}',
    failure_code: '',
    failure_message: '',
    review_reason: REASON,
    review_opened_at: now,
    created_at: now,
  };
  await insert(world.db, 'invoices', [row]);
  const proposal = newId();
  const decision = {
    id: proposal,
    subject_kind: 'invoice',
    subject_id: invoice,
    decision: 'fail',
    reason: REASON,
    receipt: '',
    card_token: '',
    last4: '',
    amount: null,
  };
  const outcome = await world.proposeDecision(by, companyId, decision);
  if (outcome !== 'proposed') throw new Error(`a decision was to be proposed: ${outcome}`);
  return { action: REVIEW, proposal };
}
