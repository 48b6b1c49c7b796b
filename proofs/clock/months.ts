// The months of an individual company, whose ends its clock jumps over: the last place of one, the first of the next.
import { randomUUID } from 'node:crypto';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { codeOf } from '../harness/ask.ts';
import { newKey } from '../harness/companies.ts';
import type { Random } from '../harness/random.ts';
import { issueOf, type Ordering, openOrdering } from '../quota-race/clients.ts';
import { leavePlaces, type Month, monthOf, QUOTA, seeMonth, startOf } from '../quota-race/months.ts';
import { advance, advanceTo, during, expectDated, type Moving, nowOf, OPERATIONS, type Owner } from './owners.ts';

/** How long before its end a month is left: long enough for two orders. */
const BEFORE_MS = 20_000;
const OVER_SECONDS = 30;

/** Places left in a month: one, or a few. */
const MOST_LEFT = 2;

/** Ends `count` months of an individual company, including a year's end and the end of a leap February. */
export async function endMonths(moving: Moving, random: Random, count: number): Promise<Owner> {
  const ordering = await openOrdering(moving.context, moving.tools, moving.client, 'individual');
  const { companyId } = ordering.scope;
  const liveKey = await newKey(moving.tools, { companyId, environment: 'live' });
  const owner = { ...ordering, account: toId('company', companyId), liveKey, aheadSeconds: 0 };
  for (const month of chooseMonths(random, monthOf(new Date()), count)) await endMonth(moving, random, owner, month);
  return owner;
}

function chooseMonths(random: Random, now: Month, count: number): Month[] {
  const isLeap = (month: Month) => month % 12 === 1 && Math.floor(month / 12) % 4 === 0;
  const later = Array.from({ length: 100 }, (_, index) => now + 1 + index);
  const chosen = new Set([later.find((month) => month % 12 === 11) ?? now + 1, later.find(isLeap) ?? now + 2]);
  while (chosen.size < count) chosen.add(random.pick(later));
  return [...chosen].toSorted((a, b) => a - b);
}

async function endMonth(moving: Moving, random: Random, owner: Owner & Ordering, month: Month): Promise<void> {
  const { context, db, counts } = moving;
  const places = random.integer(1, MOST_LEFT);
  const end = startOf(month + 1);
  await advanceTo(moving, owner, end - BEFORE_MS);
  const [{ used: before }, { used: next }] = [
    await seeMonth(db, owner.scope, month),
    await seeMonth(db, owner.scope, month + 1),
  ];
  if (before === 0) await leavePlaces(db, owner.scope, month, places);
  else
    await db.query(sql`
    update issue_quotas set used = ${QUOTA - places}
     where company_id = ${owner.scope.companyId} and environment = 'sandbox' and month = ${new Date(startOf(month)).toISOString().slice(0, 10)}`);
  for (let place = 0; place < places; place++) await order(moving, owner, 201);
  await order(moving, owner, 400);
  if (nowOf(owner) >= end) return; // the machine slept: the month is over, and nothing can be checked
  await advance(moving, owner, OVER_SECONDS);
  await order(moving, owner, 201);
  counts.places += places + 1;
  const [over, begun] = [await seeMonth(db, owner.scope, month), await seeMonth(db, owner.scope, month + 1)];
  if (over.used !== QUOTA || begun.used !== next + 1)
    context.violation('a card was counted in another month than it was ordered in', { month, over, begun, next });
}

/** Orders a card; it is accepted, or refused because the month is full. */
async function order(moving: Moving, owner: Owner & Ordering, expected: 201 | 400): Promise<void> {
  const { body } = issueOf(owner);
  const headers = { 'idempotency-key': randomUUID() };
  const { answer, between } = await during(owner, () =>
    moving.client.ask({ method: 'POST', path: OPERATIONS, key: owner.key, headers, body }),
  );
  if (answer.status !== expected || (expected === 400 && codeOf(answer) !== 'quota_exceeded'))
    return moving.context.violation(`an order around the end of a month was not answered ${expected}`, answer);
  if (expected === 201)
    expectDated(moving, 'an order for a card', (JSON.parse(answer.text) as { createdAt: string }).createdAt, between);
}
