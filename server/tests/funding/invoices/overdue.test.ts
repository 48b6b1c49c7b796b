// Invoices that the issuer calls waiting long after their end: one review with one opening time, and no heap of evidence.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { becomes, create, issuerOf, read } from './on-its-way.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker');
});
afterAll(() => world?.stop());

const { attemptsOf, eventsOf } = issuerOf(() => world);

const HOUR = 3_600;

/** Moves our time forward and not the issuer's, so that it goes on waiting for the payment. */
async function moveOurTime({ scope }: Company, seconds: number): Promise<void> {
  await world.admin.query(
    `update ledger.books set clock_offset = clock_offset + make_interval(secs => $2) where company_id = $1 and environment = 'sandbox'`,
    [scope.companyId, seconds],
  );
  await world.admin.query(`select bring_invoices_forward($1, 'sandbox', $2)`, [scope.companyId, seconds]);
}

test('a review of an overdue invoice keeps its first opening time, and the same answer again is counted', async () => {
  const company = await world.company();
  const { id } = await create(company);
  await moveOurTime(company, 9 * 24 * HOUR);
  const first = (await becomes(company, id, 'manual_review')).review;
  expect(first?.reason).toContain('It was due seven days ago');
  let last = first?.lastCheckedAt;
  for (const hours of [1, 6]) {
    await moveOurTime(company, hours * HOUR); // the next step of the ladder
    const { review } = await until(
      () => read(company, id),
      (found) => found.review?.lastCheckedAt !== last,
    );
    expect(review).toMatchObject({ reason: first?.reason, openedAt: first?.openedAt });
    last = review?.lastCheckedAt;
  }
  expect((await attemptsOf(id)).filter(({ kind }) => kind === 'read')).toEqual([{ kind: 'read', outcome: 'open' }]);
  expect((await eventsOf(company)).map(({ type }) => type)).toEqual(['invoice.pending', 'invoice.manual_review']);
});
