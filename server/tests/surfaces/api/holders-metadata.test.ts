// The metadata of cardholders, in POST and in PATCH.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../client.ts';
import { type Company, startWorld, type World } from '../../world.ts';

const path = '/api/v1/holders';

type Holder = { id: string; metadata: Record<string, string> };

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const ada = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };

/** Sends the metadata as this JSON text, with which a test controls order and escapes. */
const writes: Record<string, (company: Company, metadata: string) => Promise<Answer<Holder>>> = {
  POST: (company, metadata) =>
    company.ask(path, {
      method: 'POST',
      raw: `${JSON.stringify(ada).slice(0, -1)},"metadata":${metadata}}`,
      headers: { 'idempotency-key': randomUUID() },
    }),
  PATCH: async (company, metadata) =>
    company.ask(`${path}/${await company.insertHolder()}`, { method: 'PATCH', raw: `{"metadata":${metadata}}` }),
};

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'x']));

describe.each(Object.entries(writes))('%s', (_method, write) => {
  test.each<[string, object]>([
    ['no keys', {}],
    ['20 keys', keys(20)],
    ['a key of 40 characters', { ['k'.repeat(40)]: 'x' }],
    ['every allowed character in a key', { 'aZ09_.-': 'x' }],
    ['names that JavaScript objects have', { constructor: 'x', toString: 'y', prototype: 'z' }],
    ['an empty value, and one of 500 characters beyond ASCII', { empty: '', long: '💳'.repeat(500) }],
    ['keys in no alphabetical order', { zulu: '1', alpha: '2', Mike: '3' }],
  ])('takes %s, and shows it in the order sent', async (_what, metadata) => {
    const company = await world.company();
    const written = await write(company, JSON.stringify(metadata));
    expect(written.status, written.text).toBeLessThan(300);
    expect(written.text).toContain(`"metadata":${JSON.stringify(metadata)}}`);
    expect((await company.get(`${path}/${written.body.id}`)).text).toBe(written.text);
    expect((await company.get(path)).text).toBe(`{"data":[${written.text}]}`);
  });

  test('shows keys that are whole numbers first and ascending, as JSON.stringify does', async () => {
    const company = await world.company();
    const { text } = await write(company, '{"b":"1","10":"2","9":"3","a":"4"}');
    expect(text).toContain('"metadata":{"9":"3","10":"2","b":"1","a":"4"}}');
  });

  test.each<[string, string]>([
    ['21 keys', JSON.stringify(keys(21))],
    ['an empty key', '{"":"x"}'],
    ['a key of 41 characters', JSON.stringify({ ['k'.repeat(41)]: 'x' })],
    ['a key with a space', '{"a b":"x"}'],
    ['a key that ends in a line break', '{"a\\n":"x"}'],
    ['a key beyond ASCII', '{"ä":"x"}'],
    ['the key __proto__', '{"__proto__":"x"}'],
    ['the key __proto__, escaped', '{"\\u005f_proto__":"x"}'],
    ['a value of 501 characters', JSON.stringify({ a: 'x'.repeat(501) })],
    ['a number', '{"a":1}'],
    ['null as a value', '{"a":null}'],
    ['an object in it', '{"a":{}}'],
    ['null', 'null'],
    ['a list', '[]'],
    ['text', '"a"'],
    ['NUL in a value', '{"a":"\\u0000"}'],
    ['an unpaired surrogate in a value', '{"a":"\\ud800"}'],
    ['an unpaired surrogate in a key', '{"\\udc00":"x"}'],
  ])('400 for %s', async (_what, metadata) => {
    const company = await world.company();
    expect(await write(company, metadata)).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
    expect((await company.get('/api/v1/events')).body['data']).toEqual([]);
  });

  test('a refused key is named', async () => {
    const refused = await write(await world.company(), '{"cost center":"1"}');
    const pattern = '^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$';
    const errors = [{ field: 'metadata.cost center', message: `must match pattern "${pattern}"` }];
    const message = `body.metadata.cost center must match pattern "${pattern}".`;
    expect(refused).toMatchObject({ status: 400, body: { message, errors } });
  });

  test('400 for a card number in a value', async () => {
    const refused = { status: 400, body: { code: 'card_number_refused' } };
    expect(await write(await world.company(), '{"note":"card 4242424242424242"}')).toMatchObject(refused);
  });
});

test('a repeated key is compared by metadata too: another order is the same request, another value is not', async () => {
  const company = await world.company();
  const key = randomUUID();
  const first = await company.post<Holder>(path, { ...ada, metadata: { b: '1', a: '2' } }, { key });
  const again = await company.post(path, { ...ada, metadata: { a: '2', b: '1' } }, { key });
  expect(again).toMatchObject({ status: 201, text: first.text });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  for (const metadata of [{ a: '2', b: 'other' }, {}, undefined])
    expect(await company.post(path, { ...ada, metadata }, { key })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict', resourceId: first.body.id, differs: ['metadata'] },
    });
});
