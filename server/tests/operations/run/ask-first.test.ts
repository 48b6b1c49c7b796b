// Operations from before a loss, or from before another server took over: the issuer is asked about each before it is sent.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import { becomes, order, read, traces } from './on-its-way.ts';

let world: World;
let company: Company;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  company = await world.company();
  await company.fund('500.00');
});
afterAll(() => world?.stop());

const { sendsOf, service } = traces(() => world);

/** An operation as a restored database has it: accepted, and not marked as sent. */
const restore = (id: string) =>
  world.admin.query(
    `update operations set status = 'queued', attempt = null, sent_at = null, review_reason = '', review_opened_at = null,
            review_checked_at = null, review_next_at = null, lease_token = null, next_at = clock_timestamp(),
            ask_first_since = clock_timestamp()
      where id = $1`,
    [fromId('operation', id)],
  );
const cancel = (id: string) => company.post(`/api/v1/operations/${id}/cancel`, {});

test('what the issuer does not know is sent once; until it was asked, nobody cancels it', async () => {
  const id = await order(company, service());
  await restore(id);
  expect(await cancel(id)).toMatchObject({ status: 503, body: { code: 'recovering', retry: 'same_key' } });
  expect((await read(company, id)).body.status).toBe('queued');
  await world.stack.spawn('worker');
  await becomes(company, id, 'completed');
  expect(await sendsOf(id)).toBe(1);
});

test('what the issuer did is settled, and not sent again', async () => {
  const done = await order(company, service(), 'error_after_effect');
  await becomes(company, done, 'manual_review');
  await restore(done);
  await becomes(company, done, 'completed');
  expect(await sendsOf(done)).toBe(1);
});
