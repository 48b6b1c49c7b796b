// The kill switch: paused operations are accepted and wait, and are not sent until the pause is removed.
import { setTimeout as sleep } from 'node:timers/promises';
import { listProducts, setProduct } from '@cardwright/server/cards/products/products.ts';
import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import { addPause, removePause } from '@cardwright/server/operations/pauses/manage.ts';
import { countWaiting } from '@cardwright/server/oversight/status/sql.ts';
import { agree } from '@cardwright/stack/operators.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorOf } from '../../operator-of.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';

/** A worker sends within moments: one that sent nothing by then is waiting. */
const LONG_ENOUGH_MS = 3_000;

let world: World;
let jane: Awaited<ReturnType<typeof operatorOf>>;
beforeAll(async () => {
  world = await startWorld({ issuer: true, desk: true });
  jane = await operatorOf(world, 'Jane Roe');
  await world.stack.spawn('worker');
});
afterAll(() => world?.stop());

type Pause = {
  id: string;
  environment: string;
  product: { id: string; name: string } | null;
  reason: string;
  pausedBy: { name: string };
  pausedAt: string;
};
async function order(company: Company, body: object): Promise<string> {
  const answer = await company.post<{ id: string }>('/api/v1/operations', body);
  expect(answer).toMatchObject({ status: 201, body: { status: 'queued' } });
  return answer.body.id;
}
const service = (productId = world.products.service) => ({
  type: 'service',
  productId,
  amount: '5.00',
  recipient: 'a',
});

const statusOf = async (company: Company, id: string) => (await company.get(`/api/v1/operations/${id}`)).body['status'];
const completes = (company: Company, id: string) =>
  until(
    () => statusOf(company, id),
    (status) => status === 'completed',
  );

async function sendsOf(id: string): Promise<number> {
  const sends = `select 1 from issuer_sandbox.requests where method = 'POST' and path = '/v1/orders' and reference = $1`;
  return (await world.admin.query(sends, [id])).rowCount ?? 0;
}

const tools = () => ({ ...world.tools, actor: jane.actor });

/** Pauses a product of the sandbox, or a whole environment. Returns a function that ends the pause. */
async function pause({ environment = 'sandbox', product }: { environment?: 'sandbox' | 'live'; product?: string }) {
  const productId = product === undefined ? undefined : fromId('product', product);
  const id = await addPause(tools(), { environment, productId, reason: 'they answer wrongly' });
  if (id === undefined) throw new Error('it is paused already');
  return { id, remove: () => removePause(tools(), id) };
}

describe('a pause', () => {
  test('of a product: its orders are accepted and wait, others go out; removed, they complete', async () => {
    const first = (await listProducts(world.tools.db)).find(({ kind }) => kind === 'service');
    const prices = first?.prices ?? {};
    const wish = { name: 'Other', kind: 'service', status: 'active', prices, reason: 'a test' } as const;
    await agree(world.tools, await setProduct(tools(), wish));
    const other = (await listProducts(world.tools.db)).find(({ name }) => name === 'Other')?.id ?? '';
    const company = await world.company({ available: '20.00' });
    const { id, remove } = await pause({ product: world.products.service });

    const paused = await order(company, service());
    await completes(company, await order(company, service(toId('product', other))));
    await sleep(LONG_ENOUGH_MS);
    expect(await statusOf(company, paused)).toBe('queued');
    expect(await sendsOf(paused)).toBe(0);
    expect(await company.balance()).toEqual({ available: '10.00', held: '5.00' });
    expect(await countWaiting(world.tools.db, 10)).toMatchObject([
      { environment: 'sandbox', reason: 'paused', pause_id: id, operations: 1n, held: 5_00n },
    ]);

    expect(await remove()).toBe(true);
    await completes(company, paused);
    expect(await sendsOf(paused)).toBe(1);
  });

  test('of everything stops every product of its environment, and nothing of the other', async () => {
    const company = await world.company({ available: '10.00' });
    const live = await pause({ environment: 'live' });
    await completes(company, await order(company, service()));
    await live.remove();

    const { remove } = await pause({});
    const waiting = await order(company, service());
    await sleep(LONG_ENOUGH_MS);
    expect(await sendsOf(waiting)).toBe(0);
    expect(await statusOf(company, waiting)).toBe('queued');
    await remove();
    await completes(company, waiting);
  });
});

describe('the commands', () => {
  test('pause, list by whom, since when and why, and end it, each with an entry in the audit log', async () => {
    const product = ['--product', world.products.card];
    const add = ['pause', 'add', '--environment', 'sandbox', ...product, '--reason', 'they answer wrongly'];
    const { id } = await jane.json<Pause>(add);
    expect(await jane.run(add)).toMatchObject({ code: 1, stderr: expect.stringContaining('already paused') });
    const { data } = await jane.json<{ data: Pause[] }>(['pause', 'list']);
    expect(data).toEqual([
      {
        id,
        environment: 'sandbox',
        product: { id: world.products.card, name: expect.stringMatching(/\S/) },
        reason: 'they answer wrongly',
        pausedBy: { id: toId('operator', jane.id), name: 'Jane Roe' },
        pausedAt: expect.stringMatching(/Z$/),
      },
    ]);
    await jane.json(['pause', 'remove', id]);
    const again = await jane.run(['pause', 'remove', id]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('pause list') });
    expect((await jane.run(['pause', 'list'])).stdout).toContain('Nothing is paused.');

    const entries = await world.admin.query(
      'select action, subject, details from audit_log order by sequence desc limit 2',
    );
    const details = { environment: 'sandbox', product: world.products.card, reason: 'they answer wrongly' };
    expect(entries.rows).toMatchObject([
      { action: 'pause.remove', subject: id, details },
      { action: 'pause.add', subject: id, details },
    ]);
  });

  test('refuse unknown ids and usage errors', async () => {
    const nobody = 'prod_01jcp4vsb0e5d8zq6m5k1n7x2t';
    const unknown = ['pause', 'add', '--environment', 'sandbox', '--product', nobody, '--reason', 'x'];
    expect(await jane.run(unknown)).toMatchObject({ code: 1, stderr: expect.stringContaining('product list') });
    expect(await jane.run(['pause', 'remove', 'nothing'])).toMatchObject({ code: 2 });
    expect(await jane.run(['pause', 'add', '--reason', 'x'])).toMatchObject({ code: 2 });
  });
});
