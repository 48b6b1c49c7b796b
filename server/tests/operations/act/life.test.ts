// The life of a card with a worker and the simulated issuer: what each action leaves behind.
import { scenarios } from '@cardwright/server/foundation/scenarios.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noticeOf, openTopic, openWorkerDb, purchase, type Tell } from '../../cards/transactions/told.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { becomes, entriesOf, newHolder, order, traces } from '../run/on-its-way.ts';

let world: World;
let db: Db;
let topic: Tell;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker');
  db = openWorkerDb(world);
  topic = openTopic(db);
});
afterAll(async () => {
  await db?.close();
  await world?.stop();
});

const { eventsOf, expectTold, issue, sendsOf, casesOf, rowsOf } = traces(() => world);

type Card = { status: string; balance: string; limits: object };

/** A company with an issued card of 50.00. */
async function cardholding(): Promise<{ company: Company; cardId: string }> {
  const company = await world.company({ available: '500.00' });
  const { result } = await becomes(company, await order(company, issue(await newHolder(company))), 'completed');
  return { company, cardId: result.cardId ?? '' };
}

const cardOf = async (company: Company, id: string) => (await company.get<Card>(`/api/v1/cards/${id}`)).body;

/** Starts an action and returns its operation's id. */
async function act(company: Company, cardId: string, verb: string, body: object = {}, scenario?: string) {
  const headers = scenario === undefined ? {} : { 'sandbox-scenario': scenario };
  const answer = await company.post<{ id: string }>(`/api/v1/cards/${cardId}/${verb}`, body, { headers });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
}

const acted = async (company: Company, cardId: string, verb: string, body: object = {}) =>
  becomes(company, await act(company, cardId, verb, body), 'completed');

const pay = async (company: Company, cardId: string, amount: string, more: object = {}) =>
  (
    await company.post<{ id: string; status: string; declineReason: string }>('/api/v1/sandbox/transactions', {
      cardId,
      type: 'purchase',
      amount,
      merchant: 'Bookshop',
      country: 'DE',
      ...more,
    })
  ).body;

/** The issuer's token of a card. */
async function tokenOf(company: Company): Promise<string> {
  const text = 'select issuer_token as token from cards where company_id = $1';
  return (await world.admin.query<{ token: string }>(text, [company.scope.companyId])).rows[0]?.token ?? '';
}

describe('an action on a card', () => {
  test('freeze and unfreeze: the card follows, is told, and pays only in between', async () => {
    const { company, cardId } = await cardholding();
    const frozen = await acted(company, cardId, 'freeze');
    expect(frozen.result).toEqual({ cardId, receipt: expect.stringMatching(/\S/) });
    await expectTold(company, frozen.id, 'operation.completed');
    expect((await eventsOf(company)).at(-2)?.type).toBe('card.updated');
    expect(await cardOf(company, cardId)).toMatchObject({ status: 'frozen', balance: '50.00' });
    expect(await pay(company, cardId, '5.00')).toMatchObject({ status: 'declined', declineReason: 'card_frozen' });
    await acted(company, cardId, 'unfreeze');
    expect(await pay(company, cardId, '5.00')).toMatchObject({ status: 'settled', declineReason: '' });
    expect(await cardOf(company, cardId)).toMatchObject({ status: 'active', balance: '45.00' });
    expect(await entriesOf(company, frozen.id)).toEqual([]);
    expect(await sendsOf(frozen.id)).toBe(1);
  });

  test('limits: shown on the card, kept by the issuer, and removed', async () => {
    const { company, cardId } = await cardholding();
    await acted(company, cardId, 'limits', { perTransaction: '10.00', perDay: '15' });
    expect((await cardOf(company, cardId)).limits).toEqual({
      perTransaction: '10.00',
      perDay: '15.00',
      perMonth: null,
    });
    const declined = { status: 'declined', declineReason: 'limit_exceeded' };
    expect(await pay(company, cardId, '10.01')).toMatchObject(declined);
    expect(await pay(company, cardId, '10.00')).toMatchObject({ status: 'settled' });
    expect(await pay(company, cardId, '5.01')).toMatchObject(declined);
    await acted(company, cardId, 'limits', {});
    expect(await pay(company, cardId, '40.00')).toMatchObject({ status: 'settled' });
    expect(await pay(company, cardId, '0.01')).toMatchObject({ declineReason: 'insufficient_balance' });
  });

  test('close: the balance returns to the account in one entry, and later money follows it', async () => {
    const { company, cardId } = await cardholding();
    await pay(company, cardId, '20.00');
    const before = await company.balance();
    const closed = await acted(company, cardId, 'close');
    expect(closed.result).toEqual({ cardId, receipt: expect.stringMatching(/\S/), returnedAmount: '30.00' });
    expect(await entriesOf(company, closed.id)).toEqual(['card_return 30.00']);
    expect(await company.balance()).toEqual({ ...before, available: '476.90' });
    expect(await cardOf(company, cardId)).toMatchObject({ status: 'closed', balance: '0.00' });
    expect(await pay(company, cardId, '1.00')).toMatchObject({ declineReason: 'card_closed' });

    const refund = await pay(company, cardId, '7.00', { type: 'refund' });
    await until(
      () => entriesOf(company, refund.id),
      (entries) => entries.includes('card_return 7.00'),
    );
    expect(await company.balance()).toEqual({ ...before, available: '483.90' });
    expect(await cardOf(company, cardId)).toMatchObject({ status: 'closed', balance: '0.00' });
  });

  test('close of an empty card posts nothing', async () => {
    const { company, cardId } = await cardholding();
    await pay(company, cardId, '50.00');
    const closed = await acted(company, cardId, 'close');
    expect(closed.result).toMatchObject({ returnedAmount: '0.00' });
    expect(await entriesOf(company, closed.id)).toEqual([]);
  });

  test('close is reviewed while the issuer returns another amount, and completes when the payment arrives', async () => {
    const { company, cardId } = await cardholding();
    const token = await tokenOf(company);
    const paid = 'update issuer_sandbox.cards set balance_cents = balance_cents - 1234 where token = $1';
    await world.admin.query(paid, [token]); // a purchase of which the issuer has not told us yet
    const id = await act(company, cardId, 'close');
    const { review } = await becomes(company, id, 'manual_review');
    expect(review?.reason).toBe('The issuer returned 37.66, and the card has 50.00 here: a payment is on its way.');
    expect(await company.balance()).toMatchObject({ available: '446.90' });
    await until(
      () =>
        rowsOf(
          `update operations set next_at = now() + interval '1 day' where id = $1 and lease_token is null returning id`,
          id,
        ),
      (rows) => rows.length === 1, // so that only the payment makes it due
    );
    await topic([noticeOf(purchase(token))]);
    const { result } = await becomes(company, id, 'completed');
    expect(result).toMatchObject({ returnedAmount: '37.66' });
    expect(await entriesOf(company, id)).toEqual(['card_return 37.66']);
    expect(await cardOf(company, cardId)).toMatchObject({ status: 'closed', balance: '0.00' });
  });

  test('money for a closed card that is not closed here yet waits for the closing', async () => {
    const { company } = await cardholding();
    const refund = { ...purchase(await tokenOf(company)), type: 'refund', amount: '5.00', returned: '5.00' };
    expect(await topic([noticeOf(refund)])).toEqual(['its card is not closed here yet']);
    expect(await topic([noticeOf({ ...refund, returned: '5.01' })])).toEqual(['does not fit the protocol']);
    expect(await company.balance()).toMatchObject({ available: '446.90' });
  });

  test('a payment returns money once: whatever else the issuer says is a case', async () => {
    const { company, cardId } = await cardholding();
    await acted(company, cardId, 'close');
    const refund = { ...purchase(await tokenOf(company)), type: 'refund', amount: '5.00', returned: '5.00' };
    expect(await topic([noticeOf({ ...refund, status: 'pending' })])).toEqual(['recorded']);
    expect(await topic([noticeOf({ ...refund, status: 'settled', amount: '7.00', returned: '2.00' })])).toEqual([
      'changed',
    ]);
    expect(await company.balance()).toMatchObject({ available: '501.90' });
    expect(await cardOf(company, cardId)).toMatchObject({ status: 'closed', balance: '2.00' });
    const cases = await world.admin.query('select detail from cases where company_id = $1', [company.scope.companyId]);
    expect(cases.rows).toMatchObject([{ detail: expect.stringContaining('it returned 5.00 of this payment before') }]);
  });

  test('a rejected action fails and leaves the card as it was', async () => {
    const { company, cardId } = await cardholding();
    for (const verb of ['freeze', 'limits', 'close']) {
      const id = await act(company, cardId, verb, {}, 'rejected');
      await becomes(company, id, 'failed');
      await expectTold(company, id, 'operation.failed');
    }
    expect(await cardOf(company, cardId)).toMatchObject({ status: 'active', balance: '50.00' });
  });

  test('an unknown outcome is asked about after five seconds, and settles by what the issuer did', async () => {
    const { company, cardId } = await cardholding();
    const id = await act(company, cardId, 'close', {}, 'error_after_effect');
    const { review } = await becomes(company, id, 'manual_review');
    expect(Date.parse(review?.nextCheckAt ?? '') - Date.now()).toBeLessThanOrEqual(5_000);
    const { result } = await becomes(company, id, 'completed');
    expect(result).toMatchObject({ returnedAmount: '50.00' });
    expect(await sendsOf(id)).toBe(1);
  });

  test('under each scenario, the outcome is the one of any operation', async () => {
    const outcomes: Record<string, string> = {
      rejected: 'failed',
      connection_refused: 'queued',
      slow_success: 'completed',
      notification_first: 'completed',
      duplicate_notification: 'completed',
      late_notification: 'completed',
      contradicting_notification: 'completed',
    };
    const freezeUnder = async (scenario: string) => {
      const { company, cardId } = await cardholding();
      const id = await act(company, cardId, 'freeze', {}, scenario);
      await becomes(company, id, outcomes[scenario] ?? 'manual_review');
      expect(await sendsOf(id), scenario).toBe(scenario === 'connection_refused' ? 0 : 1);
      return id;
    };
    const ids = await Promise.all(scenarios.map(freezeUnder));
    await until(
      () => casesOf(ids[scenarios.indexOf('contradicting_notification')] ?? ''),
      (cases) => cases.length === 1,
    );
  });
});
