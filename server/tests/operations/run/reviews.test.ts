// Decisions of two operators: reviews and cases, through the functions and the role of the command line.
import { randomUUID } from 'node:crypto';
import { fromId, newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import { usd } from '@cardwright/server/foundation/money/usd.ts';
import { type Actor, byToken } from '@cardwright/server/identity/operators/act.ts';
import { disableOperator } from '@cardwright/server/identity/operators/operators.ts';
import { type OperationUpdate, settleOperations } from '@cardwright/server/operations/run/sql.ts';
import { approve, withdraw } from '@cardwright/server/oversight/proposals/decide.ts';
import { type Decision, propose } from '@cardwright/server/oversight/reviews/decide.ts';
import { findDossier, listMatters, sinceOf } from '@cardwright/server/oversight/reviews/read.ts';
import type { Subject } from '@cardwright/server/oversight/reviews/sql.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorOf } from '../../operator-of.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
let worker: Db;
type Operator = { id: string; actor: Actor };
let demo: Operator;
let ann: Operator;
let bob: Operator;

beforeAll(async () => {
  world = await startWorld();
  worker = openAs('cardwright_worker', 1);
  demo = await operatorOf(world, 'Demo');
  ann = await operatorOf(world, 'Ann');
  bob = await operatorOf(world, 'Bob');
});
afterAll(async () => {
  await worker?.close();
  await world?.stop();
});

const openAs = (role: Parameters<World['stack']['urlOf']>[0], connections: number): Db =>
  openDb({ url: world.stack.urlOf(role), name: 'test', connections, onError: () => undefined });

const as = ({ actor }: Pick<Operator, 'actor'>) => ({ ...world.tools, actor });
const nobody = { actor: byToken('cwop_nobody') };
const rowsOf = async (text: string, values: unknown[]) => (await world.admin.query(text, values)).rows;

const totals = { issue: '53.10', topup: '20.04', service: '5.00' };
type Type = keyof typeof totals;

async function bodyOf(company: Company, type: Type): Promise<object> {
  if (type === 'service') return { type, productId: world.products.service, amount: '5.00', recipient: 'ada' };
  if (type === 'topup') return { type, cardId: await company.insertCard({ balance: 1_00n }), amount: '20.00' };
  return {
    type,
    productId: world.products.card,
    holderId: await company.insertHolder(),
    name: 'Travel',
    amount: '50.00',
  };
}

type Review = { company: Company; shownId: string; type: Type; subject: Subject };

/** An accepted operation whose outcome is unknown. */
async function inReview(type: Type, { available = '100.00', kind = 'corporate' as const } = {}): Promise<Review> {
  return orderInReview(await world.company({ available, kind }), type);
}

async function orderInReview(company: Company, type: Type): Promise<Review> {
  const answer = await company.post<{ id: string }>('/api/v1/operations', await bodyOf(company, type));
  expect(answer).toMatchObject({ status: 201, body: { total: totals[type] } });
  const shownId = answer.body.id;
  const id = fromId('operation', shownId) ?? '';
  await rowsOf(
    `update operations set status = 'manual_review', attempt = gen_random_uuid(), sent_at = now(),
            review_reason = 'The outcome is unknown: HTTP status 500.', review_opened_at = now(), review_next_at = now() + interval '1 h',
            next_at = now() + interval '1 h'
      where id = $1`,
    [id],
  );
  return { company, shownId, type, subject: { kind: 'operation', id } };
}

const evidence = (type: Type): Partial<Decision> => ({
  receipt: 'R-4711',
  ...(type === 'issue' ? { cardToken: `ict_${randomUUID()}`, last4: '4242' } : {}),
});
const completion = (type: Type): Decision => ({ decision: 'complete', reason: 'ticket 4711', ...evidence(type) });
const failure: Decision = { decision: 'fail', reason: 'ticket 4711: never received' };

async function proposed(subject: Subject, decision: Decision, by = ann): Promise<string> {
  const answer = await propose(as(by), subject, decision);
  if (typeof answer === 'string') throw new Error(`not proposed: ${answer}`);
  return answer.proposalId;
}

/** Proposes as one operator and approves as the other. */
async function decided(subject: Subject, decision: Decision): Promise<void> {
  expect(await approve(as(bob), await proposed(subject, decision))).toBe('approved');
}

/** An operation as the issuer reports it, settled as the worker does. */
async function issuerSays({ company, subject, shownId }: Review, outcome: 'done' | 'rejected'): Promise<string> {
  const eventId = newUuid(new Date());
  const card = await rowsOf('select card_id from operations where id = $1', [subject.id]);
  const update: OperationUpdate = {
    ...company.scope,
    operationId: subject.id,
    how: 'notification',
    outcome,
    detail: 'said by a test',
    shownId,
    shownCompany: company.id,
    eventId,
    shownEvent: toId('event', eventId),
    shownCard: card[0]?.card_id === null ? '' : toId('card', card[0]?.card_id),
    receipt: 'R-1',
    cardToken: `ict_${randomUUID()}`,
    last4: '1111',
    code: 'declined',
    message: 'Declined.',
  };
  const [result] = await settleOperations(worker, [update]);
  return result ?? '';
}

const read = (company: Company, id: string) => company.get(`/api/v1/operations/${id}`);

async function entriesOf({ scope }: Company, reference: string): Promise<string[]> {
  const text = `select kind, available_delta, held_delta from ledger.entries
                 where company_id = $1 and environment = $2 and reference = $3 order by sequence`;
  const rows = await rowsOf(text, [scope.companyId, scope.environment, reference]);
  return rows.map((row) => `${row.kind} ${row.available_delta} ${row.held_delta}`);
}

/** Expects that the last event contains this operation exactly as the API returns it. */
async function expectTold({ company, shownId }: Review, type: string): Promise<void> {
  const text = 'select type, body from events where company_id = $1 order by sequence desc limit 1';
  const [last] = await rowsOf(text, [company.scope.companyId]);
  expect(last).toMatchObject({ type });
  expect(last.body).toContain(`"data":{"object":${(await read(company, shownId)).text}}`);
}

const attemptsOf = ({ subject }: Review) =>
  rowsOf('select kind, outcome, detail from operation_attempts where operation_id = $1 order by number', [subject.id]);

const auditOf = async (shownSubject: string) =>
  (
    await rowsOf('select action, operator_id, details from audit_log where subject = $1 order by sequence', [
      shownSubject,
    ])
  ).map(({ action, operator_id, details }) => [action, operator_id, details.decision]);

const casesOf = ({ subject }: Review) =>
  rowsOf('select id, kind, detail, closed_at, closing_note from cases where subject_id = $1 order by opened_at', [
    subject.id,
  ]);

/** The case about a completed operation that the issuer later reports as rejected. */
async function contradicted(type: Type = 'service'): Promise<{ review: Review; subject: Subject; shownCase: string }> {
  const review = await inReview(type, { available: '100.00' });
  expect(await issuerSays(review, 'done')).toBe('settled');
  expect(await issuerSays(review, 'rejected')).toBe('contradiction');
  const [{ id }] = await casesOf(review);
  return { review, subject: { kind: 'case', id }, shownCase: toId('case', id) };
}

describe('a review that two operators complete', () => {
  test('as an issue makes the card that the issuer named, captures amount and fee, and is told and audited', async () => {
    const review = await inReview('issue');
    const decision = completion('issue');
    await decided(review.subject, decision);
    const { body } = await read(review.company, review.shownId);
    expect(body).toMatchObject({ status: 'completed', result: { receipt: 'R-4711' } });
    const { cardId } = body['result'] as { cardId: string };
    expect((await review.company.get(`/api/v1/cards/${cardId}`)).body).toMatchObject({
      status: 'active',
      last4: '4242',
      balance: '50.00',
      name: 'Travel',
    });
    expect(await rowsOf('select issuer_token from cards where id = $1', [fromId('card', cardId)])).toEqual([
      { issuer_token: decision.cardToken },
    ]);
    expect(await review.company.balance()).toEqual({ available: '46.90', held: '0.00' });
    expect(await entriesOf(review.company, review.shownId)).toEqual([
      'reservation -5310 5310',
      'capture 0 -5000',
      'fee 0 -310',
    ]);
    await expectTold(review, 'operation.completed');
    expect(await attemptsOf(review)).toEqual([
      {
        kind: 'decision',
        outcome: 'done',
        detail: expect.stringMatching(/^two operators, proposal_[0-9a-z]{26}: ticket 4711$/),
      },
    ]);
    expect(await auditOf(review.shownId)).toEqual([
      ['review.propose', ann.id, 'complete'],
      ['review.approve', bob.id, 'complete'],
    ]);
    const entries = await rowsOf('select details::text as text from audit_log where subject = $1', [review.shownId]);
    expect(JSON.stringify(entries)).not.toContain(decision.cardToken);
  });

  test('as a top-up raises the balance of its card, and as a service leaves the receipt', async () => {
    const topup = await inReview('topup');
    await decided(topup.subject, completion('topup'));
    const { body } = await read(topup.company, topup.shownId);
    const { cardId, receipt } = body['result'] as { cardId: string; receipt: string };
    expect(receipt).toBe('R-4711');
    expect((await topup.company.get(`/api/v1/cards/${cardId}`)).body).toMatchObject({ balance: '21.00' });
    expect(await topup.company.balance()).toEqual({ available: '79.96', held: '0.00' });
    await expectTold(topup, 'operation.completed');

    const service = await inReview('service');
    await decided(service.subject, completion('service'));
    expect((await read(service.company, service.shownId)).body).toMatchObject({ result: { receipt: 'R-4711' } });
    expect(await service.company.balance()).toEqual({ available: '95.00', held: '0.00' });
    await expectTold(service, 'operation.completed');
  });
});

describe('a review that two operators fail', () => {
  test.each(['issue', 'topup', 'service'] as const)('as %s releases the hold and is told', async (type) => {
    const review = await inReview(type);
    await decided(review.subject, failure);
    const { body } = await read(review.company, review.shownId);
    expect(body).toMatchObject({ status: 'failed', result: {}, failure: { code: 'operator_decision' } });
    expect(JSON.stringify(body)).not.toContain('4711'); // the operators' words are theirs
    expect(await review.company.balance()).toEqual({ available: '100.00', held: '0.00' });
    expect((await entriesOf(review.company, review.shownId)).at(-1)).toMatch(/^release/);
    await expectTold(review, 'operation.failed');
    expect(await attemptsOf(review)).toMatchObject([{ kind: 'decision', outcome: 'rejected' }]);
  });

  test('returns its quota, and a completed one keeps it', async () => {
    const company = await world.company({ kind: 'individual', available: '200.00' });
    const [one, two] = [await orderInReview(company, 'issue'), await orderInReview(company, 'issue')];
    const used = () => rowsOf('select used from issue_quotas where company_id = $1', [company.scope.companyId]);
    expect(await used()).toEqual([{ used: 2 }]);
    await decided(one.subject, failure);
    await decided(two.subject, completion('issue'));
    expect(await used()).toEqual([{ used: 1 }]);
  });
});

describe('a proposal', () => {
  test('has no effect before approval, and is refused if the evidence does not match', async () => {
    const review = await inReview('issue');
    const tries: [Decision, string][] = [
      [{ decision: 'complete', reason: 'x' }, 'evidence_does_not_fit'],
      [{ decision: 'complete', reason: 'x', receipt: 'R' }, 'evidence_does_not_fit'],
      [{ decision: 'complete', reason: 'x', receipt: 'R', cardToken: 't' }, 'evidence_does_not_fit'],
      [{ decision: 'fail', reason: 'x', receipt: 'R' }, 'evidence_does_not_fit'],
      [{ decision: 'close', reason: 'x' }, 'evidence_does_not_fit'],
      [{ decision: 'adjust', reason: 'x', amount: usd(1n) }, 'evidence_does_not_fit'],
      [{ ...completion('issue'), receipt: 'no 4242424242424242' }, 'card_number'],
      [{ ...completion('issue'), cardToken: '4242424242424242' }, 'card_number'],
      [{ decision: 'fail', reason: 'card 4242424242424242' }, 'card_number'],
    ];
    for (const [decision, refusal] of tries) expect(await propose(as(ann), review.subject, decision)).toBe(refusal);
    const service = await orderInReview(review.company, 'service');
    expect(await propose(as(ann), service.subject, completion('issue'))).toBe('evidence_does_not_fit');
    expect(await propose(as(ann), { kind: 'operation', id: randomUUID() }, failure)).toBe('absent');
    await expect(propose(as(nobody), review.subject, failure)).rejects.toMatchObject({ code: 'signed_out' });
    await proposed(review.subject, failure);
    expect((await read(review.company, review.shownId)).body).toMatchObject({ status: 'manual_review' });
    expect(await review.company.balance()).toEqual({ available: '41.90', held: '58.10' });
  });

  test('with the token of a card that the company has is refused, then and at the approval', async () => {
    const review = await inReview('issue');
    const twin = await orderInReview(review.company, 'issue').catch(() => undefined);
    expect(twin).toBeUndefined(); // the balance covers one only
    await review.company.fund('100.00');
    const other = await orderInReview(review.company, 'issue');
    const decision = completion('issue');
    const late = await proposed(other.subject, decision);
    await decided(review.subject, decision);
    expect(await approve(as(bob), late)).toBe('card_is_known');
    expect(await withdraw(as(bob), late)).toBe('withdrawn');
    expect(await propose(as(ann), other.subject, decision)).toBe('card_is_known');
    expect((await read(review.company, other.shownId)).body).toMatchObject({ status: 'manual_review' });
  });

  test('is never approved by its proposer, neither through the function nor by direct SQL', async () => {
    const review = await inReview('service');
    const id = await proposed(review.subject, failure);
    expect(await approve(as(ann), id)).toBe('same_operator');
    const past = 'update proposals set approved_by = proposed_by, approved_at = now() where id = $1';
    await expect(rowsOf(past, [id])).rejects.toMatchObject({ constraint: 'approved_by_another' });
    expect((await read(review.company, review.shownId)).body).toMatchObject({ status: 'manual_review' });
    expect(await auditOf(review.shownId)).toEqual([['review.propose', ann.id, 'fail']]);
  });

  test('is accessible to processes only through its functions', async () => {
    for (const role of ['cardwright_admin', 'cardwright_worker', 'cardwright_api'] as const) {
      const db = openAs(role, 1);
      await expect(db.query(sql`update proposals set approved_at = now()`), role).rejects.toMatchObject({
        code: '42501',
      });
      await expect(db.query(sql`delete from cases`), role).rejects.toMatchObject({ code: '42501' });
      await db.close();
    }
  });

  test('is the only open one about its review, and can be withdrawn until it is approved', async () => {
    const review = await inReview('service');
    const first = await proposed(review.subject, completion('service'));
    expect(await propose(as(bob), review.subject, failure)).toBe('proposed_already');
    expect(await withdraw(as(bob), first)).toBe('withdrawn');
    expect(await withdraw(as(ann), first)).toBe('decided_already');
    expect(await approve(as(bob), first)).toBe('withdrawn_already');
    const second = await proposed(review.subject, failure, bob);
    expect(await approve(as(ann), second)).toBe('approved');
    expect(await approve(as(demo), second)).toBe('approved_already');
    expect(await withdraw(as(ann), second)).toBe('decided_already');
    expect(await review.company.balance()).toEqual({ available: '100.00', held: '0.00' });
    expect(await auditOf(review.shownId)).toEqual([
      ['review.propose', ann.id, 'complete'],
      ['review.withdraw', bob.id, 'complete'],
      ['review.propose', bob.id, 'fail'],
      ['review.approve', ann.id, 'fail'],
    ]);
  });

  test('is refused once the issuer has reported the outcome', async () => {
    const review = await inReview('service');
    const id = await proposed(review.subject, failure);
    expect(await issuerSays(review, 'done')).toBe('settled');
    expect(await approve(as(bob), id)).toBe('not_in_review');
    expect(await withdraw(as(ann), id)).toBe('withdrawn');
    expect(await propose(as(ann), review.subject, failure)).toBe('not_in_review');
    expect((await read(review.company, review.shownId)).body).toMatchObject({ status: 'completed' });
    expect(await review.company.balance()).toEqual({ available: '95.00', held: '0.00' });
    expect(await casesOf(review)).toEqual([]);
  });

  test('by a disabled operator, or approved by one, is refused', async () => {
    const gone = await operatorOf(world, 'Gone');
    const review = await inReview('service');
    const id = await proposed(review.subject, failure, gone);
    expect(await disableOperator(as(demo), { operatorId: gone.id, reason: 'left' })).toBe('done');
    expect(await approve(as(bob), id)).toBe('proposer_disabled');
    await expect(withdraw(as(gone), id)).rejects.toMatchObject({ code: 'signed_out' });
    expect(await withdraw(as(bob), id)).toBe('withdrawn');
    const again = await proposed(review.subject, failure);
    await expect(approve(as(gone), again)).rejects.toMatchObject({ code: 'signed_out' });
  });

  test('approved twenty times concurrently moves the money once', async () => {
    const db = openAs('cardwright_admin', 20);
    for (const type of ['issue', 'service'] as const) {
      const review = await inReview(type);
      const id = await proposed(review.subject, type === 'issue' ? completion(type) : failure);
      const twenty = Array.from({ length: 20 }, (_, index) => ({ ...as(index % 2 === 0 ? bob : demo), db }));
      const answers = await Promise.all(twenty.map((tools) => approve(tools, id)));
      expect(answers.filter((answer) => answer === 'approved_already')).toHaveLength(19);
      expect(await entriesOf(review.company, review.shownId)).toHaveLength(type === 'issue' ? 3 : 2);
      expect(await attemptsOf(review)).toHaveLength(1);
      expect(await auditOf(review.shownId)).toHaveLength(2);
      expect(await review.company.balance()).toMatchObject({ held: '0.00' });
    }
    await db.close();
  });

  test('approved concurrently with the issuer’s response has one outcome, with the money moved once', async () => {
    for (let round = 0; round < 10; round++) {
      const review = await inReview('service');
      const id = await proposed(review.subject, failure);
      const [said, approved] = await Promise.all([issuerSays(review, 'done'), approve(as(bob), id)]);
      const byOperators = approved === 'approved';
      expect([said, byOperators]).toEqual(byOperators ? ['contradiction', true] : ['settled', false]);
      expect((await read(review.company, review.shownId)).body).toMatchObject({
        status: byOperators ? 'failed' : 'completed',
      });
      expect(await casesOf(review)).toHaveLength(byOperators ? 1 : 0);
    }
  });
});

describe('a case', () => {
  test('is opened once by a contradiction of a final status, which does not change', async () => {
    const { review } = await contradicted();
    for (let again = 0; again < 5; again++) expect(await issuerSays(review, 'rejected')).toBe('contradiction');
    expect(await casesOf(review)).toEqual([
      expect.objectContaining({
        kind: 'contradiction',
        detail: 'It is completed, and a later notification says rejected.',
        closed_at: null,
      }),
    ]);
    expect((await read(review.company, review.shownId)).body).toMatchObject({ status: 'completed' });
    expect(await review.company.balance()).toEqual({ available: '95.00', held: '0.00' });
  });

  test('is also opened when the issuer contradicts two operators', async () => {
    const review = await inReview('issue');
    await decided(review.subject, failure);
    expect(await issuerSays(review, 'done')).toBe('contradiction');
    expect(await casesOf(review)).toMatchObject([{ detail: 'It is failed, and a later notification says done.' }]);
    expect(await review.company.balance()).toEqual({ available: '100.00', held: '0.00' });
  });

  test('is closed by the adjustment that two operators decide, in one commit', async () => {
    const { review, subject, shownCase } = await contradicted();
    const id = await proposed(subject, { decision: 'adjust', reason: 'issuer took it back', amount: usd(5_00n) });
    expect(await approve(as(ann), id)).toBe('same_operator');
    expect(await approve(as(bob), id)).toBe('approved');
    expect(await approve(as(demo), id)).toBe('approved_already');
    expect(await review.company.balance()).toEqual({ available: '100.00', held: '0.00' });
    expect(await entriesOf(review.company, shownCase)).toEqual(['adjustment 500 0']);
    expect(await casesOf(review)).toMatchObject([{ closed_at: expect.any(Date), closing_note: 'issuer took it back' }]);
    expect((await read(review.company, review.shownId)).body).toMatchObject({ status: 'completed' });
    expect(await auditOf(shownCase)).toEqual([
      ['review.propose', ann.id, 'adjust'],
      ['review.approve', bob.id, 'adjust'],
    ]);
    expect(await propose(as(ann), subject, { decision: 'close', reason: 'again' })).toBe('case_closed');
  });

  test('cannot overdraw the balance: the correction is refused and the case stays open', async () => {
    const { review, subject, shownCase } = await contradicted();
    const tooMuch = await proposed(subject, { decision: 'adjust', reason: 'owed', amount: usd(-95_01n) });
    expect(await approve(as(bob), tooMuch)).toBe('insufficient_funds');
    expect(await casesOf(review)).toMatchObject([{ closed_at: null }]);
    expect(await auditOf(shownCase)).toHaveLength(1);
    await withdraw(as(ann), tooMuch);
    await decided(subject, { decision: 'adjust', reason: 'owed', amount: usd(-95_00n) });
    expect(await review.company.balance()).toEqual({ available: '0.00', held: '0.00' });
  });

  test('is closed without money, and opens anew when it is contradicted again', async () => {
    const { review, subject } = await contradicted();
    const nothing: Decision = { decision: 'adjust', reason: 'x', amount: usd(0n) };
    expect(await propose(as(ann), subject, nothing)).toBe('evidence_does_not_fit');
    await decided(subject, { decision: 'close', reason: 'the issuer was wrong' });
    expect(await review.company.balance()).toEqual({ available: '95.00', held: '0.00' });
    expect(await issuerSays(review, 'rejected')).toBe('contradiction');
    expect(await casesOf(review)).toMatchObject([{ closing_note: 'the issuer was wrong' }, { closed_at: null }]);
  });
});

describe('the list', () => {
  test('has reviews and cases of all companies, oldest first, page by page', async () => {
    const { subject: openCase } = await contradicted();
    const review = await inReview('issue');
    await rowsOf(`update operations set review_opened_at = '2020-01-01' where id = $1`, [review.subject.id]);
    const all = await listMatters(world.tools.db, { limit: 500 });
    expect(all[0]).toMatchObject({ subject: review.subject, about: { operation: { held: 53_10n } } });
    expect(all.map(({ subject }) => subject)).toContainEqual(openCase);
    const times = all.map((matter) => sinceOf(matter).getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const first = await listMatters(world.tools.db, { limit: 2 });
    const last = first[1];
    if (last === undefined) throw new Error('a page is too short');
    const after = { since: sinceOf(last), id: last.subject.id };
    const rest = await listMatters(world.tools.db, { limit: 500, after });
    expect([...first, ...rest].map(({ subject }) => subject)).toEqual(all.map(({ subject }) => subject));
    await decided(review.subject, failure);
    const left = await listMatters(world.tools.db, { limit: 500 });
    expect(left.map(({ subject }) => subject)).not.toContainEqual(review.subject);
    expect(await findDossier(world.tools.db, review.subject)).toMatchObject({
      about: { operation: { status: 'failed', held: 0n } },
    });
  });
});
