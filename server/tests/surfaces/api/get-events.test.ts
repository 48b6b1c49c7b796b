// The feed of events, and one event.
import { randomUUID } from 'node:crypto';
import { feedOfTypes } from '@cardwright/server/events/log/sql.ts';
import { type EventType, eventTypes } from '@cardwright/server/events/log/types.ts';
import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import { toQuery } from '@cardwright/server/platform/db/sql.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tell } from '../../events/webhooks/delivering.ts';
import type { Told } from '../../events/webhooks/receiver.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const PATH = '/api/v1/events';
type Feed = { data: Told[] };

/** The third is rare where a test says so. */
const TYPES = ['operation.completed', 'card.updated', 'invoice.expired'] as const;

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

  test('type shows events of these types only, in order, from any number on', async () => {
    const company = await world.company();
    const types = Array.from({ length: 90 }, (_, index) => TYPES[index % TYPES.length] ?? '');
    await tell(world, company, types);
    const all = [...(await company.get<Feed>(`${PATH}?limit=100`)).body.data];
    expect(all).toHaveLength(90);
    for (const wanted of [TYPES.slice(0, 1), TYPES.slice(1, 3), ['card.created', ...TYPES], [...TYPES, ...TYPES]]) {
      for (const limit of [1, 7, 100]) {
        const seen: Told[] = [];
        for (;;) {
          const after = seen.at(-1)?.sequence ?? 0;
          const query = `type=${wanted.join(',')}&afterSequence=${after}&limit=${limit}`;
          const { status, body, text } = await company.get<Feed>(`${PATH}?${query}`);
          expect(status).toBe(200);
          expect(text).toBe(JSON.stringify(body));
          expect(body.data.length).toBeLessThanOrEqual(limit);
          if (body.data.length === 0) break;
          seen.push(...body.data);
        }
        expect(seen).toEqual(all.filter(({ type }) => wanted.includes(type)));
      }
    }
    expect((await company.get(`${PATH}?type=card.created`)).text).toBe('{"data":[]}');
  });

  test('400 for an unknown type names the types that there are, once', async () => {
    const company = await world.company();
    const message = `must be one of ${eventTypes.join(', ')}`;
    for (const types of [
      'nonsense',
      'card.updated,nonsense,other',
      '',
      'card.updated,',
      'card.updated, card.created',
    ]) {
      const answer = await company.get(`${PATH}?type=${encodeURIComponent(types)}`);
      expect(answer, types).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
      expect(answer.body, types).toMatchObject({ errors: [{ field: 'type', message }] });
    }
    const repeated = await company.get(`${PATH}?type=card.updated&type=card.created`);
    expect(repeated.body).toMatchObject({ errors: [{ field: 'type', message: 'is given more than once' }] });
  });

  test('a page by type reads as much of a long history as of a short one', async () => {
    const [short, long] = [await world.company(), await world.company()];
    const many = (count: number) => Array.from({ length: count }, (_, index) => TYPES[index % 2] ?? '');
    await tell(world, short, [...many(200), ...TYPES]);
    for (let part = 0; part < 10; part++) await tell(world, long, many(2_000));
    await tell(world, long, TYPES);
    await world.admin.query('vacuum analyze events');
    const blocksOf = async ({ scope }: Company, types: readonly EventType[]) => {
      const { text, values } = toQuery(feedOfTypes(scope, { afterSequence: 0, limit: 20, types }));
      const { rows } = await world.admin.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      );
      const { Plan: plan } = rows[0]?.['QUERY PLAN'][0] ?? { Plan: {} };
      return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    };
    for (const types of [TYPES.slice(0, 1), TYPES.slice(2), TYPES, eventTypes]) {
      const [few, most] = [await blocksOf(short, types), await blocksOf(long, types)];
      expect(most, types.join()).toBeLessThanOrEqual(few * 1.5 + eventTypes.length);
    }
  });

  test('is of the own company and environment', async () => {
    const company = await world.company();
    const other = await world.company();
    const live = await company.client({ environment: 'live' });
    await tell(world, company, ['card.updated']);
    for (const path of [PATH, `${PATH}?type=card.updated`]) {
      expect((await other.get<Feed>(path)).body.data).toEqual([]);
      expect((await live.get<Feed>(path)).body.data).toEqual([]);
    }
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

describe(`GET ${PATH}/{id}`, () => {
  test('200 in the bytes of the feed', async () => {
    const company = await world.company();
    const ids = await tell(world, company, [...TYPES]);
    const { data } = (await company.get<Feed>(PATH)).body;
    expect(data.map(({ id }) => id)).toEqual(ids);
    for (const event of data) {
      const answer = await company.get(`${PATH}/${event.id}`);
      expect(answer).toMatchObject({ status: 200, text: JSON.stringify(event) });
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  test('404 for an unknown or malformed id, and for an event of another company or environment', async () => {
    const company = await world.company();
    const other = await world.company();
    const live = await company.client({ environment: 'live' });
    const [id = ''] = await tell(world, company, ['card.updated']);
    const answers = [
      await other.get(`${PATH}/${id}`),
      await live.get(`${PATH}/${id}`),
      await company.get(`${PATH}/${toId('event', randomUUID())}`),
      await company.get(`${PATH}/${fromId('event', id)}`),
      await company.get(`${PATH}/${toId('card', fromId('event', id) ?? '')}`),
      await company.get(`${PATH}/nonsense`),
      await company.get(`${PATH}/${encodeURIComponent('evt_\u0000')}`),
    ];
    const body = { code: 'event_not_found', retry: 'never' };
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body });
  });

  test('400 for a query, 403 without webhooks:read', async () => {
    const company = await world.company();
    const [id = ''] = await tell(world, company, ['card.updated']);
    expect(await company.get(`${PATH}/${id}?limit=1`)).toMatchObject({
      status: 400,
      body: { code: 'request_invalid' },
    });
    const client = await company.client({ scopes: ['webhooks:write', 'operations:read'] });
    expect(await client.get(`${PATH}/${id}`)).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  });
});
