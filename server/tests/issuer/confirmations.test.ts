// Notifications that repeat an answer of the issuer. One that confirms the recorded outcome is processed where it is
// stored, and one that comes before the answer by the settlement. Every other one waits for a worker.
import { randomUUID } from 'node:crypto';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import { updateOf } from '@cardwright/server/operations/run/update.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { order, traces } from '../operations/run/on-its-way.ts';
import { insertOperations } from '../rows.ts';
import { type Company, startWorld, type World } from '../world.ts';
import { outcomeOf, type Said, send } from './notify.ts';

let world: World;
let company: Company;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  company = await world.company({ available: '5.00' });
});
afterAll(() => world?.stop());

const { attemptsOf, casesOf, service } = traces(() => world);

const rejection = { code: 'declined', message: 'No.' };
const about = (reference: string, more: object) => ({
  reference,
  kind: 'service',
  amount: '5.00',
  currency: 'USD',
  ...more,
});
const saidDone = (id: string, more: object = {}): Said => ({
  type: 'order.done',
  data: about(id, { status: 'done', receipt: 'R-1', ...more }),
});
const saidRejected = (id: string): Said => ({
  type: 'order.rejected',
  data: about(id, { status: 'rejected', rejection }),
});

/** An operation with a final outcome. */
const settled = (status: 'completed' | 'failed') =>
  company.insertOperation({ type: 'service', productId: world.products.service, amount: 500n, status, receipt: 'R-1' });

const rowsOf = async (eventId: string) =>
  (
    await world.admin.query(
      `select company_id, status, outcome, about, amount, contradicts, next_at is not null as due, processed_at is not null as processed,
              lease_token, last_error, parked_at, exists (select from issuer_notification_bodies b where b.id = n.id) as body
         from issuer_notifications n where event_id = $1 order by received_at`,
      [eventId],
    )
  ).rows;

const confirmed = { status: 'processed', outcome: 'noted', due: false, processed: true, contradicts: false };
const waiting = { status: 'received', outcome: null, about: '', amount: '', due: true, processed: false };

/** The wake-ups of workers that something causes. */
async function wakeUpsOf(run: () => Promise<unknown>): Promise<number> {
  const client = await world.admin.connect();
  let heard = 0;
  client.on('notification', ({ payload }) => {
    if (payload === 'notification') heard++;
  });
  await client.query('listen cardwright_work');
  await run();
  await client.query('unlisten cardwright_work'); // comes after what was notified before
  client.removeAllListeners('notification');
  client.release();
  return heard;
}

describe('without a worker', () => {
  test.each(['completed', 'failed'] as const)(
    'a notification that confirms a %s operation is processed immediately',
    async (status) => {
      const id = await settled(status);
      const said = status === 'completed' ? saidDone(id) : saidRejected(id);
      const events: string[] = [];
      const wakeUps = await wakeUpsOf(async () => {
        events.push(await send(world, said), await send(world, { ...said, account: company.id }));
      });
      expect(wakeUps).toBe(0);
      for (const event of events) {
        expect(await rowsOf(event)).toEqual([
          {
            ...confirmed,
            company_id: company.scope.companyId,
            about: `${said.type} ${id}`,
            amount: '5.00 USD',
            lease_token: null,
            last_error: '',
            parked_at: null,
            body: true,
          },
        ]);
      }
      expect(await attemptsOf(id)).toEqual([]);
      expect(await casesOf(id)).toEqual([]);
    },
  );

  test('its repetition is known, and other bytes under its id wait', async () => {
    const id = await settled('completed');
    const said = { id: `evt_${randomUUID()}`, ...saidDone(id) };
    await send(world, said);
    expect(await wakeUpsOf(() => send(world, { ...said, ...saidDone(id, { receipt: 'R-2' }) }))).toBe(1);
    const rows = await rowsOf(said.id);
    expect(rows).toMatchObject([confirmed, { ...waiting, contradicts: true }]);
  });

  test('a call of the previous version stores it for the worker', async () => {
    const id = await settled('completed');
    const event = `evt_${randomUUID()}`;
    const body = JSON.stringify({ id: event, ...saidDone(id), occurredAt: new Date().toISOString() });
    const { rows } = await world.admin.query(
      `select store_notifications('{sandbox}', array[$1], '{n1}', '{x}', array[convert_to($2, 'UTF8')], array[$3::uuid], '{""}') as kept`,
      [event, body, fromId('operation', id)],
    );
    expect(rows).toEqual([{ kept: ['stored'] }]);
    expect(await rowsOf(event)).toMatchObject([waiting]);
    await world.admin.query(`delete from issuer_notifications where event_id = $1`, [event]);
  });
});

describe('before the settlement', () => {
  /** An operation that is marked as sent, and that no worker touches. */
  const atTheIssuer = async () => {
    const id = await order(company, service());
    const operationId = fromId('operation', id) ?? '';
    await world.admin.query(
      `update operations set status = 'processing', attempt = gen_random_uuid(), sent_at = now(), next_at = '9999-01-01'
        where id = $1`,
      [operationId],
    );
    return { id, operationId };
  };

  /** Rows of one notification as it would be a moment after it was stored, however slow this machine is. */
  const asStoredNow = (event: string) =>
    world.admin.query(`update issuer_notifications set next_at = now() + interval '1 second' where event_id = $1`, [
      event,
    ]);

  test('what confirms it is processed by it, wakes nobody, and what differs stays due', async () => {
    const { id, operationId } = await atTheIssuer();
    const stranger = await world.company();
    const said = saidRejected(id);
    const [confirming, claimed, differing] = [randomUUID(), randomUUID(), randomUUID()];
    const wakeUps = await wakeUpsOf(async () => {
      for (const event of [confirming, claimed]) await send(world, { id: event, ...said, account: company.id });
      await send(world, { id: differing, ...saidDone(id) });
    });
    expect(wakeUps).toBe(0);
    expect(await wakeUpsOf(() => send(world, { ...said, account: stranger.id }))).toBe(1);
    for (const event of [confirming, claimed, differing]) {
      expect(await rowsOf(event)).toMatchObject([
        { ...waiting, about: expect.stringContaining(id), amount: '5.00 USD' },
      ]);
      await asStoredNow(event);
    }
    const claim = await world.admin.connect(); // a worker that is about to claim one
    await claim.query('begin');
    await claim.query('select 1 from issuer_notifications where event_id = $1 for no key update', [claimed]);
    const learned = { kind: 'rejected', ...rejection } as const;
    const update = updateOf(systemClock, { ...company.scope, operationId }, learned, { how: 'read' });
    const { rows } = await world.admin.query('select settle_operations($1) as results', [JSON.stringify([update])]);
    await claim.query('rollback');
    claim.release();
    expect(rows).toEqual([{ results: ['settled'] }]);
    expect(await rowsOf(confirming)).toMatchObject([
      { ...confirmed, about: `order.rejected ${id}`, amount: '5.00 USD' },
    ]);
    for (const event of [claimed, differing])
      expect(await rowsOf(event)).toMatchObject([{ status: 'received', due: true }]);
    const worker = await world.stack.spawn('worker');
    expect(await outcomeOf(world, claimed)).toBe('noted');
    expect(await outcomeOf(world, differing)).toBe('contradiction');
    expect(await attemptsOf(id)).toMatchObject([{ kind: 'read' }, { kind: 'notification', outcome: 'done' }]);
    expect(await casesOf(id)).toMatchObject([{ kind: 'contradiction' }]);
    await worker.stop();
  });

  test('what tells the outcome first settles it, by a worker', async () => {
    const { id } = await atTheIssuer();
    const event = await send(world, saidRejected(id));
    const worker = await world.stack.spawn('worker');
    expect(await outcomeOf(world, event)).toBe('settled');
    await worker.stop();
  });
});

test('what differs waits for the worker, which decides as before', async () => {
  const stranger = await world.company();
  const [completed, failed, queued] = [
    await settled('completed'),
    await settled('failed'),
    await order(company, service()),
  ];
  const [live = ''] = await insertOperations(world.admin, { ...company.scope, environment: 'live' }, [
    { type: 'service', productId: world.products.service, status: 'completed' },
  ]);
  const changed = { id: `evt_${randomUUID()}`, ...saidDone(completed) };
  await send(world, changed);
  const cases: [Said, string][] = [
    [saidRejected(completed), 'contradiction'],
    [saidDone(failed), 'contradiction'],
    [{ ...saidRejected(completed), type: 'order.done' }, 'noted'],
    [{ ...saidDone(completed), type: 'order.rejected' }, 'noted'],
    [saidDone(completed, { status: 'pending' }), 'noted'],
    [{ ...saidDone(completed), type: 'order.held' }, 'its type is not known'],
    [{ ...saidDone(completed), account: stranger.id }, 'names another account'],
    [{ ...saidDone(completed), account: company.id.toUpperCase() }, 'names another account'],
    [saidDone(toId('operation', randomUUID())), 'names no operation'],
    [saidDone(completed.replace('op_', 'inv_')), 'names no operation'],
    [saidDone(live), 'names no operation'],
    [saidDone(queued), 'settled'],
    [{ ...changed, ...saidDone(completed, { receipt: 'R-2' }) }, 'contradicts an earlier one'],
  ];
  const sent: { event: string; outcome: string }[] = [];
  for (const [said, outcome] of cases) {
    const event = await send(world, said);
    expect((await rowsOf(event)).at(-1), outcome).toMatchObject(waiting);
    sent.push({ event, outcome });
  }
  await world.admin.query(`update operations set next_at = '9999-01-01' where id = $1`, [fromId('operation', queued)]);
  const worker = await world.stack.spawn('worker');
  for (const { event, outcome } of sent) expect(await outcomeOf(world, event)).toBe(outcome);
  expect(await attemptsOf(completed)).toHaveLength(4);
  expect((await casesOf(completed)).map(({ kind }) => kind).toSorted()).toEqual([
    'changed_notification',
    'contradiction',
  ]);
  expect(await casesOf(failed)).toMatchObject([{ kind: 'contradiction' }]);
  await worker.stop();
});
