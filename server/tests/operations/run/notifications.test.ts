// Notifications of an issuer, and their processing by one worker.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notify as notifyWorld, outcomeOf as outcomeIn } from '../../issuer/notify.ts';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import { becomes, order, read, traces } from './on-its-way.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker');
});
afterAll(() => world?.stop());

const { attemptsOf, casesOf, eventsOf, expectTold, service } = traces(() => world);

type Said = { id?: string; type: 'order.done' | 'order.rejected'; data: object };

const notify = (said: Said) => notifyWorld(world, said);
const outcomeOf = (eventId: string) => outcomeIn(world, eventId);

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

  test('that does not match its operation, or names none, moves nothing', async () => {
    const { company, id } = await inReview();
    expect(await notify(saidDone(id, { amount: '6.00' }))).toBe('noted');
    expect(await notify(saidDone(id, { kind: 'topup' }))).toBe('noted');
    expect(await notify(saidDone('op_x'))).toBe('names no operation');
    expect((await read(company, id)).body).toMatchObject({ status: 'manual_review' });
    expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
  });

  test('that was inserted into the table by a stranger fails verification, and moves nothing', async () => {
    const { company, id } = await inReview();
    const eventId = `evt_${randomUUID()}`;
    const body = Buffer.from(JSON.stringify({ id: eventId, occurredAt: new Date().toISOString(), ...saidDone(id) }));
    await world.admin.query(
      `with forged as (
         insert into issuer_notifications (environment, event_id, body_digest, contradicts, key_id, signature, received_at)
         values ('sandbox', $1, sha256($2), false, 'n1', 't=1,ed25519=AAAA', now()) returning environment, id, received_at)
       insert into issuer_notification_bodies select environment, id, received_at, $2 from forged`,
      [eventId, body],
    );
    expect(await outcomeOf(eventId)).toBe('unverified');
    expect((await read(company, id)).body).toMatchObject({ status: 'manual_review' });
  });

  test('with other bytes under a known event moves nothing and is one case, however often it comes', async () => {
    const { company, id } = await inReview();
    const eventId = `evt_${randomUUID()}`;
    expect(await notify({ id: eventId, ...saidDone(id, { amount: '6.00' }) })).toBe('noted');
    // It would settle the review if it came first, or under an id of its own.
    expect(await notify({ id: eventId, ...saidRejected(id) })).toBe('contradicts an earlier one');
    expect(await notify({ id: eventId, ...saidDone(id) })).toBe('contradicts an earlier one');
    expect((await read(company, id)).body).toMatchObject({ status: 'manual_review' });
    expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
    expect(await attemptsOf(id)).toEqual([
      { kind: 'send', outcome: 'unknown' },
      { kind: 'notification', outcome: 'unknown' },
    ]);
    const detail = `Another order.rejected came under the id ${eventId} of an earlier one.`;
    expect(await casesOf(id)).toEqual([{ kind: 'changed_notification', detail }]);
    expect(await notify(saidRejected(id))).toBe('settled');
  });

  test('whose type contradicts its data is evidence, and moves nothing', async () => {
    const { company, id } = await inReview();
    expect(await notify({ type: 'order.rejected', data: saidDone(id).data })).toBe('noted');
    expect(await notify({ type: 'order.done', data: saidRejected(id).data })).toBe('noted');
    expect((await read(company, id)).body).toMatchObject({ status: 'manual_review' });
    expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
    expect((await attemptsOf(id)).slice(1)).toEqual([
      { kind: 'notification', outcome: 'unknown' },
      { kind: 'notification', outcome: 'unknown' },
    ]);
    // A matching status is no reason to trust the type alone.
    expect(await notify(saidDone(id))).toBe('settled');
    expect(await notify({ type: 'order.done', data: saidRejected(id).data })).toBe('noted');
    expect((await attemptsOf(id)).at(-1)).toEqual({ kind: 'notification', outcome: 'unknown' });
  });

  test('that contradicts an answer of the issuer leaves the operation completed, with a case', async () => {
    const company = await world.company({ available: '5.00' });
    const id = await order(company, service(), 'contradicting_notification');
    await becomes(company, id, 'completed');
    await until(
      () => attemptsOf(id),
      (attempts) => attempts.some(({ outcome }) => outcome === 'rejected'),
    );
    expect((await read(company, id)).body).toMatchObject({ status: 'completed' });
    expect(await casesOf(id)).toMatchObject([{ kind: 'contradiction' }]);
    expect(await company.balance()).toEqual({ available: '0.00', held: '0.00' });
  });
});
