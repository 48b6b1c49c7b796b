// What two operators decide at the desk: the evidence, the effect in numbers, and that the second is another.
import { randomUUID } from 'node:crypto';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import { inReview } from './in-review.ts';
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

type Effect = { sentences: string[]; available: object; held: object; status: object };
type Proposal = { id: string; state: string; mayApprove: boolean; effect: Effect | null; proposedBy: { name: string } };
type Way = { kind: string; decision: string | null; needs: string[]; effect: Effect | null; amount: string | null };
type Dossier = {
  id: string;
  open: boolean;
  status: string;
  held: string;
  balance: object;
  said: { how: string; outcome: string }[];
  timeline: { at: string; what: string }[];
  proposals: Proposal[];
  ways: Way[];
  about: { operation: object | null; invoice: object | null; payment: object | null };
};

const get = async (id: string, by = ann) => (await by.get<Dossier>(`/desk/v1/reviews/${id}`)).body;
const propose = (id: string, json: object, by = ann) => by.post<Dossier>(`/desk/v1/reviews/${id}/proposals`, json);
const evidence = () => ({ receipt: 'R-4711', cardToken: `ict_${randomUUID()}`, last4: '4242' });
const entriesOf = async (company: Company) => {
  const { body } = await ann.get<{ data: { action: string; operator: { name: string } | null }[] }>(
    `/desk/v1/audit?companyId=${company.id}`,
  );
  return body.data.map(({ action, operator }) => `${operator?.name ?? ''} ${action}`);
};

describe('a review', () => {
  test('is listed, and shown with its funds, the issuer’s answers, the timeline and the next steps', async () => {
    const { company, id } = await inReview(world);
    const { body } = await ann.get<{ data: object[]; nextCursor: null }>('/desk/v1/reviews?limit=100');
    expect(body.data).toContainEqual(
      expect.objectContaining({ id, kind: 'issue', company: { id: company.id, name: 'Acme Travel' }, held: '53.10' }),
    );
    const behind = await inReview(world);
    const next = await ann.get(`/desk/v1/reviews?limit=1&after=${id}`);
    expect(next.body).toMatchObject({ data: [{ id: behind.id }], nextCursor: null });
    expect(await ann.get('/desk/v1/reviews?after=nonsense')).toMatchObject({ status: 404 });
    const dossier = await get(id);
    expect(dossier).toMatchObject({
      open: true,
      status: 'manual_review',
      held: '53.10',
      balance: { available: '46.90', held: '53.10' },
      about: {
        operation: { amount: '50.00', fee: '3.10', total: '53.10', held: '53.10' },
        invoice: null,
        payment: null,
      },
      said: [{ how: 'send', outcome: 'unknown', detail: 'HTTP status 502.' }],
      proposals: [],
    });
    expect(dossier.timeline.map(({ what }) => what)).toEqual([
      'accepted, and the total held',
      'marked as sent to the issuer',
      'in review: HTTP status 502.',
    ]);
    expect(dossier.ways.map(({ kind, decision, needs }) => ({ kind, decision, needs }))).toEqual([
      { kind: 'propose', decision: 'complete', needs: ['receipt', 'card'] },
      { kind: 'propose', decision: 'fail', needs: [] },
      { kind: 'note', decision: null, needs: [] },
    ]);
    expect(dossier.ways[1]?.effect).toMatchObject({
      available: { before: '46.90', change: '53.10', after: '100.00' },
      held: { before: '53.10', change: '-53.10', after: '0.00' },
      status: { before: 'manual_review', after: 'failed' },
    });
  });

  test('has one clock in its timeline: the company’s, also where operators act', async () => {
    const { company, id } = await inReview(world);
    const days = 3 * 86_400;
    expect((await company.post('/api/v1/sandbox/clock/advance', { seconds: days })).status).toBe(200);
    expect((await propose(id, { decision: 'fail', reason: 'never received' })).status).toBe(201);
    const { timeline } = await get(id);
    const [accepted, sent] = timeline;
    const proposed = timeline.at(-1);
    expect(proposed?.what).toContain('Ann proposed to fail');
    const daysBetween = (one = '', other = '') => Math.round((Date.parse(other) - Date.parse(one)) / 86_400_000);
    expect(daysBetween(accepted?.at, sent?.at), 'sent before the clock moved').toBe(0);
    expect(daysBetween(accepted?.at, proposed?.at), 'proposed after it').toBe(3);
  });

  test('is proposed by one and approved by another, who gives a code again: one commit, and all of it in the log', async () => {
    const { company, id } = await inReview(world);
    const preview = await ann.post<Effect>(`/desk/v1/reviews/${id}/preview`, { decision: 'complete', ...evidence() });
    expect(preview).toMatchObject({ status: 200, body: { held: { change: '-53.10' }, available: { change: '0.00' } } });
    const proposed = await propose(id, { decision: 'complete', reason: 'ticket 4711', ...evidence() });
    expect(proposed.status, proposed.text).toBe(201);
    const [proposal] = proposed.body.proposals;
    expect(proposal).toMatchObject({ state: 'open', mayApprove: false, proposedBy: { name: 'Ann' } });
    expect(await company.balance(), 'nothing has happened yet').toEqual({ available: '46.90', held: '53.10' });
    const seen = await get(id, bob);
    expect(seen.ways).toEqual([]);
    expect(seen.proposals[0]).toMatchObject({
      mayApprove: true,
      effect: {
        held: { before: '53.10', change: '-53.10', after: '0.00' },
        available: { before: '46.90', change: '0.00', after: '46.90' },
        fee: '3.10',
        toIssuer: '50.00',
        card: '50.00',
        status: { before: 'manual_review', after: 'completed' },
      },
    });
    const path = `/desk/v1/proposals/${proposal?.id}/approve`;
    expect(await bob.post(path)).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
    await ann.stepUp();
    expect(await ann.post(path)).toMatchObject({ status: 403, body: { code: 'same_operator' } });
    expect(await company.balance()).toEqual({ available: '46.90', held: '53.10' });
    await bob.stepUp();
    expect(await bob.post(path)).toMatchObject({ status: 200, body: { action: 'review.decide', state: 'approved' } });
    const decided = await get(id, bob);
    expect(decided).toMatchObject({ status: 'completed', open: false, held: '0.00', ways: [] });
    const happened = decided.timeline.map(({ what }) => what);
    expect(happened, 'a decision is not the issuer’s answer').toContain('Cardwright decided: completed');
    expect(happened).not.toContain('completed');
    expect(decided.said.filter(({ outcome }) => outcome === 'done').map(({ how }) => how)).toEqual(['decision']);
    expect(await company.balance()).toEqual({ available: '46.90', held: '0.00' });
    expect(await bob.post(path)).toMatchObject({ status: 409, body: { code: 'approved_already' } });
    expect((await entriesOf(company)).slice(0, 2)).toEqual(['Bob review.approve', 'Ann review.propose']);
  });

  test('stays as it is when a proposal is withdrawn, and takes one proposal at a time', async () => {
    const { company, id } = await inReview(world);
    const { body } = await propose(id, { decision: 'fail', reason: 'never received' });
    const proposal = body.proposals[0]?.id;
    expect(await propose(id, { decision: 'fail', reason: 'again' }, bob)).toMatchObject({
      status: 409,
      body: { code: 'proposed_already' },
    });
    expect(await bob.post(`/desk/v1/proposals/${proposal}/withdraw`)).toMatchObject({
      status: 200,
      body: { state: 'withdrawn', withdrawer: { name: 'Bob' } },
    });
    expect(await get(id)).toMatchObject({ open: true, proposals: [{ state: 'withdrawn', withdrawnBy: 'Bob' }] });
    expect(await company.balance()).toEqual({ available: '46.90', held: '53.10' });
    const again = await propose(id, { decision: 'fail', reason: 'never received' });
    await bob.stepUp();
    const approved = await bob.post(`/desk/v1/proposals/${again.body.proposals[1]?.id}/approve`);
    expect(approved).toMatchObject({ status: 200, body: { state: 'approved' } });
    expect(await get(id)).toMatchObject({ status: 'failed' });
    expect(await company.balance()).toEqual({ available: '100.00', held: '0.00' });
  });

  test('takes another proposal when nobody approved the one before in time', async () => {
    const { id } = await inReview(world);
    const { body } = await propose(id, { decision: 'fail', reason: 'never received' });
    const [first] = body.proposals;
    await world.admin.query(`update proposals set expires_at = now() where id = $1`, [
      fromId('proposal', first?.id ?? ''),
    ]);
    const late = await get(id, bob);
    expect(late.proposals).toMatchObject([{ id: first?.id, state: 'expired', mayApprove: false, effect: null }]);
    expect(late.ways.map(({ decision }) => decision)).toContain('fail');
    expect(late.timeline.at(-1)?.what).toBe(`${first?.id}: expired`);
    const again = await propose(id, { decision: 'fail', reason: 'never received' });
    expect(again.body.proposals.map(({ state }) => state)).toEqual(['expired', 'open']);
    await bob.stepUp();
    const approve = (proposal = '') => bob.post(`/desk/v1/proposals/${proposal}/approve`);
    expect(await approve(first?.id)).toMatchObject({ status: 409, body: { code: 'proposal_expired' } });
    expect(await approve(again.body.proposals[1]?.id)).toMatchObject({ status: 200 });
  });

  test('refuses what does not fit', async () => {
    const { id } = await inReview(world);
    const refusals: [object, number, string][] = [
      [{ decision: 'close', reason: 'x' }, 400, 'evidence_does_not_fit'],
      [{ decision: 'complete', reason: 'x' }, 400, 'evidence_does_not_fit'],
      [{ decision: 'fail', reason: 'x', amount: '1.00' }, 400, 'evidence_does_not_fit'],
      [{ decision: 'fail', reason: ' ' }, 400, 'words_refused'],
      [{ decision: 'fail', reason: 'a line\nand another' }, 400, 'words_refused'],
      [{ decision: 'fail', reason: 'cw_live_00abc' }, 400, 'words_refused'],
      [{ decision: 'fail', reason: 'the card 4242424242424242' }, 400, 'card_number_refused'],
      [{ decision: 'fail' }, 400, 'request_invalid'],
      [{ decision: 'fail', reason: 'x', more: 1 }, 400, 'request_invalid'],
    ];
    for (const [json, status, code] of refusals) {
      expect(await propose(id, json), JSON.stringify(json)).toMatchObject({ status, body: { code } });
    }
    expect((await get(id)).proposals).toEqual([]);
    for (const missing of ['op_01jcp4vsb0e5d8zq6m5k1n7x2t', 'nonsense']) {
      expect(await ann.get(`/desk/v1/reviews/${missing}`)).toMatchObject({
        status: 404,
        body: { code: 'review_not_found' },
      });
      expect(await propose(missing, { decision: 'fail', reason: 'x' })).toMatchObject({ status: 404 });
      expect(await ann.post(`/desk/v1/proposals/${missing}/withdraw`)).toMatchObject({
        status: 404,
        body: { code: 'proposal_not_found' },
      });
    }
  });
});

describe('a case', () => {
  test('is corrected by an amount, which is shown before and after', async () => {
    const { company, id } = await inReview(world);
    const failed = await propose(id, { decision: 'fail', reason: 'never received' });
    await bob.stepUp();
    await bob.post(`/desk/v1/proposals/${failed.body.proposals[0]?.id}/approve`);
    await world.admin.query(
      `select open_case($1, 'sandbox', 'operation', $2, 'contradiction', 'It is failed, and a read says done.')`,
      [company.scope.companyId, fromId('operation', id)],
    );
    const { body } = await ann.get<{ data: { id: string; operation: string | null }[] }>('/desk/v1/reviews?limit=100');
    const found = body.data.find((each) => each.id.startsWith('case_') && each.operation === id)?.id ?? '';
    const dossier = await get(found);
    expect(dossier.ways[0]).toMatchObject({
      decision: 'adjust',
      amount: '-53.10',
      effect: { available: { before: '100.00', change: '-53.10', after: '46.90' } },
    });
    expect(await propose(found, { decision: 'adjust', amount: 'much', reason: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'amount_invalid' },
    });
    const proposed = await propose(found, { decision: 'adjust', amount: '-53.10', reason: 'it was done after all' });
    expect(proposed.status, proposed.text).toBe(201);
    await bob.stepUp();
    const approved = await bob.post(`/desk/v1/proposals/${proposed.body.proposals.at(-1)?.id}/approve`);
    expect(approved).toMatchObject({ status: 200, body: { state: 'approved', approver: { name: 'Bob' } } });
    expect(await get(found)).toMatchObject({ open: false, balance: { available: '46.90' } });
    expect(await company.balance()).toEqual({ available: '46.90', held: '0.00' });
  });
});

test('pages of what waits follow each other without a gap', async () => {
  for (let index = 0; index < 3; index++) await inReview(world);
  const whole = (await ann.get<{ data: { id: string }[] }>('/desk/v1/reviews?limit=100')).body.data.map(({ id }) => id);
  const walked: string[] = [];
  let cursor = '';
  do {
    const { body } = await ann.get<{ data: { id: string }[]; nextCursor: string | null }>(
      `/desk/v1/reviews?limit=2${cursor && `&cursor=${cursor}`}`,
    );
    walked.push(...body.data.map(({ id }) => id));
    cursor = body.nextCursor ?? '';
  } while (cursor !== '');
  expect(walked).toEqual(whole);
});
