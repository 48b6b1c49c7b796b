// Operations whose outcome is unknown: one worker asks the simulated issuer what happened.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import { becomes, order, read, traces } from './on-its-way.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker');
});
afterAll(() => world?.stop());

const { attemptsOf, expectTold, rowsOf, sendsOf, service } = traces(() => world);

/** A review is due now, instead of in a minute. */
const makeDue = (id: string) =>
  rowsOf('update operations set review_next_at = now(), next_at = now() where id = $1', id);

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

  test('stays open if the issuer does not know it: that is evidence, and moves no money', async () => {
    const company = await world.company({ available: '5.00' });
    const id = await order(company, service(), 'error_before_effect');
    await becomes(company, id, 'manual_review');
    await makeDue(id);
    await until(
      () => attemptsOf(id),
      (attempts) => attempts.length === 2,
    );
    expect((await attemptsOf(id)).at(-1)).toEqual({ kind: 'read', outcome: 'absent' });
    const { body } = await read(company, id);
    expect(body).toMatchObject({ status: 'manual_review', review: { lastCheckedAt: expect.any(String) } });
    expect(Date.parse(body.review?.nextCheckAt ?? '')).toBeGreaterThan(Date.now());
    expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
  });

  test('is looked at 1 m, 5 m, 15 m, 1 h, 6 h, 24 h and then daily to 7 days after it was opened; then people go on', async () => {
    const company = await world.company({ available: '5.00' });
    const id = await order(company, service(), 'error_before_effect');
    await becomes(company, id, 'manual_review');
    const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];
    const steps = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, 2 * DAY, 3 * DAY, 6 * DAY, 7 * DAY];
    for (const [index, seconds] of steps.entries()) {
      const reads = (await attemptsOf(id)).length;
      const openedAgo = `now() - make_interval(secs => ${seconds})`;
      await rowsOf(
        `update operations set review_opened_at = ${openedAgo}, review_next_at = now(), next_at = now() where id = $1`,
        id,
      );
      const checked = () => rowsOf('select * from operations where id = $1', id);
      const isRead = async () => (await attemptsOf(id)).length > reads;
      await until(isRead, (read) => read);
      const [row] = await checked();
      const next = row.review_next_at === null ? null : (row.review_next_at - row.review_opened_at) / 1_000;
      const expected = steps[index + 1] === 6 * DAY ? 4 * DAY : steps[index + 1];
      if (expected === undefined) expect(next).toBeNull();
      else expect(Math.abs((next ?? 0) - expected)).toBeLessThan(5);
    }
    const { body } = await read(company, id);
    expect(body).toMatchObject({ status: 'manual_review', review: { nextCheckAt: null } });
    expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
    expect(await sendsOf(id)).toBe(1);
  });
});
