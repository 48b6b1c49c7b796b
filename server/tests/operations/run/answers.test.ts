// One worker, the simulated issuer, and what each answer of it leaves behind.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import { becomes, entriesOf, newHolder, order, read, traces } from './on-its-way.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker');
});
afterAll(() => world?.stop());

const { attemptsOf, expectTold, issue, rowsOf, sendsOf, service } = traces(() => world);

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

  test('stored twice, because its commit was not acknowledged, it is noted once', async () => {
    const company = await world.company({ available: '5.00' });
    const id = await order(company, service());
    await becomes(company, id, 'completed');
    const noted = async () => (await attemptsOf(id)).filter(({ kind }) => kind === 'send');
    await until(noted, ({ length }) => length > 0); // a notification may have settled it before the answer
    await world.admin.query(
      `select settle_operations(jsonb_build_array(jsonb_build_object('companyId', o.company_id, 'environment', o.environment,
                'operationId', o.id, 'how', 'send', 'token', o.attempt, 'outcome', 'done', 'detail', '', 'shownId', $2::text)))
         from operations o where o.id = $1`,
      [fromId('operation', id), id],
    );
    expect(await noted()).toEqual([{ kind: 'send', outcome: 'done' }]);
    expect(await company.balance()).toEqual({ available: '0.00', held: '0.00' });
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
    );
    const first = await since();
    expect(first).toEqual({ refused_since: expect.any(Date), attempt: null });
    expect(
      await until(
        () => attemptsOf(id),
        (attempts) => attempts.length === 2,
      ),
    ).toEqual([never, never]);
    expect(await since()).toEqual(first);
    expect((await read(company, id)).body).toMatchObject({ status: 'queued', result: {} });
    expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
    expect(await sendsOf(id)).toBe(0);
  });
});
