// No worker runs here: an operation that is accepted stays queued, and nothing is sent to anybody.
import { suspendCompany } from '@cardwright/server/identity/companies/manage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import { effectsOf, ordersOf, path, setUsed, usedOf } from './orders.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const { issue, service, topup } = ordersOf(() => world.products);

const codesOf = (answers: { status: number; body: Record<string, unknown> }[]) =>
  answers.map(({ status, body }) => (status === 201 ? 'accepted' : `${status} ${String(body['code'])}`)).toSorted();
const times = (count: number, what: string) => Array.from({ length: count }, () => what);

describe(`POST ${path}, many at once`, () => {
  test('exactly as many are accepted as there is money for, and the balance is never below zero', async () => {
    const company = await world.company({ available: '50.10' });
    const sent = { all: false };
    const lowest = (async () => {
      let seen = Number.POSITIVE_INFINITY;
      while (!sent.all) seen = Math.min(seen, Number((await company.balance()).available));
      return seen;
    })();
    const answers = await Promise.all(Array.from({ length: 40 }, () => company.post(path, service())));
    sent.all = true;
    expect(codesOf(answers)).toEqual([...times(30, '400 insufficient_funds'), ...times(10, 'accepted')]);
    expect(await lowest).toBeGreaterThanOrEqual(0.1);
    expect(await company.balance()).toEqual({ available: '0.10', held: '50.00' });
    expect(await effectsOf(world, company)).toEqual({ operations: 10, holds: 10, due: 10 });
  });

  test('a company with too little money leaves the others that wait with it alone', async () => {
    const companies = await Promise.all(['100.00', '12.00', '100.00'].map((available) => world.company({ available })));
    const answers = await Promise.all(
      companies.map((company) => Promise.all(Array.from({ length: 10 }, () => company.post(path, service())))),
    );
    const all = times(10, 'accepted');
    expect(answers.map(codesOf)).toEqual([all, [...times(8, '400 insufficient_funds'), ...times(2, 'accepted')], all]);
    const left = await Promise.all(companies.map((company) => company.balance()));
    expect(left.map(({ available }) => available)).toEqual(['50.00', '2.00', '50.00']);
  });

  test('a suspended company leaves the others that wait with it alone', async () => {
    const companies = await Promise.all([1, 2, 3].map(() => world.company({ available: '50.00' })));
    const [suspended] = companies as [Company];
    await suspendCompany(world.tools, suspended.scope.companyId, 'A test suspends it.');
    const answers = await Promise.all(
      companies.map((company) => Promise.all(Array.from({ length: 10 }, () => company.post(path, service())))),
    );
    const all = times(10, 'accepted');
    expect(answers.map(codesOf)).toEqual([times(10, '403 company_suspended'), all, all]);
  });

  test('an individual’s quota is strict: of twenty for the last five places, five are accepted', async () => {
    const company = await world.company({ kind: 'individual', available: '10000.00' });
    const holderId = await company.insertHolder();
    await setUsed(world, company, 495);
    const answers = await Promise.all(Array.from({ length: 20 }, () => company.post(path, issue(holderId))));
    expect(codesOf(answers)).toEqual([...times(15, '400 quota_exceeded'), ...times(5, 'accepted')]);
    expect(await usedOf(world, company)).toBe(500);
    const cardId = await company.insertCard({ holderId });
    for (const order of [topup(cardId), service()])
      expect(await company.post(path, order)).toMatchObject({ status: 201 });
  });

  test('a corporate company has no quota', async () => {
    const company = await world.company({ available: '100.00' });
    await setUsed(world, company, 500);
    expect(await company.post(path, issue(await company.insertHolder()))).toMatchObject({ status: 201 });
    expect(await usedOf(world, company)).toBe(500);
  });
});
