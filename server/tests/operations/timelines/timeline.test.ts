// The timeline of an operation: every step with its time, for the company's members, without internal details.
import { randomUUID } from 'node:crypto';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { approve } from '@cardwright/server/oversight/proposals/decide.ts';
import { propose } from '@cardwright/server/oversight/reviews/decide.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPerson, type SignedIn } from '../../identity/people/person.ts';
import { operatorOf } from '../../operator-of.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { becomes, newHolder, order, traces } from '../run/on-its-way.ts';

let world: World;
let viewer: SignedIn;
beforeAll(async () => {
  world = await startWorld({ portal: true, issuer: true });
  viewer = await newPerson(world);
});
afterAll(() => world?.stop());

const { issue, service, rowsOf } = traces(() => world);

type Step = { at: string; kind: string; words?: string; amount?: string; actor?: string; count?: number };
type Timeline = { steps: Step[] };

/** A company in which the viewer is one. */
async function newCompany(): Promise<Company> {
  const company = await world.company({ available: '100.00' });
  await world.admin.query(`insert into members (company_id, user_id, role, since) values ($1, $2, 'viewer', now())`, [
    company.scope.companyId,
    fromId('user', viewer.userId),
  ]);
  return company;
}

const ask = (company: Company, id: string) =>
  viewer.get<Timeline>(`/portal/v1/operations/${id}/timeline`, { company: company.id, environment: 'sandbox' });

async function read(company: Company, id: string): Promise<Timeline> {
  const answer = await ask(company, id);
  expect(answer.status, answer.text).toBe(200);
  const moments = answer.body.steps.map(({ at }) => Date.parse(at));
  expect(moments, 'the first one first').toEqual(moments.toSorted((one, other) => one - other));
  return answer.body;
}

const kindsOf = ({ steps }: Timeline) => steps.map(({ kind }) => kind);
const stepOf = ({ steps }: Timeline, wanted: string) => steps.find(({ kind }) => kind === wanted);

describe('before the issuer responds', () => {
  test('queued: ordered, and the total held', async () => {
    const company = await newCompany();
    const holderId = await company.insertHolder({ name: 'Grace Hopper' });
    const { body } = await company.post<{ id: string; createdAt: string }>(
      '/api/v1/operations',
      issue(holderId, { name: 'Travel' }),
    );
    expect(await read(company, body.id)).toEqual({
      steps: [
        { at: body.createdAt, kind: 'ordered' },
        { at: body.createdAt, kind: 'held', amount: '53.10' },
      ],
    });
  });

  test('processing: sent, after tries without a connection, which are one step', async () => {
    const company = await newCompany();
    const id = await order(company, service());
    for (const number of [1, 2, 3]) {
      await rowsOf(
        `insert into operation_attempts (company_id, environment, operation_id, number, kind, at, outcome, detail)
         select company_id, environment, id, ${number}, 'send', clock_timestamp(), 'never_connected', 'ECONNREFUSED 10.0.0.7' from operations where id = $1`,
        id,
      );
    }
    await rowsOf(
      `update operations set status = 'processing', attempt = gen_random_uuid(), sent_at = clock_timestamp() where id = $1`,
      id,
    );
    const timeline = await read(company, id);
    expect(kindsOf(timeline)).toEqual(['ordered', 'held', 'not_connected', 'sent']);
    expect(stepOf(timeline, 'not_connected')).toMatchObject({ count: 3 });
    expect(JSON.stringify(timeline)).not.toMatch(/ECONNREFUSED|10\.0\.0\.7/);
  });

  test('another company’s operation is not there, like one that does not exist, and an environment is needed', async () => {
    const [company, other] = [await newCompany(), await world.company({ available: '100.00' })];
    const theirs = await order(other, service());
    const own = await order(company, service());
    const foreign = await ask(company, theirs);
    expect(foreign).toMatchObject({ status: 404, body: { code: 'operation_not_found' } });
    for (const missing of ['op_01jcp4vsb0e5d8zq6m5k1n7x2t', 'nonsense']) {
      const { body, status } = await ask(company, missing);
      const { requestId: _, ...said } = body as unknown as Record<string, unknown>;
      expect({ ...foreign.body, ...said }, missing).toEqual(foreign.body);
      expect(status).toBe(404);
    }
    expect(await ask(other, theirs)).toMatchObject({ status: 404, body: { code: 'company_not_found' } });
    const path = `/portal/v1/operations/${own}/timeline`;
    expect(await viewer.get(path, { company: company.id, environment: 'live' })).toMatchObject({ status: 404 });
    expect(await viewer.get(path, { company: company.id })).toMatchObject({
      status: 400,
      body: { code: 'environment_not_named' },
    });
  });
});

describe('with a worker and an issuer', () => {
  beforeAll(() => world.stack.spawn('worker'));

  test('completed: confirmed by the issuer, and what was held is taken', async () => {
    const company = await newCompany();
    const holderId = await newHolder(company);
    const id = await order(company, issue(holderId, { name: 'Travel' }));
    await becomes(company, id, 'completed');
    const timeline = await read(company, id);
    const end = ['confirmed', 'completed', 'taken', 'fee_taken', 'told'];
    expect(kindsOf(timeline)).toEqual(['ordered', 'held', 'sent', ...end]);
    expect(timeline.steps.map(({ amount }) => amount).filter(Boolean)).toEqual(['53.10', '50.00', '3.10']);
    expect(stepOf(timeline, 'told')).toMatchObject({ count: 0 });
  });

  test('failed: refused by the issuer, for the reason that the operation tells, and given back', async () => {
    const company = await newCompany();
    const id = await order(company, service(), 'rejected');
    const { failure } = await becomes(company, id, 'failed');
    const timeline = await read(company, id);
    expect(kindsOf(timeline)).toEqual(['ordered', 'held', 'sent', 'rejected', 'failed', 'given_back', 'told']);
    expect(stepOf(timeline, 'failed')).toMatchObject({ words: failure?.message });
    expect(stepOf(timeline, 'given_back')).toMatchObject({ amount: '5.00' });
  });

  test('manual_review: the looks at the issuer, also on a clock that was moved, then the decision of two operators', async () => {
    const company = await newCompany();
    const id = await order(company, service(), 'error_before_effect');
    const { review } = await becomes(company, id, 'manual_review');
    const opened = await read(company, id);
    expect(kindsOf(opened)).toEqual(['ordered', 'held', 'sent', 'review_opened', 'told']);
    expect(stepOf(opened, 'review_opened')).toMatchObject({ words: review?.reason });

    const ahead = 3 * 86_400;
    expect((await company.post('/api/v1/sandbox/clock/advance', { seconds: ahead })).status).toBe(200);
    const asked = await until(
      () => read(company, id),
      (timeline) => stepOf(timeline, 'asked_absent') !== undefined,
    );
    const wait = Date.parse(stepOf(asked, 'asked_absent')?.at ?? '') - Date.parse(stepOf(asked, 'sent')?.at ?? '');
    expect(wait).toBeGreaterThan(ahead * 1_000);

    const [ann, bob] = [await operatorOf(world, 'Ann Proposer'), await operatorOf(world, 'Bob Approver')];
    const subject = { kind: 'operation', id: fromId('operation', id) ?? '' } as const;
    const decision = { decision: 'complete', reason: 'ticket 4711', receipt: `R-${randomUUID()}` } as const;
    const proposed = await propose({ ...world.tools, actor: ann.actor }, subject, decision);
    if (typeof proposed === 'string') throw new Error(proposed);
    expect(kindsOf(await read(company, id)), 'what is only proposed is nobody’s business').not.toContain('proposed');
    expect(await approve({ ...world.tools, actor: bob.actor }, proposed.proposalId)).toBe('approved');
    const answer = await ask(company, id);
    const timeline = await read(company, id);
    expect(kindsOf(timeline).slice(-5)).toEqual(['proposed', 'approved', 'completed', 'taken', 'told']);
    expect(timeline.steps.filter(({ actor }) => actor === 'an operator').map(({ kind }) => kind)).toEqual([
      'proposed',
      'approved',
    ]);
    expect(answer.text).not.toMatch(/Ann|Bob|4711|opr_|proposal_/);

    await rowsOf(
      `insert into operation_attempts (company_id, environment, operation_id, number, kind, at, outcome, detail)
       select company_id, environment, id, 99, 'notification', clock_timestamp(), 'done', '' from operations where id = $1`,
      id,
    );
    expect(await read(company, id), 'what the issuer says afterwards did not decide it').toEqual(timeline);
  });

  test('an event that reached a webhook endpoint says so', async () => {
    const company = await newCompany();
    const id = await order(company, service());
    await becomes(company, id, 'completed');
    const { endpoint_id } = await deliver(company, 'operation.completed');
    expect(endpoint_id).toMatch(/-/);
    expect(stepOf(await read(company, id), 'told')).toMatchObject({ count: 1 });
  });
});

/** Marks the last event of this type as delivered to an endpoint. */
async function deliver(company: Company, type: string): Promise<{ endpoint_id: string }> {
  const made = await company.post<{ id: string }>('/api/v1/webhook-endpoints', { url: 'https://example.com/' });
  expect(made.status, made.text).toBe(201);
  const { rows } = await world.admin.query(
    `insert into webhook_deliveries (company_id, environment, id, endpoint_id, sequence, event_id, event_type, status, finished_at, created_at)
     select company_id, environment, gen_random_uuid(), $3, sequence, id, type, 'delivered', now(), now() from events
      where company_id = $1 and environment = 'sandbox' and type = $2 order by sequence desc limit 1
     returning endpoint_id`,
    [company.scope.companyId, type, fromId('webhook', made.body.id)],
  );
  return rows[0];
}
