// Reviews of actions on cards at the desk: they hold nothing, and their effect is on the card.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';
import { actionInReview } from './in-review.ts';
import { type AtDesk, operatorAt } from './operator.ts';

let world: World;
let ann: AtDesk;
let bob: AtDesk;
beforeAll(async () => {
  world = await startWorld({ desk: true });
  ann = await operatorAt(world, 'Ann');
  bob = await operatorAt(world, 'Bob');
});
afterAll(() => world?.stop());

type Effect = { sentences: string[]; available: { change: string }; held: { change: string } };
type Way = { decision: string | null; words: string; needs: string[]; effect: Effect | null };
type Dossier = {
  kind: string;
  held: string;
  timeline: { what: string }[];
  proposals: { id: string }[];
  ways: Way[];
  about: { operation: { cardLast4: string; limits: object | null; returned: string | null } };
};

const get = async (id: string) => (await ann.get<Dossier>(`/desk/v1/reviews/${id}`)).body;

/** Ann proposes a decision, and Bob approves it. */
async function decide(id: string, json: object): Promise<void> {
  const { body } = await ann.post<Dossier>(`/desk/v1/reviews/${id}/proposals`, { reason: 'ticket 4711', ...json });
  await bob.stepUp();
  const answer = await bob.post(`/desk/v1/proposals/${body.proposals[0]?.id}/approve`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
}

const effectOf = ({ ways }: Dossier, decision: string) => ways.find((way) => way.decision === decision)?.effect;

test.each([
  ['freeze', {}, {}, ['The card ending in 4242 is frozen: its payments are declined.']],
  ['unfreeze', { card: { status: 'frozen' } }, {}, ['The card ending in 4242 is active again.']],
  [
    'limits',
    { body: { perDay: '15' } },
    { perTransaction: null, perDay: '15.00', perMonth: null },
    ['The card ending in 4242 has these limits from now on: none per payment, 15.00 per day, none per month.'],
  ],
] as const)(
  '%s in review: the effect is on the card, and no money moves',
  async (action, values, limits, sentences) => {
    const { id } = await actionInReview(world, action, values);
    const dossier = await get(id);
    expect(dossier).toMatchObject({ kind: action, held: '0.00', about: { operation: { cardLast4: '4242' } } });
    if (action === 'limits') expect(dossier.about.operation.limits).toEqual(limits);
    expect(dossier.timeline[0]?.what).toBe('accepted');
    expect(dossier.ways.map(({ decision, needs }) => [decision, needs])).toEqual([
      ['complete', ['receipt']],
      ['fail', []],
      [null, []],
    ]);
    expect(effectOf(dossier, 'complete')).toMatchObject({
      sentences: [...sentences, `${id} is completed. This is final, and the company is notified.`],
      available: { change: '0.00' },
      held: { change: '0.00' },
    });
    expect(effectOf(dossier, 'fail')?.sentences).toEqual([
      `Nothing was held, so no money moves. The card ending in 4242 stays ${action === 'unfreeze' ? 'frozen' : 'active'}.`,
      `${id} fails. This is final, and the company is notified.`,
    ]);
  },
);

test('a completed close returns the balance of the card, as its effect says', async () => {
  const { company, id, cardId } = await actionInReview(world, 'close', { card: { balance: 30_00n } });
  expect(effectOf(await get(id), 'complete')).toMatchObject({
    sentences: [
      'The card ending in 4242 is closed, and $30.00 returns to the account.',
      `${id} is completed. This is final, and the company is notified.`,
    ],
    available: { before: '100.00', change: '30.00', after: '130.00' },
  });
  await decide(id, { decision: 'complete', receipt: 'R-4711' });
  expect(await company.balance()).toEqual({ available: '130.00', held: '0.00' });
  expect((await company.get(`/api/v1/cards/${cardId}`)).body).toMatchObject({ status: 'closed', balance: '0.00' });
});

test('a close returns what the issuer says, and its effect names the rest', async () => {
  const { company, id } = await actionInReview(world, 'close', { card: { balance: 30_00n } });
  await world.admin.query('update operations set returned = 2000 where company_id = $1', [company.scope.companyId]);
  const dossier = await get(id);
  expect(dossier.about.operation.returned).toBe('20.00');
  expect(effectOf(dossier, 'complete')?.sentences.slice(0, 2)).toEqual([
    'The card ending in 4242 is closed, and $20.00 returns to the account.',
    'Its balance is then $10.00.',
  ]);
});

test('an empty card returns nothing', async () => {
  const { id } = await actionInReview(world, 'close', { card: { balance: 0n } });
  expect(effectOf(await get(id), 'complete')?.sentences[0]).toBe('The card ending in 4242 is closed. Nothing returns.');
});

test('a failed close moves nothing, and says nothing of held funds', async () => {
  const { company, id, cardId } = await actionInReview(world, 'close', { card: { balance: 30_00n } });
  await decide(id, { decision: 'fail' });
  expect((await company.get(`/api/v1/operations/${id}`)).body).toMatchObject({
    status: 'failed',
    failure: { code: 'operator_decision', message: 'Operators found that the issuer did not carry it out.' },
  });
  expect(await company.balance()).toEqual({ available: '100.00', held: '0.00' });
  expect((await company.get(`/api/v1/cards/${cardId}`)).body).toMatchObject({ status: 'active', balance: '30.00' });
});
