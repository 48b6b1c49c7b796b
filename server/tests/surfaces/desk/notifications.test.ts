// Unplaced notifications at the desk and on the command line: seen with amount, age and reason, and closed by people.
import { randomUUID } from 'node:crypto';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorOf } from '../../operator-of.ts';
import { startWorld, type World } from '../../world.ts';
import { type AtDesk, operatorAt } from './operator.ts';

let world: World;
let ann: AtDesk;
beforeAll(async () => {
  world = await startWorld({ desk: true });
  ann = await operatorAt(world, 'Ann');
});
afterAll(() => world?.stop());

/** An unplaced notification; answers its id. */
async function unplaced(): Promise<string> {
  const { rows } = await world.admin.query(
    `insert into issuer_notifications (environment, event_id, body_digest, contradicts, key_id, signature, received_at, status, outcome,
                                       about, amount)
     values ('live', $1, sha256(convert_to($1, 'UTF8')), false, 'k', 's', now() - interval '1 minute', 'unplaced', 'names no invoice',
             'deposit.paid inv_x', '100.00')
     returning id`,
    [`evt_${randomUUID()}`],
  );
  return toId('notification', rows[0].id);
}

const statusOf = async () =>
  (await world.admin.query('select status, next_at, outcome from issuer_notifications order by received_at desc')).rows;

const audited = async () =>
  (
    await world.admin.query(
      `select subject, details ->> 'reason' as reason, details ->> 'amount' as amount from audit_log where action = 'notification.close'
        order by sequence desc limit 1`,
    )
  ).rows[0];

test('the desk lists unplaced notifications and closes one, with a reason in the audit log', async () => {
  const id = await unplaced();
  const listed = await ann.get<{ unplaced: object[] }>('/desk/v1/notifications');
  expect(listed).toMatchObject({ status: 200 });
  expect(listed.body.unplaced).toMatchObject([
    { id, environment: 'live', about: 'deposit.paid inv_x', amount: '100.00', reason: 'names no invoice' },
  ]);
  const status = await ann.get('/desk/v1/status');
  const unplacedNow = { backlog: 'unplaced', environment: 'live', waiting: 1 };
  expect(status.body['backlogs']).toContainEqual(expect.objectContaining(unplacedNow));
  const close = (to: string, json: object) => ann.post(`/desk/v1/notifications/${to}/close`, json);
  expect(await close(id, {})).toMatchObject({ status: 400 });
  expect(await close('ntf_x', { reason: 'not ours' })).toMatchObject({
    status: 404,
    body: { code: 'notification_not_found' },
  });
  expect(await close(id, { reason: 'not ours' })).toMatchObject({ status: 200, body: { id } });
  expect(await statusOf()).toEqual([{ status: 'closed', next_at: null, outcome: 'closed: names no invoice' }]);
  expect(await audited()).toEqual({ subject: id, reason: 'not ours', amount: '100.00' });
  expect(await close(id, { reason: 'again' })).toMatchObject({ status: 404 });
  expect((await ann.get<{ unplaced: object[] }>('/desk/v1/notifications')).body.unplaced).toEqual([]);
});

test('so does the command line', async () => {
  const id = await unplaced();
  const bob = await operatorOf(world, 'Bob');
  expect((await bob.run(['notification', 'list'])).stdout).toMatch(
    new RegExp(`${id} +live +deposit\\.paid inv_x +100\\.00 .+names no invoice`),
  );
  expect((await bob.run(['status'])).stdout).toContain('notifications unplaced');
  expect(await bob.json(['notification', 'close', id, '--reason', 'not ours'])).toEqual({ id, closed: true });
  expect(await audited()).toMatchObject({ subject: id });
  expect(await bob.run(['notification', 'close', id, '--reason', 'again'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No unplaced notification has the id'),
  });
});
