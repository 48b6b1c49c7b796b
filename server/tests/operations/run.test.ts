// Operations on their way: one worker, the simulated issuer, and what each answer of it leaves behind.
import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { fromId } from '@cardwright/server/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import { type Company, startWorld, type World } from '../world.ts';

/** A send lasts at most 10 s; then comes its settlement, on a machine that may be busy. */
const WITHIN_MS = 25_000;

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker');
});
afterAll(() => world?.stop());

type Operation = {
  id: string;
  status: string;
  result: { cardId?: string; receipt?: string };
  failure?: { code: string; message: string };
  review?: { reason: string; lastCheckedAt: string | null; nextCheckAt: string | null };
};

/** A holder whom the issuer knows. */
async function newHolder(company: Company): Promise<string> {
  const holder = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
  const { body } = await company.post<{ id: string }>('/api/v1/holders', holder);
  const read = async () => (await company.get(`/api/v1/holders/${body.id}`)).body['status'];
  await until(read, (status) => status === 'active', WITHIN_MS);
  return body.id;
}

async function order(company: Company, body: object, scenario?: string): Promise<string> {
  const headers = scenario === undefined ? {} : { 'sandbox-scenario': scenario };
  const answer = await company.post<{ id: string }>('/api/v1/operations', body, { headers });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
}
const issue = (holderId: string, more: object = {}) => ({
  type: 'issue',
  productId: world.products.card,
  amount: '50.00',
  expectedTotal: '53.10',
  holderId,
  ...more,
});
const service = () => ({ type: 'service', productId: world.products.service, amount: '5.00', recipient: 'ada' });

const read = (company: Company, id: string) => company.get<Operation>(`/api/v1/operations/${id}`);

/** The operation as it is read once it has this status. */
const becomes = async (company: Company, id: string, status: string) =>
  (
    await until(
      () => read(company, id),
      ({ body }) => body.status === status,
      WITHIN_MS,
    )
  ).body;

const rowsOf = async (text: string, id: string) => (await world.admin.query(text, [fromId('operation', id)])).rows;
const attemptsOf = (id: string) =>
  rowsOf('select kind, outcome from operation_attempts where operation_id = $1 order by number', id);

const casesOf = (id: string) => rowsOf('select kind, detail from cases where subject_id = $1 order by opened_at', id);

/** How often the issuer was sent the order. */
async function sendsOf(id: string): Promise<number> {
  const sends = `select 1 from issuer_sandbox.requests where method = 'POST' and path = '/v1/orders' and reference = $1`;
  return (await world.admin.query(sends, [id])).rowCount ?? 0;
}

async function eventsOf({ scope }: Company): Promise<{ type: string; body: string }[]> {
  const text = 'select type, body from events where company_id = $1 and environment = $2 order by sequence';
  return (await world.admin.query(text, [scope.companyId, scope.environment])).rows;
}

/** The last event is about this operation, as it is read now, byte by byte. */
async function expectTold(company: Company, id: string, type: string): Promise<void> {
  const events = await eventsOf(company);
  const { text } = await read(company, id);
  const last = events.at(-1);
  expect(last?.type).toBe(type);
  const event = JSON.parse(last?.body ?? '');
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
    type,
    createdAt: new Date(event.createdAt).toISOString(),
    environment: 'sandbox',
    companyId: company.id,
    sequence: events.length,
    data: { object: JSON.parse(text) },
  });
  expect(JSON.stringify(event)).toBe(last?.body);
  expect(JSON.stringify(event.data.object)).toBe(text);
}

async function entriesOf(company: Company, reference: string): Promise<string[]> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const { body } = await company.get<{ data: { kind: string; amount: string; reference: string }[] }>(
    `/api/v1/account-statements?from=${day(-1)}&to=${day(1)}`,
  );
  return body.data.filter((entry) => entry.reference === reference).map(({ kind, amount }) => `${kind} ${amount}`);
}

describe('an answer of the issuer', () => {
  test('done: an issue makes an active card, captures amount and fee, and is told', async () => {
    const company = await world.company({ available: '100.00' });
    const holderId = await newHolder(company);
    const id = await order(company, issue(holderId, { name: 'Zoë "Travel" \\ 李' }));
    const { result } = await becomes(company, id, 'completed');
    expect(result.receipt).toMatch(/\S/);
    expect((await read(company, id)).headers.get('retry-after')).toBeNull();
    expect((await company.get(`/api/v1/cards/${result.cardId}`)).body).toMatchObject({
      name: 'Zoë "Travel" \\ 李',
      holderId,
      status: 'active',
      balance: '50.00',
      last4: expect.stringMatching(/^\d{4}$/),
    });
    expect(await company.balance()).toEqual({ available: '46.90', held: '0.00' });
    expect(await entriesOf(company, id)).toEqual(['reservation 0.00', 'capture -50.00', 'fee -3.10']);
    await expectTold(company, id, 'operation.completed');
    expect(await attemptsOf(id)).toContainEqual({ kind: 'send', outcome: 'done' });
    expect(await sendsOf(id)).toBe(1);
  });

  test('done: a top-up raises the balance of its card by the amount', async () => {
    const company = await world.company({ available: '100.00' });
    const issued = await becomes(company, await order(company, issue(await newHolder(company))), 'completed');
    const { cardId } = issued.result;
    const id = await order(company, { type: 'topup', cardId, amount: '12.34' });
    const { result } = await becomes(company, id, 'completed');
    expect(result).toEqual({ cardId, receipt: expect.stringMatching(/\S/) });
    expect((await company.get(`/api/v1/cards/${cardId}`)).body).toMatchObject({ balance: '62.34' });
    expect(await company.balance()).toEqual({ available: '34.53', held: '0.00' });
    await expectTold(company, id, 'operation.completed');
    expect(await sendsOf(id)).toBe(1);
  });

  test('done: a service leaves a receipt and no card', async () => {
    const company = await world.company({ available: '5.00' });
    const id = await order(company, service());
    const { result } = await becomes(company, id, 'completed');
    expect(result).toEqual({ receipt: expect.stringMatching(/\S/) });
    expect(await company.balance()).toEqual({ available: '0.00', held: '0.00' });
    await expectTold(company, id, 'operation.completed');
  });

  test('rejected: the hold is released, and the place in the quota given back', async () => {
    const company = await world.company({ kind: 'individual', available: '100.00' });
    const used = async () =>
      (await world.admin.query('select used from issue_quotas where company_id = $1', [company.scope.companyId])).rows;
    const holderId = await newHolder(company);
    await becomes(
      company,
      await order(company, issue(holderId, { amount: '10.00', expectedTotal: '13.02' })),
      'completed',
    );
    const id = await order(company, issue(holderId), 'rejected');
    const { failure, result } = await becomes(company, id, 'failed');
    expect(failure).toEqual({ code: expect.stringMatching(/\S/), message: expect.stringMatching(/\S/) });
    expect(result).toEqual({});
    expect(await used()).toEqual([{ used: 1 }]);
    expect(await company.balance()).toEqual({ available: '86.98', held: '0.00' });
    expect(await entriesOf(company, id)).toEqual(['reservation 0.00', 'release 0.00']);
    await expectTold(company, id, 'operation.failed');
    expect(await sendsOf(id)).toBe(1);
  });

  test('unknown: the hold is kept, the reason is told, and nothing is sent again', async () => {
    const company = await world.company({ available: '5.00' });
    const id = await order(company, service(), 'error_after_effect');
    const { review, result } = await becomes(company, id, 'manual_review');
    expect(review).toMatchObject({ reason: expect.stringContaining('HTTP status 5'), lastCheckedAt: null });
    expect(Date.parse(review?.nextCheckAt ?? '')).toBeGreaterThan(Date.now());
    expect(result).toEqual({});
    expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
    expect(await attemptsOf(id)).toEqual([{ kind: 'send', outcome: 'unknown' }]);
    await expectTold(company, id, 'operation.manual_review');
    expect(await sendsOf(id)).toBe(1);
  });

  test('every scenario ends as the specification says, and each order is sent at most once', async () => {
    const ends = {
      completed: ['slow_success', 'notification_first', 'duplicate_notification', 'late_notification'],
      manual_review: [
        'early_close',
        'timeout_before_effect',
        'timeout_after_effect',
        'error_before_effect',
        'broken_json',
        'cut_body',
        'wrong_reference',
        'wrong_amount',
        'unknown_status',
      ],
    };
    const company = await world.company({ available: '100.00' });
    const check = async (status: string, scenario: string) => {
      const id = await order(company, service(), scenario);
      await becomes(company, id, status);
      expect(await sendsOf(id), scenario).toBe(1);
    };
    await Promise.all(Object.entries(ends).flatMap(([status, all]) => all.map((scenario) => check(status, scenario))));
    expect(await company.balance()).toEqual({ available: '35.00', held: '45.00' });
  });

  test('never connected: it stays queued, keeps its hold and is tried again, with proof that nothing was sent', async () => {
    const company = await world.company({ available: '5.00' });
    const id = await order(company, service(), 'connection_refused');
    const never = { kind: 'send', outcome: 'never_connected' };
    const since = async () => (await rowsOf('select refused_since, attempt from operations where id = $1', id))[0];
    await until(
      () => attemptsOf(id),
      (attempts) => attempts.length === 1,
      WITHIN_MS,
    );
    const first = await since();
    expect(first).toEqual({ refused_since: expect.any(Date), attempt: null });
    expect(
      await until(
        () => attemptsOf(id),
        (attempts) => attempts.length === 2,
        WITHIN_MS,
      ),
    ).toEqual([never, never]);
    expect(await since()).toEqual(first);
    expect((await read(company, id)).body).toMatchObject({ status: 'queued', result: {} });
    expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
    expect(await sendsOf(id)).toBe(0);
  });
});

/** A review is due now, instead of in a minute. */
const makeDue = (id: string) => rowsOf('update operations set review_next_at = now() where id = $1', id);

describe('a review', () => {
  test('is settled by a read that says what happened', async () => {
    const company = await world.company({ available: '5.00' });
    const id = await order(company, service(), 'error_after_effect');
    await becomes(company, id, 'manual_review');
    await makeDue(id);
    await becomes(company, id, 'completed');
    expect(await attemptsOf(id)).toEqual([
      { kind: 'send', outcome: 'unknown' },
      { kind: 'read', outcome: 'done' },
    ]);
    expect(await company.balance()).toEqual({ available: '0.00', held: '0.00' });
    await expectTold(company, id, 'operation.completed');
    expect(await sendsOf(id)).toBe(1);
  });

  test('stays open when the issuer knows nothing of it: that is evidence, and moves no money', async () => {
    const company = await world.company({ available: '5.00' });
    const id = await order(company, service(), 'error_before_effect');
    await becomes(company, id, 'manual_review');
    await makeDue(id);
    await until(
      () => attemptsOf(id),
      (attempts) => attempts.length === 2,
      WITHIN_MS,
    );
    expect((await attemptsOf(id)).at(-1)).toEqual({ kind: 'read', outcome: 'absent' });
    const { body } = await read(company, id);
    expect(body).toMatchObject({ status: 'manual_review', review: { lastCheckedAt: expect.any(String) } });
    expect(Date.parse(body.review?.nextCheckAt ?? '')).toBeGreaterThan(Date.now());
    expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
  });
});

type Said = { id?: string; type: 'order.done' | 'order.rejected'; data: object };

/** Notifies us as the issuer does, and waits for what became of it. */
async function notify({ id = `evt_${randomUUID()}`, type, data }: Said): Promise<string> {
  const [keyId = '', der = ''] = world.stack.secrets.issuer.notificationPrivateKey.split(':');
  const key = createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' });
  const raw = JSON.stringify({ id, type, occurredAt: new Date().toISOString(), data });
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = sign(null, Buffer.from(`${seconds}.${raw}`), key).toString('base64');
  const headers = { 'issuer-key': keyId, 'issuer-signature': `t=${seconds},ed25519=${signature}` };
  expect(await world.ask('/issuer/sandbox/notifications', { method: 'POST', raw, headers })).toMatchObject({
    status: 200,
  });
  return outcomeOf(id);
}

async function outcomeOf(eventId: string): Promise<string> {
  const text = 'select outcome from issuer_notifications where event_id = $1 order by received_at desc limit 1';
  const outcome = async () => (await world.admin.query(text, [eventId])).rows[0]?.outcome as string | null;
  return (await until(outcome, (found) => found !== null, WITHIN_MS)) ?? '';
}

const rejection = { code: 'declined', message: 'Declined.' };
const said = (reference: string, more: object) => ({
  reference,
  kind: 'service',
  amount: '5.00',
  currency: 'USD',
  ...more,
});
const saidDone = (id: string, more: object = {}): Said => ({
  type: 'order.done',
  data: said(id, { status: 'done', receipt: 'R-1', ...more }),
});
const saidRejected = (id: string): Said => ({
  type: 'order.rejected',
  data: said(id, { status: 'rejected', rejection }),
});

describe('a notification', () => {
  const inReview = async () => {
    const company = await world.company({ available: '5.00' });
    const id = await order(company, service(), 'error_before_effect');
    await becomes(company, id, 'manual_review');
    return { company, id };
  };

  test('that says done settles a review, and one that contradicts it later changes nothing', async () => {
    const { company, id } = await inReview();
    expect(await notify(saidDone(id))).toBe('settled');
    expect((await read(company, id)).body).toMatchObject({ status: 'completed', result: { receipt: 'R-1' } });
    await expectTold(company, id, 'operation.completed');
    const before = await eventsOf(company);
    expect(await notify(saidRejected(id))).toBe('contradiction');
    expect((await read(company, id)).body).toMatchObject({ status: 'completed', result: { receipt: 'R-1' } });
    expect(await company.balance()).toEqual({ available: '0.00', held: '0.00' });
    expect(await eventsOf(company)).toEqual(before);
    expect(await attemptsOf(id)).toEqual([
      { kind: 'send', outcome: 'unknown' },
      { kind: 'notification', outcome: 'done' },
      { kind: 'notification', outcome: 'rejected' },
    ]);
    expect(await casesOf(id)).toEqual([
      { kind: 'contradiction', detail: 'It is completed, and a later notification says rejected.' },
    ]);
  });

  test('that says rejected releases the hold of a review, and a later "done" takes nothing', async () => {
    const { company, id } = await inReview();
    expect(await notify(saidRejected(id))).toBe('settled');
    expect((await read(company, id)).body).toMatchObject({ status: 'failed', failure: rejection });
    expect(await notify(saidDone(id))).toBe('contradiction');
    expect(await company.balance()).toEqual({ available: '5.00', held: '0.00' });
  });

  test('that does not fit the operation, or names none, moves nothing', async () => {
    const { company, id } = await inReview();
    expect(await notify(saidDone(id, { amount: '6.00' }))).toBe('noted');
    expect(await notify(saidDone(id, { kind: 'topup' }))).toBe('noted');
    expect(await notify(saidDone('op_x'))).toBe('names no operation');
    expect((await read(company, id)).body).toMatchObject({ status: 'manual_review' });
    expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
  });

  test('that somebody else put into the table is verified again, and moves nothing', async () => {
    const { company, id } = await inReview();
    const eventId = `evt_${randomUUID()}`;
    const body = Buffer.from(JSON.stringify({ id: eventId, occurredAt: new Date().toISOString(), ...saidDone(id) }));
    await world.admin.query(
      `insert into issuer_notifications (environment, event_id, body_digest, contradicts, key_id, signature, body, received_at)
       values ('sandbox', $1, sha256($2), false, 'n1', 't=1,ed25519=AAAA', $2, now())`,
      [eventId, body],
    );
    expect(await outcomeOf(eventId)).toBe('unverified');
    expect((await read(company, id)).body).toMatchObject({ status: 'manual_review' });
  });

  test('that says other things under a known id moves nothing and is one case, however often it comes', async () => {
    const { company, id } = await inReview();
    const eventId = `evt_${randomUUID()}`;
    expect(await notify({ id: eventId, ...saidDone('op_x') })).toBe('names no operation');
    for (const receipt of ['R-1', 'R-2']) {
      expect(await notify({ id: eventId, ...saidDone(id, { receipt }) })).toBe('contradicts an earlier one');
    }
    expect((await read(company, id)).body).toMatchObject({ status: 'manual_review' });
    expect(await casesOf(id)).toEqual([
      { kind: 'changed_notification', detail: `Another order.done came under the id ${eventId} of an earlier one.` },
    ]);
  });

  test('that contradicts an answer of the issuer leaves the operation completed, with a case', async () => {
    const company = await world.company({ available: '5.00' });
    const id = await order(company, service(), 'contradicting_notification');
    await becomes(company, id, 'completed');
    await until(
      () => attemptsOf(id),
      (attempts) => attempts.some(({ outcome }) => outcome === 'rejected'),
      WITHIN_MS,
    );
    expect((await read(company, id)).body).toMatchObject({ status: 'completed' });
    expect(await casesOf(id)).toMatchObject([{ kind: 'contradiction' }]);
    expect(await company.balance()).toEqual({ available: '0.00', held: '0.00' });
  });
});
