// Cancelling: a queued operation fails and releases its hold. Any other operation stays as it is.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { traces } from '../../operations/run/on-its-way.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
});
afterAll(() => world?.stop());

const { eventsOf, issue, sendsOf, service } = traces(() => world);

type Operation = { id: string; status: string; failure?: { code: string; message: string } };

const cancel = (client: Pick<Company, 'post'>, id: string, body?: object) =>
  client.post<Operation>(`/api/v1/operations/${id}/cancel`, body, { key: null });
const ordered = async (company: Company, body: object): Promise<string> =>
  (await company.post<Operation>('/api/v1/operations', body)).body.id;
const refusal = (status: number, code: string) => ({ status, body: { code } });

describe('POST /api/v1/operations/{id}/cancel', () => {
  test('200: a queued operation fails as cancelled, its hold is released, and the event has the same bytes', async () => {
    const company = await world.company({ available: '100.00' });
    const id = await ordered(company, issue(await company.insertHolder()));
    expect(await company.balance()).toEqual({ available: '46.90', held: '53.10' });
    const answer = await cancel(company, id, {});
    expect(answer).toMatchObject({ status: 200, body: { id, status: 'failed', failure: { code: 'cancelled' } } });
    expect(await company.balance()).toEqual({ available: '100.00', held: '0.00' });
    expect((await company.get(`/api/v1/operations/${id}`)).text).toBe(answer.text);
    const [event] = await eventsOf(company);
    expect(event?.type).toBe('operation.failed');
    expect(event?.body).toContain(`"data":{"object":${answer.text}}`);

    expect(await cancel(company, id)).toMatchObject({ status: 200, text: answer.text });
    expect(await eventsOf(company)).toHaveLength(1);
  });

  test('200: the place in the quota is given back', async () => {
    const company = await world.company({ available: '100.00', kind: 'individual' });
    const used = async () =>
      (await world.admin.query('select used from issue_quotas where company_id = $1', [company.scope.companyId])).rows;
    const id = await ordered(company, issue(await company.insertHolder()));
    expect(await used()).toEqual([{ used: 1 }]);
    await cancel(company, id);
    expect(await used()).toEqual([{ used: 0 }]);
  });

  test.each(['processing', 'manual_review', 'completed', 'failed'])(
    '400 for an operation that is %s',
    async (status) => {
      const company = await world.company();
      const review = status === 'manual_review' ? { review: { reason: 'timeout', openedAt: new Date() } } : {};
      const id = await company.insertOperation({ status, ...review });
      const before = await company.get(`/api/v1/operations/${id}`);
      expect(await cancel(company, id)).toMatchObject(refusal(400, 'operation_not_cancellable'));
      expect((await company.get(`/api/v1/operations/${id}`)).text).toBe(before.text);
    },
  );

  test('403 without the scope of its type; the other type’s scope does not do', async () => {
    const company = await world.company({ available: '100.00' });
    const [cards, services] = await Promise.all([
      company.client({ scopes: ['cards:write'] }),
      company.client({ scopes: ['services:write'] }),
    ]);
    const issued = await ordered(company, issue(await company.insertHolder()));
    const serviced = await ordered(company, service());
    expect(await cancel(services, issued)).toMatchObject(refusal(403, 'scope_missing'));
    expect(await cancel(cards, serviced)).toMatchObject(refusal(403, 'scope_missing'));
    expect(await cancel(cards, issued)).toMatchObject({ status: 200 });
    expect(await cancel(services, serviced)).toMatchObject({ status: 200 });
  });

  test('404 for an id that names nothing here, and for another company’s operation', async () => {
    const [company, other] = await Promise.all([world.company({ available: '10.00' }), world.company()]);
    const id = await ordered(company, service());
    expect(await cancel(other, id)).toMatchObject(refusal(404, 'operation_not_found'));
    expect(await cancel(company, 'op_nothing')).toMatchObject(refusal(404, 'operation_not_found'));
    expect(await company.balance()).toEqual({ available: '5.00', held: '5.00' });
  });

  test('400 for a body with anything in it', async () => {
    const company = await world.company({ available: '10.00' });
    const id = await ordered(company, service());
    expect(await cancel(company, id, { reason: 'a mistake' })).toMatchObject(refusal(400, 'request_invalid'));
  });

  test('beside a worker each operation is cancelled or sent, never both', async () => {
    const company = await world.company({ available: '1000.00' });
    const ids = await Promise.all(Array.from({ length: 40 }, () => ordered(company, service())));
    const worker = world.stack.spawn('worker');
    const answers = await Promise.all(
      ids.map(async (id, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 40));
        return { id, ...(await cancel(company, id)) };
      }),
    );
    await until(
      () => company.balance(),
      ({ held }) => held === '0.00',
    );
    for (const { id, status } of answers) {
      const { body } = await company.get<Operation>(`/api/v1/operations/${id}`);
      expect([status, body.status, await sendsOf(id)]).toEqual(
        status === 200 ? [200, 'failed', 0] : [400, 'completed', 1],
      );
    }
    await (await worker).stop();
  });
});
