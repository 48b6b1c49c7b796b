// Actions on cards, reveals and listings, through the port to the simulated issuer.
import { randomUUID } from 'node:crypto';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { type Scenario, scenarios } from '@cardwright/server/foundation/scenarios.ts';
import { type CardAction, cardActions } from '@cardwright/server/issuer/answers.ts';
import type { Issuer, Order } from '@cardwright/server/issuer/client.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import { startWorld, type World } from '../world.ts';
import { inTime, openPort } from './port.ts';

let world: World;
let issuer: Issuer;
/** The same issuer, with little patience. */
let hasty: Issuer;
let holderToken = '';
const account = 'com_of_this_test';
beforeAll(async () => {
  world = await startWorld({ api: 0, issuer: true });
  issuer = openPort(world);
  hasty = openPort(world, undefined, 500);
  const holder = await issuer.registerHolder({
    account,
    reference: 'hol_1',
    name: 'Ann',
    email: 'ann@example.com',
    kind: 'individual',
  });
  if (holder.kind !== 'registered') throw new Error('not registered');
  holderToken = holder.token;
  // It asks for the issuer's versions now, so that no scenario includes the question.
  await until(
    () => hasty.reveal(account, 'ict_none', 'rev_0'),
    ({ kind }) => kind === 'absent',
  );
});
afterAll(async () => {
  await issuer?.close();
  await hasty?.close();
  await world?.stop();
});

const newReference = () => `op_${randomUUID()}`;
const limits = { perTransaction: '10.00', perDay: null, perMonth: '200.00' };
const none = { perTransaction: null, perDay: null, perMonth: null };

/** Issues a card with 100.00, and returns its token. */
async function newCard(): Promise<string> {
  const base = { account, product: 'prod_1', amount: 10_000n } as const;
  const issued = await issuer.submit({ ...base, reference: newReference(), kind: 'issue', holderToken }, inTime());
  if (issued.kind !== 'done' || issued.card === undefined) throw new Error('not issued');
  return issued.card.token;
}

const action = (kind: CardAction, cardToken: string, scenario?: Scenario): Order => ({
  account,
  reference: newReference(),
  kind,
  product: 'prod_1',
  amount: 0n,
  cardToken,
  ...(kind === 'limits' ? { limits } : {}),
  ...(scenario === undefined ? {} : { scenario }),
});
const submit = (kind: CardAction, cardToken: string) => issuer.submit(action(kind, cardToken), inTime());

const done = { kind: 'done', receipt: expect.stringMatching(/^R-/) };
const rejected = { kind: 'rejected', code: 'declined' };
const unknown = (reason: string) => ({ kind: 'unknown', reason: expect.stringContaining(reason) });
const absent = { kind: 'absent' };

/** What a submitted action comes to, what a read says afterwards, and whether the card has changed. */
const table: Record<Scenario, [outcome: object, read: object, isChanged: boolean]> = {
  rejected: [rejected, rejected, false],
  connection_refused: [{ kind: 'never_connected' }, absent, false],
  slow_success: [done, done, true],
  notification_first: [done, done, true],
  duplicate_notification: [done, done, true],
  late_notification: [done, done, true],
  contradicting_notification: [done, done, true],
  early_close: [unknown('the connection failed'), absent, false],
  timeout_before_effect: [unknown('no answer within 500 ms'), absent, false],
  timeout_after_effect: [unknown('no answer within 500 ms'), done, true],
  error_before_effect: [unknown('HTTP status 500'), absent, false],
  error_after_effect: [unknown('HTTP status 500'), done, true],
  broken_json: [unknown('does not fit'), done, true],
  cut_body: [unknown('the connection failed'), done, true],
  wrong_reference: [unknown('another reference'), done, true],
  wrong_amount: [unknown('another amount'), done, true],
  unknown_status: [unknown('status that we do not know'), done, true],
};

describe('the scenarios', () => {
  const changes: Partial<Record<CardAction, object>> = {
    freeze: { status: 'frozen', balance: 10_000n, limits: none },
    close: { status: 'closed', balance: 0n, limits: none },
    limits: { status: 'active', balance: 10_000n, limits },
  };
  const cases = scenarios.flatMap((scenario) =>
    (['freeze', 'close', 'limits'] as const).map((kind) => [kind, scenario]),
  );

  test.concurrent.for(cases as [CardAction, Scenario][])('%s with %s', async ([kind, scenario], { expect }) => {
    const [outcome, read, isChanged] = table[scenario];
    const token = await newCard();
    const order = action(kind, token, scenario);
    const asked = scenario.startsWith('timeout_') ? hasty : issuer;
    expect(await asked.submit(order, inTime())).toMatchObject(outcome);
    expect(await issuer.find(account, order.reference, order)).toMatchObject(read);
    expect(await issuer.cardRecord(account, token)).toMatchObject(
      isChanged ? (changes[kind] ?? {}) : { status: 'active', balance: 10_000n, limits: none },
    );
  });
});

describe('an action', () => {
  test('is done, found again, and seen on the card', async () => {
    const token = await newCard();
    const card = { token, last4: expect.stringMatching(/^\d{4}$/) };
    for (const [kind, status] of [
      ['freeze', 'frozen'],
      ['unfreeze', 'active'],
      ['limits', 'active'],
      ['close', 'closed'],
    ] as const) {
      const order = action(kind, token);
      const outcome = await issuer.submit(order, inTime());
      const balance = kind === 'close' ? { balance: 0n, returned: 10_000n } : { balance: 10_000n };
      expect(outcome).toEqual({ ...done, card, ...balance });
      expect(await issuer.submit(order, inTime())).toEqual(outcome);
      expect(await issuer.find(account, order.reference, order)).toEqual(outcome);
      expect(await issuer.cardRecord(account, token)).toMatchObject({ kind: 'card', status });
      expect(await issuer.orderRecord(account, order.reference)).toMatchObject({ type: kind, amount: 0n });
    }
    for (const kind of cardActions)
      expect(await submit(kind, token)).toMatchObject({ kind: 'rejected', code: 'card_closed' });
  });

  test('that was asked for with other limits is unknown', async () => {
    const order = action('limits', await newCard());
    await issuer.submit(order, inTime());
    expect(await issuer.find(account, order.reference, { ...order, limits: none })).toEqual(unknown('other limits'));
  });
});

describe('a reveal', () => {
  test('is the address of a page, soon expired, and never the number itself', async () => {
    const token = await newCard();
    const revealed = await issuer.reveal(account, token, 'rev_1');
    if (revealed.kind !== 'revealed') throw new Error(revealed.kind);
    expect(Object.keys(revealed)).toEqual(['kind', 'url', 'expiresAt']);
    expect(revealed.expiresAt.getTime() - systemClock.now().getTime()).toBeLessThanOrEqual(120_000);
    const page = await fetch(revealed.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/4242 4242 \d{4} \d{4}/);
  });

  test('of a card that is closed or unknown is refused or absent', async () => {
    const token = await newCard();
    expect(await issuer.reveal('com_other', token, 'rev_2')).toEqual(absent);
    expect(await issuer.reveal(account, 'ict_none', 'rev_3')).toEqual(absent);
    await submit('close', token);
    expect(await issuer.reveal(account, token, 'rev_4')).toEqual({ kind: 'refused', reason: 'card_closed' });
  });
});

test('a payment without a status is decided by the issuer', async () => {
  const cardToken = await newCard();
  await submit('freeze', cardToken);
  const reference = `txn_${randomUUID()}`;
  const payment = { account, reference, cardToken, type: 'purchase', amount: '1.00', merchant: 'Cafe', country: 'DE' };
  const occurredAt = new Date().toISOString();
  expect(await issuer.simulatePayment({ ...payment, occurredAt })).toEqual({ kind: 'done' });
  const listed = await issuer.listPayments(account);
  expect(listed.kind === 'listed' && listed.data.find((row) => row.reference === reference)).toMatchObject({
    status: 'declined',
    declineReason: 'card_frozen',
  });
});

test('listings have everything of the account, page after page', async () => {
  const own = `com_${randomUUID()}`;
  const service = { account: own, kind: 'service', product: 'prod_1', amount: 100n, recipient: 'x' } as const;
  for (let count = 0; count < 205; count++) {
    await issuer.submit({ ...service, reference: `op_${count}` }, inTime());
  }
  const references: string[] = [];
  let pages = 0;
  for (let after: string | null | undefined; after !== null; pages++) {
    const page = await issuer.listOrders(own, after);
    if (page.kind !== 'listed') throw new Error(page.kind);
    references.push(...page.data.map(({ reference }) => reference));
    after = page.next;
  }
  expect(pages).toBeGreaterThan(1);
  expect(references).toEqual(Array.from({ length: 205 }, (_, count) => `op_${count}`));
  await newCard();
  for (const name of ['listCards', 'listHolders', 'listOrders'] as const)
    expect(await issuer[name](account)).toMatchObject({
      kind: 'listed',
      data: expect.arrayContaining([expect.any(Object)]),
    });
  for (const name of ['listDeposits', 'listPayments', 'listCards', 'listHolders'] as const)
    expect(await issuer[name](own)).toEqual({ kind: 'listed', data: [], next: null });
  expect(await issuer.listOrders(account, 'no cursor')).toEqual(unknown('HTTP status 400'));
});
