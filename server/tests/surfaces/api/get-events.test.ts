// The feed of events.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tell } from '../../events/webhooks/delivering.ts';
import type { Told } from '../../events/webhooks/receiver.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const PATH = '/api/v1/events';
type Feed = { data: Told[] };

describe(`GET ${PATH}`, () => {
  test('200 answers every event once, in order, without a gap, in the bytes that are stored', async () => {
    const company = await world.company();
    const types = Array.from({ length: 120 }, (_, index) => (index % 2 === 0 ? 'card.updated' : 'operation.completed'));
    for (let at = 0; at < types.length; at += 7) await tell(world, company, types.slice(at, at + 7));
    const seen: Told[] = [];
    for (;;) {
      const { status, body, text } = await company.get<Feed>(`${PATH}?afterSequence=${seen.length}`);
      expect(status).toBe(200);
      if (body.data.length === 0) break;
      expect(text).toBe(JSON.stringify(body));
      seen.push(...body.data);
    }
    expect(seen.map(({ sequence }) => sequence)).toEqual(types.map((_, index) => index + 1));
    expect(seen.map(({ type }) => type)).toEqual(types);
    const stored = await world.admin.query<{ body: string }>(
      'select body from events where company_id = $1 order by sequence',
      [company.scope.companyId],
    );
    const { text } = await company.get(`${PATH}?limit=100`);
    expect(text).toBe(
      `{"data":[${stored.rows
        .slice(0, 100)
        .map(({ body }) => body)
        .join(',')}]}`,
    );
  });

  test('shows 50 unless limit says otherwise, and what is behind a number far away is nothing', async () => {
    const company = await world.company();
    await tell(
      world,
      company,
      Array.from({ length: 60 }, () => 'card.updated'),
    );
    expect((await company.get<Feed>(PATH)).body.data).toHaveLength(50);
    expect((await company.get<Feed>(`${PATH}?limit=3`)).body.data).toHaveLength(3);
    const far = await company.get(`${PATH}?afterSequence=999999999999999`);
    expect(far).toMatchObject({ status: 200, text: '{"data":[]}' });
    expect(far.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('is of the own company and environment', async () => {
    const company = await world.company();
    const other = await world.company();
    const live = await company.client({ environment: 'live' });
    await tell(world, company, ['card.updated']);
    expect((await other.get<Feed>(PATH)).body.data).toEqual([]);
    expect((await live.get<Feed>(PATH)).body.data).toEqual([]);
  });

  test.each([
    'afterSequence=-1',
    'afterSequence=x',
    'afterSequence=1.5',
    'limit=0',
    'limit=101',
    'after=1',
    'limit=1&limit=2',
  ])('400 for ?%s', async (query) => {
    const company = await world.company();
    const answer = await company.get(`${PATH}?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
  });

  test('403 without webhooks:read', async () => {
    const company = await world.company();
    const client = await company.client({ scopes: ['webhooks:write', 'operations:read'] });
    expect(await client.get(PATH)).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  });
});
