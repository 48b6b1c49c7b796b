// A sender that stalls between its claim and its send: nothing leaves late, and what arrives late has no effect.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '@cardwright/server/foundation/crash-points.ts';
import { watchStall } from '@cardwright/stack/stalls.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import { becomes, order, traces } from './on-its-way.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
});
afterAll(() => world?.stop());

const { attemptsOf, rowsOf, sendsOf, service } = traces(() => world);

/** A worker that stalls at a point, once. */
async function startStalling(point: CrashPoint) {
  const worker = await world.stack.spawn('worker', undefined, { CARDWRIGHT_STALL_AT: point });
  const stall = watchStall(worker.child, point);
  return { worker, stalled: () => until(stall.hasBegun, Boolean), goOn: stall.goOn };
}

test('an order whose claim is too old never leaves: the mark is taken back, and it is sent once by the next claim', async () => {
  const company = await world.company({ available: '5.00' });
  const { worker, stalled, goOn } = await startStalling('after-claim');
  const id = await order(company, service());
  await stalled();
  await sleep(6_000); // an order leaves within 5 s of its claim
  await goOn();
  await becomes(company, id, 'completed');
  expect(await attemptsOf(id)).toEqual(
    expect.arrayContaining([
      { kind: 'send', outcome: 'not_sent' },
      { kind: 'send', outcome: 'done' },
    ]),
  );
  expect(await sendsOf(id)).toBe(1);
  await worker.stop();
});

test('an order that arrives after its deadline is refused by the issuer: failed, and the hold released', async () => {
  const company = await world.company({ available: '5.00' });
  const { worker, stalled, goOn } = await startStalling('before-send');
  const id = await order(company, service());
  await stalled();
  await sleep(12_000); // the issuer takes an order within 10 s of its claim
  await goOn();
  await until(
    () => sendsOf(id),
    (sends) => sends === 1,
  );
  await until(
    () => rowsOf('select status from operations where id = $1', id),
    (rows) => rows[0]?.status === 'manual_review' || rows[0]?.status === 'failed',
  );
  await rowsOf(`update operations set next_at = now() where id = $1 and status = 'manual_review'`, id);
  const { failure } = await becomes(company, id, 'failed');
  expect(failure).toEqual({ code: 'expired', message: 'It arrived after its deadline.' });
  expect(await company.balance()).toEqual({ available: '5.00', held: '0.00' });
  expect(await sendsOf(id)).toBe(1);
  await worker.stop();
});
